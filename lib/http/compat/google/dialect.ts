import { env } from "@/lib/base/env";
import type { AppError } from "@/lib/base/errors";
import type { ApiRequest } from "@/lib/http/api/endpoint";
import type { Dialect } from "@/lib/http/compat/facade";
import { bearerOf, CORS, invalid, languageFault, missingKey, vendorStatus } from "@/lib/http/compat/faults";
import type { Codes } from "@/lib/http/compat/languages";

/** Google Cloud Translation: the key is `key` in query or body, and errors have google.rpc's names. */
export const google: Dialect = {
  isOn: () => env().GOOGLE_API,
  keyOf: (request, fields) => request.headers.get("x-goog-api-key") ?? fields.text("key") ?? bearerOf(request),
  missingKey: () => missingKey("The request is missing a valid API key."),
  error,
  headers: () => CORS,
};

/** Google's codes (cloud.google.com/translate, "Language support"): `pt` is the Portuguese of Brazil. */
export const GOOGLE: Codes = {
  tags: { pt: "pt-BR" },
  codes: { "pt-BR": "pt", zh: "zh-CN", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", he: "iw", jv: "jw", nb: "no" },
};

/** Name (google.rpc.Code) and reason in errors of v2, by status. */
const NAMES: Readonly<Record<number, readonly [string, string]>> = {
  400: ["INVALID_ARGUMENT", "invalid"],
  403: ["PERMISSION_DENIED", "forbidden"],
  404: ["NOT_FOUND", "notFound"],
  405: ["UNIMPLEMENTED", "httpMethodNotAllowed"],
  413: ["INVALID_ARGUMENT", "uploadTooLarge"],
  429: ["RESOURCE_EXHAUSTED", "rateLimitExceeded"],
  503: ["UNAVAILABLE", "backendError"],
  504: ["DEADLINE_EXCEEDED", "backendError"],
};
const OTHER = ["INTERNAL", "backendError"] as const;

/** A wrong key is a 400; only a missing key is a 403. */
function error(thrown: AppError, { url }: ApiRequest): ReturnType<Dialect["error"]> {
  const isWrongKey = thrown.code === "unauthorized" && thrown.details.reason !== "missing";
  const code = vendorStatus(thrown, { unauthorized: isWrongKey ? 400 : 403 });
  const [status, usual] = NAMES[code] ?? OTHER;
  const reason = isWrongKey ? "badRequest" : (thrown.details.vendorReason ?? usual);
  const message = isWrongKey ? "API key not valid. Please pass a valid API key." : messageOf(thrown);
  // Errors of v3 have no list of errors: Google's client parses the error as a google.rpc.Status.
  const list = new URL(url).pathname.startsWith("/v3/") ? {} : { errors: [{ message, domain: "global", reason }] };
  const details = isWrongKey ? { details: [INVALID_KEY] } : {};
  return { status: code, body: { error: { code, message, ...list, status, ...details } } };
}

const INVALID_KEY = {
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason: "API_KEY_INVALID",
  domain: "googleapis.com",
  metadata: { service: "translate.googleapis.com" },
};

function messageOf(thrown: AppError): string {
  const fault = languageFault(thrown);
  if (!fault) return thrown.message;
  return fault.isPair ? `Bad language pair: ${thrown.message}` : "Invalid Value";
}

/** The value of a field. If it is missing, throws 400 with Google's message. */
export function required<Value>(value: Value | null, name = "Text"): Value {
  if (value === null) throw invalid(`Required ${name}`, { vendorReason: "required" });
  return value;
}
