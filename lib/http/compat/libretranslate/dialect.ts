import { env } from "@/lib/base/env";
import { type AppError, invalidRequest } from "@/lib/base/errors";
import type { Dialect, FacadeContext } from "@/lib/http/compat/facade";
import { bearerOf, CORS, invalid, languageFault, vendorStatus } from "@/lib/http/compat/faults";
import { type Codes, requireLanguage } from "@/lib/http/compat/languages";
import { addressesOf, clientAddress, type IncomingRequest } from "@/lib/identity/auth/client-address";

/** LibreTranslate 1.9: the key is `api_key`, errors are `{"error": "…"}`, and every origin is allowed. */
export const libreTranslate: Dialect = {
  isOn: () => env().LIBRETRANSLATE_API !== "off",
  // Clients send the key as `api_key`; npm's `libretranslate` sends it as `apiKey`.
  keyOf: (request, fields) => bearerOf(request) ?? fields.text("api_key") ?? fields.text("apiKey"),
  keyOfAddress,
  missingKey: () => invalidRequest([{ path: "api_key", code: "required", message: NO_KEY }]),
  error: (error) => ({ status: vendorStatus(error, { unauthorized: 403 }), body: { error: messageOf(error) } }),
  headers: () => CORS,
};

/** LibreTranslate's path for a path at the root of this server, if the settings enable this. */
export function atRoot(path: string): string | undefined {
  return env().LIBRETRANSLATE_API === "root" ? path : undefined;
}

const NO_KEY = "Please contact the server operator to get an API key";

/** LibreTranslate's codes: Chinese always includes its script. */
export const LIBRETRANSLATE: Codes = { tags: { zt: "zh-Hant", pb: "pt-BR" }, codes: { zh: "zh-Hans" } };

/** The vendor's message if clients parse it, else ours. */
function messageOf(error: AppError): string {
  if (error.code === "unauthorized") return "Invalid API key";
  if (error.code === "rate_limit_exceeded")
    return `Slowdown: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
  if (languageFault(error) && typeof error.details.given === "string") return `${error.details.given} is not supported`;
  return error.message;
}

/** The value of a field. Throws 400 with the vendor's message if it is missing. */
export function required(name: string, value: string | null = null): string {
  if (value === null) throw invalid(`Invalid request: missing ${name} parameter`);
  return value;
}

/** The languages of a request. The source is undefined for `auto`. Throws 400. */
export async function requirePair({ caller, fields }: FacadeContext) {
  const source = required("source", fields.text("source"));
  const target = required("target", fields.text("target"));
  return {
    source:
      source.toLowerCase() === "auto" ? undefined : await requireLanguage("source", source, caller, LIBRETRANSLATE),
    target: await requireLanguage("target", target, caller, LIBRETRANSLATE),
  };
}

/**
 * The key that the administrator has bound to the client's address, for clients that cannot send a key; null for other
 * addresses. The key's scopes, limits, usage and revocation apply as usual.
 */
function keyOfAddress(request: IncomingRequest): string | null {
  const bound = env().LIBRETRANSLATE_ADDRESS_KEYS;
  if (bound.length === 0) return null;
  const address = clientAddress(request);
  return bound.find(({ network }) => addressesOf([network])(address))?.key ?? null;
}
