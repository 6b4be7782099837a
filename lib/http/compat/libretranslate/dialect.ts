import { env } from "@/lib/base/env";
import { AppError, type FieldError, invalidRequest } from "@/lib/base/errors";
import type { ApiRequest } from "@/lib/http/api/endpoint";
import type { Dialect } from "@/lib/http/compat/facade";
import type { Fields } from "@/lib/http/compat/fields";
import { addressesOf, clientAddress, type IncomingRequest } from "@/lib/identity/auth/client-address";

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Authorization, Content-Type",
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Expose-Headers": "X-Request-Id, Retry-After, Content-Disposition",
};

/** LibreTranslate 1.9: keys as `api_key`, errors as `{"error": "…"}`, CORS for every origin. */
export const libreTranslate: Dialect = {
  isOn: () => env().LIBRETRANSLATE_API !== "off",
  keyOf,
  keyOfAddress,
  missingKey: () => invalidRequest([{ path: "api_key", code: "required", message: NO_KEY }]),
  error: (error) => ({ status: statusOf(error), body: { error: messageOf(error) } }),
  headers: () => CORS,
};

/** LibreTranslate's path at the root, if enabled in the settings. */
export function atRoot(path: string): string | undefined {
  return env().LIBRETRANSLATE_API === "root" ? path : undefined;
}

const NO_KEY = "Please contact the server operator to get an API key";

/** Clients send it as `api_key`; npm's `libretranslate` as `apiKey`. */
function keyOf(request: ApiRequest, fields: Fields): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return bearer ?? fields.text("api_key") ?? fields.text("apiKey");
}

function statusOf({ code, status }: AppError): number {
  switch (code) {
    case "unauthorized":
      return 403;
    case "language_not_detected":
    case "unreadable_file":
    case "no_translatable_text":
    case "unsupported_media_type":
      return 400;
    default:
      return status;
  }
}

/** The vendor's message where clients parse it, else ours. */
function messageOf(error: AppError): string {
  if (error.code === "unauthorized") return "Invalid API key";
  if (error.code === "rate_limit_exceeded")
    return `Slowdown: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
  const [fault] = (error.details.errors ?? []) as readonly FieldError[];
  if (fault?.code === "unsupported_language" && typeof error.details.given === "string")
    return `${error.details.given} is not supported`;
  return error.message;
}

/** The value of a field. Throws 400 with the vendor's message if it is missing. */
export function required(name: string, value: string | null = null): string {
  if (value === null) throw invalid(`Invalid request: missing ${name} parameter`);
  return value;
}

/** 400 with the vendor's message. */
export function invalid(message: string): AppError {
  return new AppError("invalid_request", message, { errors: [] });
}

/**
 * The key that the administrator has bound to the client's address, for clients that cannot send one; null for other
 * addresses. Everything else of a key applies: scopes, limits, usage and revocation.
 */
function keyOfAddress(request: IncomingRequest): string | null {
  const bound = env().LIBRETRANSLATE_ADDRESS_KEYS;
  if (bound.length === 0) return null;
  const address = clientAddress(request);
  return bound.find(({ network }) => addressesOf([network])(address))?.key ?? null;
}
