/**
 * Reasons why a text, a file or a project has no machine translation. The API returns one as the `reason` of
 * `unsupported_language` and `unsupported_pair`, and each language of the interface describes them in `whyNot`.
 */
export const CAUSES = ["no_engine", "model_not_installed", "source_unreachable", "model_unavailable"] as const;
export type Cause = (typeof CAUSES)[number];

/** A hint for each cause, which the API appends to the error's message. Begins with a space. */
export const CAUSE_HINTS: Readonly<Record<Cause, string>> = {
  no_engine: "",
  model_not_installed: " A language model for it can be installed by an administrator.",
  source_unreachable: " A language model for it exists, but the source of language models cannot be reached.",
  model_unavailable: " A language model for it exists, but cannot be installed now.",
};

export const isCause = (reason: unknown): reason is Cause => CAUSES.some((cause) => cause === reason);
