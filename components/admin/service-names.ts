import type { ServiceKind } from "@/lib/schemas/service-fields";

/** Brand names of services. */
export const SERVICE_NAMES: Readonly<Record<ServiceKind, string>> = {
  deepl: "DeepL",
  google: "Google Cloud Translation",
  azure: "Azure Translator",
  openai: "OpenAI, Ollama, vLLM, llama.cpp",
  libretranslate: "LibreTranslate",
  apy: "Apertium APy",
};
