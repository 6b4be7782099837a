import { ApiError } from "./api-error";

/** What the service found wrong with one field or with a part of it, in its own words; undefined when nothing. */
export function fieldError(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.find((field) => field.path === path || field.path.startsWith(`${path}.`))?.message;
}

/** True when every fault stands beside a field of the form, so that nothing is left to be said for the whole. */
export function isAllBesideFields(error: unknown, paths: readonly string[]): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return false;
  return error.fields.every((field) => paths.some((path) => field.path === path || field.path.startsWith(`${path}.`)));
}
