import { z } from "zod";
import type { Vendor } from "./engine";
import { GoogleGlossaries, type GoogleGlossaryOptions, type GoogleSend } from "./google-glossaries";
import { GoogleToken, type ServiceAccount, STORAGE_SCOPE, TRANSLATION_SCOPE } from "./google-token";
import { type HttpOptions, requestJson, VendorFault } from "./http";
import { readMarkup, writeMarkup } from "./markup";
import { isSameLanguage, pairUp, vendorLanguage } from "./pairs";
import { remoteRank } from "./ranks";

export type GoogleOptions = Pick<HttpOptions, "backoffMs"> & {
  /** Loads the account on first use. If it throws, the engine is unavailable. */
  readonly account: () => ServiceAccount;
  readonly url?: string | undefined;
  /** Location of requests. Default: `global`, and `us-central1` for those with glossaries. */
  readonly region?: string | undefined;
  /** Cloud Storage bucket for glossaries; without it, no glossaries are created at Google. */
  readonly bucket?: string | undefined;
  readonly storageUrl?: string | undefined;
} & Pick<GoogleGlossaryOptions, "pollMs">;

/** Location of requests with glossaries, which can't be `global`. */
const GLOSSARY_REGION = "us-central1";

const Texts = z.array(z.object({ translatedText: z.string() }));
/** A request with a glossary returns both the plain translations and those with its terms. */
const Translations = z.object({ translations: Texts, glossaryTranslations: Texts.optional() });
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
 * Google's Cloud Translation API v3 (cloud.google.com/translate, "translateText"), which requires tokens of a service
 * account instead of API keys: 1024 texts and 30,000 code points per request; 429 `RESOURCE_EXHAUSTED` is temporary.
 * Codes are sent as HTML.
 */
export function google({ account, region, bucket, backoffMs, pollMs, ...urls }: GoogleOptions): Vendor {
  const retries = backoffMs ? { backoffMs } : {};
  const translation = { engine: "google", url: urls.url ?? "https://translation.googleapis.com", ...retries };
  const storage = { engine: "google", url: urls.storageUrl ?? "https://storage.googleapis.com", ...retries };
  let opened: { readonly token: GoogleToken; readonly project: string } | undefined;
  const open = (): { readonly token: GoogleToken; readonly project: string } => {
    if (opened) return opened;
    const known = account();
    const scopes = [TRANSLATION_SCOPE, ...(bucket ? [STORAGE_SCOPE] : [])];
    opened = { token: new GoogleToken(known, translation, scopes), project: encodeURIComponent(known.project_id) };
    return opened;
  };
  const parentIn = (location: string): string => `projects/${open().project}/locations/${location}`;

  /** A token may be revoked before its expiry: retries once with a new one. */
  const sendTo =
    (http: HttpOptions): GoogleSend =>
    async (call, schema, patience) => {
      const { token } = open();
      const send = async () => {
        const headers = { ...call.headers, authorization: `Bearer ${await token.get(patience)}` };
        return requestJson(http, { ...call, headers }, schema, patience);
      };
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof VendorFault && error.status === 401)) throw error;
        token.forget();
        return send();
      }
    };
  const ask = sendTo(translation);
  const glossaries = bucket
    ? new GoogleGlossaries({
        bucket,
        parent: () => parentIn(region ?? GLOSSARY_REGION),
        translation: ask,
        storage: sendTo(storage),
        ...(pollMs ? { pollMs } : {}),
      })
    : undefined;

  return {
    id: "google",
    name: "Google",
    local: false,
    limits: { items: 64, characters: 25_000, concurrent: 4 },

    async list(patience) {
      const path = `/v3/${parentIn(region ?? "global")}/supportedLanguages`;
      const { languages } = await ask({ method: "GET", path }, Languages, patience);
      const known = languages.flatMap((one) => vendorLanguage(one.languageCode).map((named) => ({ ...one, ...named })));
      const rank = (source: string, target: string): number => remoteRank("google", source, target);
      return pairUp(
        known.filter(({ supportSource }) => supportSource),
        known.filter(({ supportTarget }) => supportTarget),
        rank,
      ).filter(({ source, target }) => !isSameLanguage(source, target));
    },

    notice: () => glossaries?.kept.fault && `Glossaries are not kept at Google: ${glossaries.kept.fault}`,

    async translate(pieces, direction, patience, { glossary }) {
      const body = {
        contents: pieces.map(({ text, codes }) => writeMarkup(text, codes, "html")),
        mimeType: "text/html",
        sourceLanguageCode: direction.from,
        targetLanguageCode: direction.to,
      };
      const translate = async (name?: string): Promise<string[]> => {
        const whole = name ? { ...body, glossaryConfig: { glossary: name } } : body;
        const path = `/v3/${parentIn(region ?? (name ? GLOSSARY_REGION : "global"))}:translateText`;
        const { translations, glossaryTranslations } = await ask({ path, body: whole }, Translations, patience);
        return (glossaryTranslations ?? translations).map(({ translatedText }) => readMarkup(translatedText));
      };
      const name = glossary && (await glossaries?.nameFor(glossary, direction));
      return glossaries ? glossaries.kept.use(name, translate) : translate();
    },
  };
}
