import { z } from "zod";
import type { Vendor } from "./engine";
import { GoogleToken, type ServiceAccount } from "./google-token";
import { type Call, type HttpOptions, requestJson, type TimeLimit, VendorFault } from "./http";
import { readMarkup, writeMarkup } from "./markup";
import { isSameLanguage, pairUp, vendorLanguage } from "./pairs";
import { remoteRank } from "./ranks";

export type GoogleOptions = Pick<HttpOptions, "backoffMs"> & {
  /** Loads the account on first use; if it throws, the engine is unavailable. */
  readonly account: () => ServiceAccount;
  readonly url?: string | undefined;
};

const Translations = z.object({ translations: z.array(z.object({ translatedText: z.string() })) });
const Languages = z.object({
  languages: z.array(
    z.object({
      languageCode: z.string(),
      supportSource: z.boolean().default(false),
      supportTarget: z.boolean().default(false),
    }),
  ),
});

/**
 * Google's Cloud Translation API v3 (cloud.google.com/translate, "translateText"), which takes tokens of a service
 * account instead of API keys: 1024 texts and 30,000 code points per request; 429 `RESOURCE_EXHAUSTED` is temporary.
 * Codes are sent as HTML.
 */
export function google({ account, url = "https://translation.googleapis.com", backoffMs }: GoogleOptions): Vendor {
  const http: HttpOptions = { engine: "google", url, ...(backoffMs ? { backoffMs } : {}) };
  let opened: { readonly token: GoogleToken; readonly parent: string } | undefined;
  const open = (): { readonly token: GoogleToken; readonly parent: string } => {
    if (opened) return opened;
    const known = account();
    const parent = `/v3/projects/${encodeURIComponent(known.project_id)}/locations/global`;
    opened = { token: new GoogleToken(known, http), parent };
    return opened;
  };

  /** Paths are relative to the project. A token may be revoked early: retries once with a new one. */
  const ask = async <T>(call: Call, schema: z.ZodType<T>, patience: TimeLimit): Promise<T> => {
    const { token, parent } = open();
    const send = async (): Promise<T> => {
      const headers = { authorization: `Bearer ${await token.get(patience)}` };
      return requestJson(http, { ...call, path: parent + call.path, headers }, schema, patience);
    };
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof VendorFault && error.status === 401)) throw error;
      token.forget();
      return send();
    }
  };

  return {
    id: "google",
    name: "Google",
    local: false,
    limits: { items: 64, characters: 25_000, concurrent: 4 },

    async list(patience) {
      const path = "/supportedLanguages";
      const { languages } = await ask({ method: "GET", path }, Languages, patience);
      const known = languages.flatMap((one) => vendorLanguage(one.languageCode).map((named) => ({ ...one, ...named })));
      const rank = (source: string, target: string): number => remoteRank("google", source, target);
      return pairUp(
        known.filter(({ supportSource }) => supportSource),
        known.filter(({ supportTarget }) => supportTarget),
        rank,
      ).filter(({ source, target }) => !isSameLanguage(source, target));
    },

    async translate(pieces, { from, to }, patience) {
      const body = {
        contents: pieces.map(({ text, codes }) => writeMarkup(text, codes, "html")),
        mimeType: "text/html",
        sourceLanguageCode: from,
        targetLanguageCode: to,
      };
      const { translations } = await ask({ path: ":translateText", body }, Translations, patience);
      return translations.map(({ translatedText }) => readMarkup(translatedText));
    },
  };
}
