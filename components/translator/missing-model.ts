import { ApiError } from "@/lib/client/api-error";
import type { Language } from "@/lib/client/language-sets";
import type { Languages } from "@/lib/schemas/translate";
import type { Pair } from "./pair";

/** A language that needs a model, and why the model is not installed. */
export type MissingModel = {
  readonly language: string;
  /** True if the language was detected. */
  readonly isDetected: boolean;
  /** Source and target of the model, as `npm run models` takes them. */
  readonly pair: string;
  readonly reason: "unreachable" | "forbidden" | "later";
};

/** The model that a refused translation needs; null for all other faults. */
export function missingModel(
  error: unknown,
  { source, target }: Pair,
  languages: readonly Language[],
  models: Languages["modelSource"],
): MissingModel | null {
  if (!(error instanceof ApiError) || !models) return null;
  const field = error.fields.find(({ installable }) => installable === true);
  if (!field) return null;
  const reason = !models.onDemand ? "forbidden" : models.reachable ? "later" : "unreachable";
  const from = field.detectedLanguage ?? source;
  const isServed = languages.some(({ code, targets }) => code === from && targets.length > 0);
  const language = isServed ? target : from;
  const pair =
    isServed && from !== "en" ? `en-${target}` : `${from}-${target === "en" || from === "en" ? target : "en"}`;
  return { language, isDetected: language === field.detectedLanguage, pair, reason };
}
