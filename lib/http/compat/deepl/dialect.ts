import { env } from "@/lib/base/env";
import { AppError, type FieldError } from "@/lib/base/errors";
import type { ApiRequest } from "@/lib/http/api/endpoint";
import type { Dialect } from "@/lib/http/compat/facade";
import type { Fields } from "@/lib/http/compat/fields";

/** DeepL's API: 403 for every fault of a key, as its SDKs expect, and errors as `{"message": "…"}`. */
export const deepl: Dialect = {
  isOn: () => env().DEEPL_API,
  keyOf,
  missingKey: () =>
    new AppError("unauthorized", "Send the key as Authorization: DeepL-Auth-Key.", { reason: "missing" }),
  error: (error) => ({
    status: STATUSES[error.code] ?? error.status,
    body: { message: messageOf(error), ...detailOf(error) },
  }),
  headers: (requestId) => ({ "X-Trace-ID": requestId }),
};

/** DeepL's clients choose the host by the `:fx` at the end of a key, so people append it to ours as well. */
function keyOf(request: ApiRequest, fields: Fields): string | null {
  const given = /^(?:DeepL-Auth-Key|Bearer) +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return (given ?? fields.text("auth_key"))?.replace(/:fx$/, "") ?? null;
}

const STATUSES: Readonly<Partial<Record<AppError["code"], number>>> = {
  unauthorized: 403,
  language_not_detected: 400,
  unreadable_file: 400,
  no_translatable_text: 400,
  unsupported_media_type: 400,
  conflict: 503,
  gone: 404,
};

const FIELDS: Readonly<Record<string, string>> = { source: "source_lang", target: "target_lang" };

function messageOf(error: AppError): string {
  const [fault] = (error.details.errors ?? []) as readonly FieldError[];
  const field = fault && FIELDS[fault.path];
  if (error.code === "not_found" && error.details.resource === "glossary") return "Glossary not found";
  if (error.code === "not_found" && error.details.resource === "dictionary") return "Dictionary not found";
  if (field && (fault.code === "unsupported_language" || fault.code === "unsupported_pair")) return notSupported(field);
  return error.message;
}

function detailOf({ details }: AppError): { detail?: string } {
  return typeof details.detail === "string" ? { detail: details.detail } : {};
}

/** 400 for a glossary, with what is wrong in `detail`. */
export function invalidGlossary(detail: string): AppError {
  return new AppError("invalid_request", "Invalid glossary entries provided", { errors: [], detail });
}

/** 400 with the vendor's message. */
export function invalid(message: string): AppError {
  return new AppError("invalid_request", message, { errors: [] });
}

export function notSupported(field: string): string {
  return `Value for '${field}' not supported.`;
}
