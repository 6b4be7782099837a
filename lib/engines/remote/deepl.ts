import { z } from "zod";
import type { DeeplModel } from "@/lib/vocabulary/engines";
import { DeeplGlossaries } from "./deepl-glossaries";
import type { Vendor, VendorDirection } from "./engine";
import { type Call, type HttpOptions, requestJson, type TimeLimit, VendorFault } from "./http";
import { KeptGlossaries } from "./kept-glossaries";
import { readMarkup, writeMarkup } from "./markup";
import { isSameLanguage, pairUp, type VendorLanguage, vendorLanguage } from "./pairs";
import { remoteRank } from "./ranks";

export type DeeplOptions = Pick<HttpOptions, "backoffMs"> & {
  readonly key: string;
  /** Default: DeepL's host for this kind of key. */
  readonly url?: string | undefined;
  /** Default: chosen by DeepL. */
  readonly model?: DeeplModel | undefined;
};

const Translations = z.object({ translations: z.array(z.object({ text: z.string() })) });
const Languages = z.array(
  z.object({
    lang: z.string(),
    usable_as_source: z.boolean(),
    usable_as_target: z.boolean(),
    features: z.record(z.string(), z.unknown()).default({}),
    status: z.string().default("stable"),
  }),
);
const OldLanguages = z.array(z.object({ language: z.string(), supports_formality: z.boolean().nullish() }));

/** DeepL's data about its languages. */
type Known = {
  readonly sources: readonly VendorLanguage[];
  readonly targets: readonly VendorLanguage[];
  /** Codes of targets that support formality. */
  readonly formal: ReadonlySet<string>;
  /** Codes that support glossaries. */
  readonly termed: ReadonlySet<string>;
};

/**
 * DeepL's API (developers.deepl.com, "Translate text"): 50 texts and 128 KiB per request; 429 and 5xx are temporary
 * errors, 456 means an exhausted quota, 403 an invalid key. Codes are sent as XML elements that don't split sentences.
 */
export function deepl({ key, url, model, backoffMs }: DeeplOptions): Vendor {
  const http: HttpOptions = { engine: "deepl", url: url ?? hostOf(key), ...(backoffMs ? { backoffMs } : {}) };
  const headers = { authorization: `DeepL-Auth-Key ${key}` };
  const glossaries = new KeptGlossaries(new DeeplGlossaries(http, headers));
  let known: Known = { sources: [], targets: [], formal: new Set(), termed: new Set() };
  const ask = <T>(call: Call, schema: z.ZodType<T>, patience: TimeLimit): Promise<T> =>
    requestJson(http, { ...call, headers }, schema, patience);

  const languages = async (patience: TimeLimit): Promise<Known> => {
    const path = "/v3/languages?resource=translate_text";
    // Languages in beta need an additional parameter and may change without notice.
    const list = (await ask({ method: "GET", path }, Languages, patience)).filter(({ status }) => status !== "beta");
    const withFeature = (name: string) =>
      new Set(list.filter(({ features }) => name in features).map(({ lang }) => lang.toUpperCase()));
    return {
      sources: list.filter((one) => one.usable_as_source).flatMap(({ lang }) => languageOf(lang)),
      targets: list.filter((one) => one.usable_as_target).flatMap(({ lang }) => languageOf(lang)),
      formal: withFeature("formality"),
      termed: withFeature("glossary"),
    };
  };

  /** Only for servers with DeepL's older protocol. */
  const oldLanguages = async (patience: TimeLimit): Promise<Known> => {
    const [sources, targets] = await Promise.all(
      ["source", "target"].map((type) =>
        ask({ method: "GET", path: `/v2/languages?type=${type}` }, OldLanguages, patience),
      ),
    );
    const formal = targets!.filter((one) => one.supports_formality).map(({ language }) => language.toUpperCase());
    return {
      sources: sources!.flatMap(({ language }) => languageOf(language)),
      targets: targets!.flatMap(({ language }) => languageOf(language)),
      formal: new Set(formal),
      termed: new Set(),
    };
  };

  return {
    id: "deepl",
    name: "DeepL",
    local: false,
    // Each unit has at most three bytes in UTF-8; with the JSON around the texts, a request stays below 128 KiB.
    limits: { items: 50, characters: 30_000, concurrent: 4 },

    async list(patience): Promise<VendorDirection[]> {
      known = await languages(patience).catch((error) => {
        if (!(error instanceof VendorFault && error.status === 404)) throw error;
        return oldLanguages(patience);
      });
      const rank = (source: string, target: string): number => remoteRank("deepl", source, target);
      return pairUp(known.sources, withPlainTags(known.targets), rank).filter(
        ({ source, target }) => !isSameLanguage(source, target),
      );
    },

    notice: () => glossaries.fault && `Glossaries are not kept at DeepL: ${glossaries.fault}`,

    supports: (option, { to }) => option === "context" || (option === "formality" && known.formal.has(to)),

    async translate(pieces, direction, patience, { context, formality, glossary }) {
      const { from, to } = direction;
      const body = {
        text: pieces.map(({ text, codes }) => writeMarkup(text, codes, "xml")),
        source_lang: from,
        target_lang: to,
        tag_handling: "xml",
        outline_detection: false,
        non_splitting_tags: ["g", "x"],
        ignore_tags: ["x"],
        split_sentences: "nonewlines",
        preserve_formatting: true,
        ...(context ? { context } : {}),
        ...(formality ? { formality } : {}),
        ...(model ? { model_type: model } : {}),
      };
      const translate = async (glossary_id?: string): Promise<string[]> => {
        const whole = glossary_id ? { ...body, glossary_id } : body;
        const { translations } = await ask({ path: "/v2/translate", body: whole }, Translations, patience);
        return translations.map(({ text }) => readMarkup(text));
      };
      const takesTerms = known.termed.has(from) && known.termed.has(to);
      const id = glossary && takesTerms ? await glossaries.idFor(glossary, direction, patience) : undefined;
      return glossaries.use(id, translate);
    },
  };
}

/** `code` is in upper case, as DeepL documents for requests. `ZH` as a source covers both scripts. */
function languageOf(code: string): VendorLanguage[] {
  return vendorLanguage(code.toUpperCase(), { ZH: "zh-Hans" });
}

/** Keys of the free plan end with `:fx` and use another host. */
function hostOf(key: string): string {
  return key.endsWith(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com";
}

/** A language that has only variants is also offered under its plain tag, like DeepL's deprecated plain codes. */
function withPlainTags(targets: readonly VendorLanguage[]): VendorLanguage[] {
  const tags = new Set(targets.map(({ tag }) => tag));
  const plain = PLAIN.flatMap(([tag, variant]) => {
    const found = targets.find((target) => target.tag === variant);
    return found && !tags.has(tag) ? [{ tag, code: found.code }] : [];
  });
  return [...targets, ...plain];
}

const PLAIN = [
  ["en", "en-US"],
  ["pt", "pt-PT"],
] as const;
