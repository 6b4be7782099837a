import { env } from "@/lib/base/env";
import type { AppError } from "@/lib/base/errors";
import type { Dialect } from "@/lib/http/compat/facade";
import { bearerOf, invalid, languageFault, missingKey, vendorStatus } from "@/lib/http/compat/faults";

/** DeepL's API. Every error about a key is a 403, as its SDKs expect; errors are `{"message": "…"}`. */
export const deepl: Dialect = {
  isOn: () => env().DEEPL_API,
  // DeepL's clients choose the host by a key's ending `:fx`, so people also append it to our keys.
  keyOf: (request, fields) => (bearerOf(request) ?? fields.text("auth_key"))?.replace(/:fx$/, "") ?? null,
  missingKey: () => missingKey("Send the key as Authorization: DeepL-Auth-Key."),
  error: (error) => ({
    status: vendorStatus(error, { unauthorized: 403, conflict: 503, gone: 404 }),
    body: { message: messageOf(error), ...detailOf(error) },
  }),
  headers: (requestId) => ({ "X-Trace-ID": requestId }),
};

function messageOf(error: AppError): string {
  if (error.code === "not_found" && error.details.resource === "glossary") return "Glossary not found";
  if (error.code === "not_found" && error.details.resource === "dictionary") return "Dictionary not found";
  const fault = languageFault(error);
  return fault && !fault.detected ? notSupported(`${fault.side}_lang`) : error.message;
}

function detailOf({ details }: AppError): { detail?: string } {
  return typeof details.detail === "string" ? { detail: details.detail } : {};
}

/** 400 for an invalid glossary, with the reason in `detail`. */
export function invalidGlossary(detail: string): AppError {
  return invalid("Invalid glossary entries provided", { detail });
}

export function notSupported(field: string): string {
  return `Value for '${field}' not supported.`;
}
