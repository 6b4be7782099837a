import { z } from "zod";
import type { ID_PREFIXES, IdKind } from "@/lib/base/ids";
import { isRecord } from "@/lib/base/records";
import { isKnownLanguage, parseLanguage, shortLanguageTags, suggestLanguages } from "@/lib/text/languages";

/** RFC 3339 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 }).describe("RFC 3339 in UTC with milliseconds");

/** An id with the prefix of its kind. The services check that it exists. */
export function Id(prefix: (typeof ID_PREFIXES)[IdKind]) {
  const pattern = new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`);
  return z
    .string()
    .refine((text) => pattern.test(text), {
      params: { code: "format" },
      message: `Expected an id that starts with ${prefix}_.`,
    })
    .meta({ pattern: pattern.source });
}

/** A BCP 47 language tag as sent by a caller; the services resolve it. */
export const LanguageTag = z
  .string()
  .min(1)
  .max(64)
  .describe(
    "BCP 47 language tag, in any case; common aliases (`zh-CN`, `pt_BR`, `iw`, ISO 639-3 codes) are understood",
  );

export const Warning = z
  .object({
    code: z.string(),
    message: z.string(),
    count: z.number().int().optional().describe("Number of affected segments, words or terms, where counted"),
    words: z.array(z.string()).max(20).optional().describe("Untranslated words of `untranslated_words`, at most 20"),
    missing: z.array(z.string()).max(20).optional().describe("Numbers missing in the translation"),
    added: z.array(z.string()).max(20).optional().describe("Numbers missing in the source"),
    pair: z.string().optional().describe("Language pair of `better_model_installing`, such as `en-de`"),
    downloadBytes: z.number().int().optional().describe("Download size of the model for `pair`"),
    reason: z.string().optional().describe("Why a model that a file waits for cannot be installed"),
    language: z.string().optional().describe("Language detected by `source_looks_like`"),
    confidence: z.number().min(0).max(1).optional().describe("Confidence in the detected `language`"),
    share: z.number().min(0).max(1).optional().describe("Share of the letters that are in `language`"),
    units: z
      .array(z.string())
      .max(100)
      .optional()
      .describe("Ids of the affected units of an imported XLIFF file, at most 100"),
  })
  .meta({ id: "Warning", description: "A warning about a result; the result is returned nevertheless." });

export const DetectedLanguage = z
  .object({ language: z.string(), confidence: z.number().min(0).max(1) })
  .meta({ id: "DetectedLanguage" });

/** A whole number in a query, in decimal digits: rejects `1e1`, `0x10` and ` 10`. */
export const decimalDigits = <Whole extends z.ZodType>(number: Whole) =>
  z.preprocess((text) => (typeof text === "string" && /^-?\d+$/.test(text) ? Number(text) : text), number);

/** `?limit=` and `?cursor=` of every list. */
export const Paging = {
  limit: decimalDigits(z.number().int().min(1).max(100).default(20)).describe("Page size, 1–100"),
  cursor: z.string().min(1).max(500).optional().describe("`nextCursor` of the previous page"),
};

/** A list filter with one value, or several separated by commas (OR). */
export const commaSeparated = <T extends string>(item: z.ZodType<T, string>) =>
  z
    .string()
    .max(1_000)
    .transform((text) => text.split(","))
    .pipe(z.array(item));

export const NextCursor = z.string().nullable().describe("Cursor of the next page; null on the last page");

/** A date and time sent by a caller, parsed. */
export const DateTimeInput = z.iso
  .datetime({ offset: true })
  // PostgreSQL has no year 0 and no offsets beyond 16 hours, so it gets the time in UTC.
  .refine((text) => !/^[+-]|^0000/.test(inUtc(text)), {
    params: { code: "range" },
    message: "The year must be between 1 and 9999.",
  })
  .overwrite(inUtc)
  .describe("RFC 3339 with an offset or `Z`");

/** A calendar day sent by a caller. PostgreSQL has no year 0, and no data is older than 1970. */
export const Day = z.iso.date().refine((text) => Number.isNaN(Date.parse(text)) || text >= "1970", {
  params: { code: "range" },
  message: "The year must be between 1970 and 9999.",
});

/** Leaves invalid times unchanged, so that the format check reports them. */
function inUtc(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.valueOf()) ? text : time.toISOString();
}

/** Text that PostgreSQL can store: no NUL and no lone surrogates. */
export const StorableText = z.string().refine((text) => !text.includes("\0") && text.isWellFormed(), {
  params: { code: "format", reason: "characters_not_kept" },
  message: "The text contains characters that cannot be stored (NUL or an unpaired surrogate).",
});

/** Runs checks across fields even if a field is invalid, so that the response lists all errors. */
export const RUN_ALWAYS: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => isRecord(value),
};

/** An existing language in the caller's spelling, whether or not an engine translates it. */
export const SpelledLanguage = LanguageTag.superRefine((input, context) => {
  const tag = parseLanguage(input);
  if (context.issues.length > 0 || (tag && isKnownLanguage(tag))) return;
  const suggestions = suggestLanguages(input, shortLanguageTags());
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(" or ")}?` : "";
  context.addIssue({
    code: "custom",
    params: { code: "unsupported_language", suggestions },
    message: `Unknown language. Use a BCP 47 tag.${hint}`,
  });
});

/** An existing language in canonical form. */
export const KnownLanguage = SpelledLanguage.transform((input) => parseLanguage(input) ?? input);

/** Why something that was requested earlier failed. */
export const FailureRecord = z.object({
  code: z.string(),
  message: z.string(),
  reason: z.string().optional().describe("Same values as `details.reason` of errors, such as `corrupt`"),
});

/** A display name: 1–200 characters. */
export const Name = StorableText.trim()
  .min(1)
  .refine((name) => [...name].length <= 200, {
    params: { code: "range", maximum: 200, unit: "characters" },
    message: "A name has at most 200 characters.",
  });

/** Paths of files in an export, with placeholders for the language and the document. */
export const FileNames = z
  .string()
  .min(1)
  .max(200)
  .refine((pattern) => /\{(?:path|name)\}/.test(pattern) && !/(?:^|\/)\.{1,2}(?:\/|$)|\\|^\//.test(pattern), {
    params: { code: "format", reason: "file_name_pattern" },
    message: "The pattern must contain {language} and {path} or {name}, such as {language}/{path}.",
  })
  .describe(
    "Paths of exported files. Language: `{language}` (`pt-BR`), `{language_underscore}` (`pt_BR`), `{android}` (`pt-rBR`, `b+zh+Hans`), `{apple}` (`zh-Hans`), `{script}` (`sr-Cyrl`). Document: `{path}`, or `{name}` without folders",
  );
