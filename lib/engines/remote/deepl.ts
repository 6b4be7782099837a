import { z } from "zod";
import type { Vendor, VendorDirection } from "./engine";
import { type HttpOptions, requestJson, type TimeLimit } from "./http";
import { readMarkup, writeMarkup } from "./markup";
import { isSameLanguage, pairUp, type VendorLanguage, vendorLanguage } from "./pairs";
import { remoteRank } from "./ranks";

export type DeeplOptions = Pick<HttpOptions, "backoffMs"> & {
  readonly key: string;
  /** Default: DeepL's host for the kind of key. */
  readonly url?: string | undefined;
};

const Translations = z.object({ translations: z.array(z.object({ text: z.string() })) });
const Languages = z.array(z.object({ language: z.string(), supports_formality: z.boolean().nullish() }));

/**
 * DeepL's API v2 (developers.deepl.com, "Translate text"): 50 texts and 128 KiB per request; 429 and 5xx are temporary,
 * 456 is the quota, 403 the key. Codes are sent as XML whose elements never split a sentence.
 */
export function deepl({ key, url, backoffMs }: DeeplOptions): Vendor {
  const http: HttpOptions = { engine: "deepl", url: url ?? hostOf(key), ...(backoffMs ? { backoffMs } : {}) };
  const headers = { authorization: `DeepL-Auth-Key ${key}` };
  /** Codes of the targets that support formality. */
  let formal: ReadonlySet<string> = new Set();
  const languages = async (type: "source" | "target", patience: TimeLimit): Promise<VendorLanguage[]> => {
    const path = `/v2/languages?type=${type}`;
    const list = await requestJson(http, { method: "GET", path, headers }, Languages, patience);
    if (type === "target")
      formal = new Set(list.filter((one) => one.supports_formality).map(({ language }) => language));
    return list.flatMap(({ language }) => vendorLanguage(language, TAGS));
  };
  return {
    id: "deepl",
    name: "DeepL",
    local: false,
    // Each unit is at most three bytes in UTF-8; with the JSON around them this stays below 128 KiB.
    limits: { items: 50, characters: 30_000, concurrent: 4 },

    async list(patience): Promise<VendorDirection[]> {
      const [sources, targets] = await Promise.all([languages("source", patience), languages("target", patience)]);
      const rank = (source: string, target: string): number => remoteRank("deepl", source, target);
      return pairUp(sources, withPlainTags(targets), rank).filter(
        ({ source, target }) => !isSameLanguage(source, target),
      );
    },

    supports: (option, { to }) => option === "context" || (option === "formality" && formal.has(to)),

    async translate(pieces, { from, to }, patience, _terms, { context, formality }) {
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
      };
      const { translations } = await requestJson(
        http,
        { path: "/v2/translate", headers, body },
        Translations,
        patience,
      );
      return translations.map(({ text }) => readMarkup(text));
    },
  };
}

/** DeepL's codes that differ from the canonical tag. `ZH` as a source covers both scripts. */
const TAGS: Readonly<Record<string, string>> = { ZH: "zh-Hans" };

/** Keys of the free plan end in `:fx` and use another host. */
function hostOf(key: string): string {
  return key.endsWith(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com";
}

/** A language with only variants is also offered under its plain tag, like DeepL's deprecated plain codes. */
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
