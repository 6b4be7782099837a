import type { Env } from "@/lib/base/env";
import type { DeeplModel, PromptProfile } from "@/lib/vocabulary/engines";
import { apy } from "./apy";
import { azure } from "./azure";
import { chat } from "./chat";
import type { ChatPrice } from "./chat-usage";
import { deepl } from "./deepl";
import { RemoteEngine, type Vendor } from "./engine";
import { google } from "./google";
import type { ServiceAccount } from "./google-token";
import { libreTranslate } from "./libretranslate";

type Optional = string | undefined;

/** A configured service: kind, address and key. `kind` is also the engine's id. */
export type ServiceSettings =
  | { readonly kind: "deepl"; readonly key: string; readonly url?: Optional; readonly model?: DeeplModel | undefined }
  /** `account` loads the service account on first use. If it throws, the engine is unavailable. */
  | {
      readonly kind: "google";
      readonly account: () => ServiceAccount;
      readonly url?: Optional;
      readonly region?: Optional;
      readonly bucket?: Optional;
    }
  | { readonly kind: "azure"; readonly key: string; readonly region?: Optional; readonly url?: Optional }
  | {
      readonly kind: "openai";
      readonly model: string;
      readonly url: string;
      readonly key?: Optional;
      readonly languages: readonly string[];
      readonly window?: number | undefined;
      readonly price?: ChatPrice | undefined;
      readonly profile?: PromptProfile | undefined;
    }
  | { readonly kind: "libretranslate"; readonly url: string; readonly key?: Optional }
  | { readonly kind: "apy"; readonly url: string };

/** Creates the engine for a service. Sends nothing before it is used. */
export function openService(
  settings: ServiceSettings,
  { ENGINE_QUEUE, ENGINE_TIMEOUT_MS, OPENAI_TIMEOUT_MS, GOOGLE_STORAGE_URL: storageUrl }: Env,
): RemoteEngine {
  const timeoutMs = settings.kind === "openai" ? OPENAI_TIMEOUT_MS : ENGINE_TIMEOUT_MS;
  return new RemoteEngine(vendorOf(settings, storageUrl), { queueLimit: ENGINE_QUEUE, timeoutMs });
}

function vendorOf(settings: ServiceSettings, storageUrl: Optional): Vendor {
  switch (settings.kind) {
    case "deepl":
      return deepl(settings);
    case "google":
      return google({ ...settings, storageUrl });
    case "azure":
      return azure(settings);
    case "openai":
      return chat(settings);
    case "libretranslate":
      return libreTranslate(settings);
    case "apy":
      return apy(settings);
  }
}
