import { z } from "zod";
import { rankOf } from "@/lib/engines/apertium/ranks";
import { isLoopback } from "./address";
import type { Vendor } from "./engine";
import { type HttpOptions, requestJson } from "./http";
import { readMarkup, writeMarkup } from "./markup";
import { pairUp, vendorLanguage } from "./pairs";

export type ApyOptions = Pick<HttpOptions, "backoffMs"> & { readonly url: string };

const Translation = z.object({ responseData: z.object({ translatedText: z.string() }) });
const Pairs = z.object({
  responseData: z.array(z.object({ sourceLanguage: z.string(), targetLanguage: z.string() })),
});

/**
 * Apertium APy (wiki.apertium.org, "Apertium-apy"): Apertium on another server, with one text per request. A busy APy
 * splits texts over 1,000 characters and drops everything after ten splits, so no piece is longer than that. Codes are
 * sent as HTML, whose order among the words Apertium keeps.
 */
export function apy({ url, backoffMs }: ApyOptions): Vendor {
  const http: HttpOptions = { engine: "apy", url, ...(backoffMs ? { backoffMs } : {}) };
  return {
    id: "apy",
    name: "Apertium APy",
    local: isLoopback(url),
    limits: { items: 1, characters: 2_000, concurrent: 4 },

    async list(patience) {
      const { responseData } = await requestJson(http, { method: "GET", path: "/listPairs" }, Pairs, patience);
      return responseData.flatMap(({ sourceLanguage, targetLanguage }) =>
        pairUp(vendorLanguage(sourceLanguage), vendorLanguage(targetLanguage), rankOf),
      );
    },

    async translate(pieces, { from, to }, patience) {
      return Promise.all(
        pieces.map(async ({ text }) => {
          const q = writeMarkup(text, [], "html");
          const body = new URLSearchParams({ langpair: `${from}|${to}`, q, format: "html", markUnknown: "no" });
          const { responseData } = await requestJson(http, { path: "/translate", body }, Translation, patience);
          return readMarkup(responseData.translatedText).trim();
        }),
      );
    },
  };
}
