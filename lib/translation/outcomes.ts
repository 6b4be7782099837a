import { AppError } from "@/lib/base/errors";

/** The error of one text or language in a response that contains other results. */
export type Failed = { error: { code: string; message: string; details: Record<string, unknown> } };

/** Returns an `AppError` as a value; throws other errors again. */
export function onlyAppErrors(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  throw thrown;
}

export function asItem<One extends object>(item: One | AppError): One | Failed {
  return item instanceof AppError
    ? { error: { code: item.code, message: item.message, details: { ...item.details } } }
    : item;
}

/**
 * The response to a request with several targets, each with its own outcome. Throws if every target failed because of
 * the engines, or because the language of the text cannot be detected.
 */
export function byTarget<One extends { readonly characters: number }>(
  names: readonly string[],
  outcomes: readonly (One | AppError)[],
): { results: Record<string, One | Failed>; characters: number } {
  const failed = outcomes.filter((outcome): outcome is AppError => outcome instanceof AppError);
  const isShared = (error: AppError) => error.status >= 500 || error.code === "language_not_detected";
  if (failed.length === outcomes.length && failed.every(isShared))
    throw failed.find(({ status }) => status === 503) ?? failed[0]!;
  const done = outcomes.filter((outcome): outcome is One => !(outcome instanceof AppError));
  return {
    results: Object.fromEntries(names.map((name, i) => [name, asItem(outcomes[i]!)])),
    characters: done.reduce((sum, { characters }) => sum + characters, 0),
  };
}

/** Engine and source language for usage statistics, if they are the same for all texts. */
export function engineAndSource(outcomes: readonly object[]): { engine?: string; source?: string } {
  const of = (name: "engine" | "source") => [
    ...new Set(outcomes.flatMap((one) => (name in one ? [(one as Record<typeof name, string>)[name]] : []))),
  ];
  const [engines, sources] = [of("engine"), of("source")];
  return {
    ...(engines.length === 1 ? { engine: engines[0]! } : {}),
    ...(sources.length === 1 ? { source: sources[0]! } : {}),
  };
}
