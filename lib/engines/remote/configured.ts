import type { Engine } from "@/lib/engines/engine";
import { apy } from "@/lib/engines/remote/apy";
import { azure } from "@/lib/engines/remote/azure";
import { chat } from "@/lib/engines/remote/chat";
import { deepl } from "@/lib/engines/remote/deepl";
import { RemoteEngine, type Vendor } from "@/lib/engines/remote/engine";
import { google } from "@/lib/engines/remote/google";
import { readServiceAccount } from "@/lib/engines/remote/google-token";
import { libreTranslate } from "@/lib/engines/remote/libretranslate";
import type { Env } from "@/lib/env";

/** The services that the settings name, and no others. */
export function configuredEngines(env: Env): Engine[] {
  return vendors(env).map((vendor) => {
    const timeoutMs = vendor.id === "openai" ? env.OPENAI_TIMEOUT_MS : env.ENGINE_TIMEOUT_MS;
    return new RemoteEngine(vendor, { queueLimit: env.ENGINE_QUEUE, timeoutMs });
  });
}

function vendors(env: Env): Vendor[] {
  const found: Vendor[] = [];
  if (env.DEEPL_API_KEY) found.push(deepl({ key: env.DEEPL_API_KEY, url: env.DEEPL_URL }));
  const keyFile = env.GOOGLE_TRANSLATE_KEY_FILE;
  if (keyFile) found.push(google({ account: () => readServiceAccount(keyFile), url: env.GOOGLE_TRANSLATE_URL }));
  if (env.AZURE_TRANSLATOR_KEY) {
    const { AZURE_TRANSLATOR_KEY: key, AZURE_TRANSLATOR_REGION: region, AZURE_TRANSLATOR_URL: url } = env;
    found.push(azure({ key, region, url }));
  }
  if (env.OPENAI_MODEL) {
    const { OPENAI_MODEL: model, OPENAI_API_KEY: key, OPENAI_URL: url, OPENAI_LANGUAGES: languages } = env;
    found.push(chat({ model, key, url, languages }));
  }
  if (env.LIBRETRANSLATE_URL)
    found.push(libreTranslate({ url: env.LIBRETRANSLATE_URL, key: env.LIBRETRANSLATE_API_KEY }));
  if (env.APY_URL) found.push(apy({ url: env.APY_URL }));
  return found;
}
