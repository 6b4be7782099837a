import type { TranslationOptions } from "@/lib/engines/engine";

export type { TranslationOptions } from "@/lib/engines/engine";

/** The options that a request names, without the fields that it leaves out or leaves at their default. */
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
