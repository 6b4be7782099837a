import { z } from "zod";
import { isLoopback } from "./address";
import type { Vendor } from "./engine";
import { type HttpOptions, requestJson } from "./http";
import { readMarkup, writeMarkup } from "./markup";
import { pairUp, vendorLanguage } from "./pairs";
import { remoteRank } from "./ranks";

export type LibreTranslateOptions = Pick<HttpOptions, "backoffMs"> & {
  readonly url: string;
  /** Most self-hosted servers need no key. */
  readonly key?: string | undefined;
};

const Translations = z.object({ translatedText: z.array(z.string()) });
const Languages = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }));

/**
 * LibreTranslate (docs.libretranslate.com, "/translate"), hosted or self-hosted: a list of texts per request, with
 * limits set by its operator (public servers accept 2,000 characters); 429 is temporary, 403 means an invalid key.
 * Codes are sent as HTML.
 */
export function libreTranslate({ url, key, backoffMs }: LibreTranslateOptions): Vendor {
  const http: HttpOptions = { engine: "libretranslate", url, ...(backoffMs ? { backoffMs } : {}) };
  return {
    id: "libretranslate",
    name: "LibreTranslate",
    local: isLoopback(url),
    limits: { items: 16, characters: 1_900, concurrent: 2 },

    async list(patience) {
      const known = await requestJson(http, { method: "GET", path: "/languages" }, Languages, patience);
      const codes = known.map(({ code }) => code);
      const rank = (source: string, target: string): number => remoteRank("libretranslate", source, target);
      return known.flatMap(({ code, targets = codes }) =>
        pairUp(
          vendorLanguage(code, TAGS),
          targets.flatMap((target) => vendorLanguage(target, TAGS)),
          rank,
        ),
      );
    },

    async translate(pieces, { from, to }, patience) {
      const body = {
        q: pieces.map(({ text, codes }) => writeMarkup(text, codes, "html")),
        source: from,
        target: to,
        format: "html",
        ...(key ? { api_key: key } : {}),
      };
      const { translatedText } = await requestJson(http, { path: "/translate", body }, Translations, patience);
      return translatedText.map(readMarkup);
    },
  };
}

/** Codes of older servers that are not valid language tags. */
const TAGS: Readonly<Record<string, string>> = { zt: "zh-Hant", pb: "pt-BR" };
