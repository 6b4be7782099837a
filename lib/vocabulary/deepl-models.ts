/** Models of DeepL (developers.deepl.com, "Translate text", `model_type`). */
export const DEEPL_MODELS = ["latency_optimized", "quality_optimized", "prefer_quality_optimized"] as const;
export type DeeplModel = (typeof DEEPL_MODELS)[number];
