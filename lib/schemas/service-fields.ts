/** Services that can be engines. The name is the engine's id in responses. */
export const SERVICE_KINDS = ["deepl", "google", "azure", "openai", "libretranslate", "apy"] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

export const SERVICE_FIELD_NAMES = ["url", "model", "promptProfile", "key", "region", "bucket", "languages"] as const;
export type ServiceField = (typeof SERVICE_FIELD_NAMES)[number];

/** Fields of each service. Also used in the browser, so it must not import zod. */
export const SERVICE_FIELDS: Readonly<
  Record<ServiceKind, Readonly<Partial<Record<ServiceField, "required" | "optional">>>>
> = {
  deepl: { key: "required", model: "optional", url: "optional" },
  google: { key: "required", bucket: "optional", region: "optional", url: "optional" },
  azure: { key: "required", region: "optional", url: "optional" },
  openai: { url: "required", model: "required", promptProfile: "optional", key: "optional", languages: "optional" },
  libretranslate: { url: "required", key: "optional" },
  apy: { url: "required" },
};

/** Brand names of services. */
export const SERVICE_NAMES: Readonly<Record<ServiceKind, string>> = {
  deepl: "DeepL",
  google: "Google Cloud Translation",
  azure: "Azure Translator",
  openai: "OpenAI, Ollama, vLLM, llama.cpp",
  libretranslate: "LibreTranslate",
  apy: "Apertium APy",
};
