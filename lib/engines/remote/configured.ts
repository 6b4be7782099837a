import type { Env } from "@/lib/base/env";
import { readServiceAccount } from "./google-token";
import type { ServiceSettings } from "./service";

/** The services configured in the environment. */
export function configuredServices(env: Env): ServiceSettings[] {
  const found: ServiceSettings[] = [];
  if (env.DEEPL_API_KEY)
    found.push({ kind: "deepl", key: env.DEEPL_API_KEY, url: env.DEEPL_URL, model: env.DEEPL_MODEL });
  const keyFile = env.GOOGLE_TRANSLATE_KEY_FILE;
  if (keyFile) {
    const account = () => readServiceAccount(keyFile);
    const { GOOGLE_TRANSLATE_URL: url, GOOGLE_TRANSLATE_REGION: region, GOOGLE_TRANSLATE_BUCKET: bucket } = env;
    found.push({ kind: "google", account, url, region, bucket });
  }
  if (env.AZURE_TRANSLATOR_KEY) {
    const { AZURE_TRANSLATOR_KEY: key, AZURE_TRANSLATOR_REGION: region, AZURE_TRANSLATOR_URL: url } = env;
    found.push({ kind: "azure", key, region, url });
  }
  if (env.OPENAI_MODEL) {
    const { OPENAI_MODEL: model, OPENAI_API_KEY: key, OPENAI_URL: url, OPENAI_LANGUAGES: languages } = env;
    const { OPENAI_WINDOW: window, OPENAI_PRICE: price, OPENAI_PROMPT_PROFILE: profile } = env;
    found.push({ kind: "openai", model, key, url, languages, window, price, profile });
  }
  if (env.LIBRETRANSLATE_URL)
    found.push({ kind: "libretranslate", url: env.LIBRETRANSLATE_URL, key: env.LIBRETRANSLATE_API_KEY });
  if (env.APY_URL) found.push({ kind: "apy", url: env.APY_URL });
  return found;
}
