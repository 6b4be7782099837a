import { ApiError } from "./api-error";
import { useFaultText } from "./use-fault-text";

/** Tells in the reader's language what the service found wrong with one field or with a part of it; undefined when nothing. */
export function useFieldError(): (error: unknown, path: string) => string | undefined {
  const faultText = useFaultText();
  return (error, path) => {
    if (!(error instanceof ApiError)) return undefined;
    const fault = error.fields.find((field) => field.path === path || field.path.startsWith(`${path}.`));
    return fault && faultText(fault);
  };
}

/** True when every fault stands beside a field of the form, so that nothing is left to be said for the whole. */
export function areAllShownByFields(error: unknown, paths: readonly string[]): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return false;
  return error.fields.every((field) => paths.some((path) => field.path === path || field.path.startsWith(`${path}.`)));
}
