import type { TranslationOptions } from "@/lib/engines/engine";

export type { TranslationOptions } from "@/lib/engines/engine";

/** The options given in a request, without omitted and default ones. */
export function optionsIn({
  context,
  formality,
  instructions,
}: {
  readonly [Name in keyof TranslationOptions]?: TranslationOptions[Name] | undefined;
}): TranslationOptions {
  return {
    ...(context ? { context } : {}),
    ...(formality && formality !== "default" ? { formality } : {}),
    ...(instructions ? { instructions } : {}),
  };
}
