/** Whether an engine can do everything, part of it, or nothing now. */
export const ENGINE_STATES = ["ready", "degraded", "unavailable"] as const;
export type EngineReadiness = (typeof ENGINE_STATES)[number];

/** Why a translation service does not work, derived from its response. */
export const SERVICE_REFUSALS = [
  "key_refused",
  "quota_used_up",
  "too_many_requests",
  "not_found",
  "rejected",
  "service_error",
  "unreachable",
  "timeout",
  "unexpected_answer",
  "no_languages",
  "key_unreadable",
  "service_is_this_server",
] as const;
export type ServiceRefusal = (typeof SERVICE_REFUSALS)[number];

export type Refusal = {
  readonly reason: ServiceRefusal;
  /** HTTP status of the vendor's response; null without a response. */
  readonly status: number | null;
};

/** Models of DeepL (developers.deepl.com, "Translate text", `model_type`). */
export const DEEPL_MODELS = ["latency_optimized", "quality_optimized", "prefer_quality_optimized"] as const;
export type DeeplModel = (typeof DEEPL_MODELS)[number];

/** How the prompt for a chat server's model is written; `auto` chooses by the model's name. */
export const PROMPT_PROFILES = ["auto", "json", "plain", "translategemma", "hunyuan-mt", "tower"] as const;
export type PromptProfile = (typeof PROMPT_PROFILES)[number];

/** Source of an engine's quality for a pair: set by an administrator, or measured. */
export const QUALITY_ORIGINS = ["set", "measured"] as const;
export type QualityOrigin = (typeof QUALITY_ORIGINS)[number];

/** Whether this server (or a service that it uses) or a person's input, such as a damaged file, made a job fail. */
export const FAILURE_CAUSES = ["server", "content"] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];
