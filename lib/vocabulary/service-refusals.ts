/** Why a translation service does not work, as far as its answer says. */
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
] as const;
export type ServiceRefusal = (typeof SERVICE_REFUSALS)[number];

export type Refusal = {
  readonly reason: ServiceRefusal;
  /** HTTP status of the vendor's answer; null without an answer. */
  readonly status: number | null;
};
