import { z } from "zod";
import { withDictionary } from "./azure-dictionary";
import type { Vendor } from "./engine";
import { type HttpOptions, requestJson } from "./http";
import { readMarkup } from "./markup";
import { isSameLanguage, pairUp, vendorLanguage } from "./pairs";
import { remoteRank } from "./ranks";

export type AzureOptions = Pick<HttpOptions, "backoffMs"> & {
  readonly key: string;
  /** Required for regional keys and multi-service keys. */
  readonly region?: string | undefined;
  readonly url?: string | undefined;
};

const Translations = z.array(z.object({ translations: z.array(z.object({ text: z.string() })).length(1) }));
const Languages = z.object({ translation: z.record(z.string(), z.unknown()) });

/**
 * Azure's Translator v3 (learn.microsoft.com, "Translator 3.0: Translate"): 1000 texts and 50,000 characters per
 * request including markup; 429 is temporary, 401 and 403 concern the key, its region or its quota. Codes are sent as
 * HTML, terms as entries of the dynamic dictionary.
 */
export function azure({ key, region, url, backoffMs }: AzureOptions): Vendor {
  const http: HttpOptions = {
    engine: "azure",
    url: url ?? "https://api.cognitive.microsofttranslator.com",
    ...(backoffMs ? { backoffMs } : {}),
  };
  const headers = {
    "ocp-apim-subscription-key": key,
    ...(region ? { "ocp-apim-subscription-region": region } : {}),
  };
  return {
    id: "azure",
    name: "Azure Translator",
    local: false,
    limits: { items: 64, characters: 45_000, concurrent: 4 },

    async list(patience) {
      const path = "/languages?api-version=3.0&scope=translation";
      const { translation } = await requestJson(http, { method: "GET", path }, Languages, patience);
      const known = Object.keys(translation).flatMap((code) => vendorLanguage(code));
      const rank = (source: string, target: string): number => remoteRank("azure", source, target);
      return pairUp(known, known, rank).filter(({ source, target }) => !isSameLanguage(source, target));
    },

    async translate(pieces, direction, patience, { terms = [] }) {
      const { from, to } = direction;
      const query = new URLSearchParams({ "api-version": "3.0", from, to, textType: "html" });
      const body = withDictionary(pieces, terms, direction).map((Text) => ({ Text }));
      const answers = await requestJson(http, { path: `/translate?${query}`, headers, body }, Translations, patience);
      return answers.map(({ translations }) => readMarkup(translations[0]?.text ?? ""));
    },
  };
}
