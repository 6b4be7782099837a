import { ApiError } from "./api-error";
import { useFaultText } from "./texts";

/** Describes the error of a field, or of a part of it, in the reader's language; undefined without an error. */
export function useFieldError(): (error: unknown, path: string) => string | undefined {
  const faultText = useFaultText();
  return (error, path) => {
    if (!(error instanceof ApiError)) return undefined;
    const fault = error.fields.find((field) => field.path === path || field.path.startsWith(`${path}.`));
    return fault && faultText(fault);
  };
}

/** True if fields of the form show all errors, so that the form needs no general message. */
export function areAllShownByFields(error: unknown, paths: readonly string[]): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return false;
  return error.fields.every((field) => paths.some((path) => field.path === path || field.path.startsWith(`${path}.`)));
}
