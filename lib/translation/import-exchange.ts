import { AppError } from "@/lib/base/errors";
import type { TargetState, TranslatedText, Written } from "@/lib/formats/format";
import { sameLanguage } from "@/lib/formats/l10n/locale-names";
import { type Exchanged, type ExchangeState, exchangeSource, hasFormUnits } from "@/lib/formats/l10n/xliff-exchange";
import { formatById } from "@/lib/formats/registry";
import { extractDocument, readExchanged, writeDocument } from "@/lib/formats/sandbox/sandbox";
import { checkCodes, repairCodes } from "@/lib/text/message/codes";
import { plainText, type Segment } from "@/lib/text/segment";
import { type DocumentRequest, outputOf, partsOf, type Units } from "./documents";
import { sourceDiffers, type Warning, withUnits } from "./warnings";

/** A document, written with the translations of an XLIFF file. */
type Imported = Omit<Written, "warnings"> & {
  readonly warnings: readonly Warning[];
  readonly units: Pick<Units, "translated" | "left">;
};

/**
 * Writes a document with the translations of its returned XLIFF file. Segments without a target stay in the source
 * language. Problems with a unit become warnings with its id. Throws 422 for a file of another document or with another
 * target language.
 */
export async function importExchange(
  request: Pick<DocumentRequest, "bytes" | "fileName" | "format" | "source" | "target" | "options">,
  xliff: Buffer,
): Promise<Imported> {
  // If the source was detected, the document was opened without a source, so it must be opened again in the same way.
  // XLIFF files from an earlier release have a unit for each text of a plural message, without the form's name.
  const { plurals, ...others } = partsOf(request);
  const parts = !plurals || !hasFormUnits(xliff) ? others : { ...others, plurals };
  const { bytes, fileName, format, target, options } = request;
  const { segments } = await extractDocument(bytes, fileName, { ...parts, format });
  const exchanged = await readExchanged(xliff, segments.length, target);
  refuseOtherDocument(segments, exchanged);
  const marks = formatById(format)?.marksDrafts;
  const texts = exchanged.map(({ text, forms, state }, i): TranslatedText => {
    if (text === null) return { text };
    const reached = marks ? { state: TARGET_STATES[state] } : {};
    return forms ? { text, forms, ...reached } : { text: repairCodes(segments[i]!, text).text, ...reached };
  });
  const written = await writeDocument(bytes, format, parts, texts, target, outputOf(options));
  const left = texts.filter(({ text }) => text === null).length;
  return {
    ...written,
    units: { translated: texts.length - left, left },
    warnings: [...written.warnings, ...sourceWarning(xliff, request.source), ...unitWarnings(segments, exchanged)],
  };
}

function sourceWarning(xliff: Buffer, source: string | null): Warning[] {
  const declared = exchangeSource(xliff);
  return declared && source && !sameLanguage(declared, source) ? [sourceDiffers(declared, source)] : [];
}

const TARGET_STATES: Readonly<Record<ExchangeState, TargetState>> = {
  initial: "draft",
  translated: "translated",
  reviewed: "reviewed",
  final: "reviewed",
};

/** Units have only numbers, so their sources must show whether they belong to this document. */
function refuseOtherDocument(segments: readonly Segment[], exchanged: readonly Exchanged[]): void {
  const present = exchanged.flatMap((one, i) => (isPresent(one) ? [isChanged(one, segments[i]!)] : []));
  const changed = present.filter(Boolean).length;
  const isAll = changed > 1 && changed === present.length;
  if (!isAll && (changed < MIN_FOREIGN || changed * 2 <= present.length)) return;
  throw new AppError(
    "unreadable_file",
    `This XLIFF file does not belong to the document: ${changed} of its ${present.length} units have another source.`,
    { reason: "other_document", changed, units: present.length },
  );
}

/** Minimum number of changed sources for assuming that a file belongs to another document; fewer may be corrections. */
const MIN_FOREIGN = 3;

function isPresent({ source, text }: Exchanged): boolean {
  return source !== "" || text !== null;
}

/** Whether the source has other words. Programs change white space and codes, which is ignored. */
function isChanged({ source }: Exchanged, segment: Segment): boolean {
  return wordsOf(source) !== wordsOf(segment.text);
}

function wordsOf(encoded: string): string {
  return plainText(encoded).split(/\s+/).join(" ").trim();
}

const MESSAGES = {
  source_changed: "The source was changed, so this may be the translation of another text.",
  code_missing: "Required markup was missing and has been restored. Check its position.",
  code_doubled: "The translation has more markup than the source; the extra markup was removed.",
  code_unknown: "The translation has markup that the source does not have; it was removed.",
  code_misplaced: "Markup was not closed, or closed in the wrong order; it has been repaired.",
  doubled_unit: "The file has this unit more than once; the last one counts.",
  incomplete: "Sentences of this unit have no translation in the file and stayed in the source language.",
  part_skipped: "The unit has no translation in the file and stayed in the source language.",
} as const;

/** One warning per kind of problem, with the ids of the units concerned. */
function unitWarnings(segments: readonly Segment[], exchanged: readonly Exchanged[]): Warning[] {
  const units = new Map<keyof typeof MESSAGES, string[]>();
  for (const [i, one] of exchanged.entries()) {
    for (const code of new Set(faultsOf(one, segments[i]!))) units.set(code, [...(units.get(code) ?? []), `u${i + 1}`]);
  }
  return [...units].map(([code, ids]) => withUnits({ code, message: MESSAGES[code] }, ids));
}

function faultsOf(one: Exchanged, segment: Segment): (keyof typeof MESSAGES)[] {
  const { text, forms, faults = [] } = one;
  const file = faults.map((fault) => (fault === "unknown_code" ? "code_unknown" : fault));
  if (text === null) return [...file, "part_skipped"];
  const inForms = forms ? Object.values(forms).flatMap((form) => codeFaults(segment, form)) : codeFaults(segment, text);
  // A plural form may omit the number, so a missing code is no problem.
  const codes = forms ? inForms.filter((fault) => fault !== "code_missing") : inForms;
  return [...(isChanged(one, segment) ? (["source_changed"] as const) : []), ...file, ...codes];
}

function codeFaults(segment: Segment, text: string): (keyof typeof MESSAGES)[] {
  return checkCodes(segment, text).map(({ fault }) =>
    fault === "crossed" || fault === "unclosed" ? "code_misplaced" : (`code_${fault}` as const),
  );
}
