import { env } from "@/lib/base/env";
import type { AppError, ErrorCode } from "@/lib/base/errors";
import type { ApiRequest } from "@/lib/http/api/endpoint";
import type { Dialect } from "@/lib/http/compat/facade";
import { bearerOf, CORS, invalid, languageFault, missingKey } from "@/lib/http/compat/faults";
import { queryFields } from "@/lib/http/compat/fields";
import type { Codes } from "@/lib/http/compat/languages";

/** Microsoft Translator 3.0 and dated versions. Errors have six digits, of which three are usually the status. */
export const microsoft: Dialect = {
  isOn: () => env().MICROSOFT_API,
  keyOf: (request) => request.headers.get("ocp-apim-subscription-key") ?? bearerOf(request),
  missingKey: () => missingKey(MESSAGES[401_000]!),
  error: (error, request) => {
    const code = codeOfError(error);
    const status = STATUSES[error.code] ?? error.status;
    return {
      status,
      body: { error: { code: isDated(request) ? String(code) : code, message: messageOf(error, code) } },
    };
  },
  headers: (requestId, request) => {
    const trace = request.headers.get("x-clienttraceid");
    return {
      ...CORS,
      "X-RequestId": requestId,
      ...(trace && /^[\w-]{1,128}$/.test(trace) ? { "X-ClientTraceId": trace } : {}),
    };
  },
};

/** Microsoft's codes (learn.microsoft.com, "Translator language support"): `pt` is the Portuguese of Brazil. */
export const MICROSOFT: Codes = {
  tags: { pt: "pt-BR" },
  codes: { "pt-BR": "pt", "pt-PT": "pt-pt", zh: "zh-Hans", sr: "sr-Cyrl", mn: "mn-Cyrl" },
};

/** True for a dated version, which reads `inputs` and returns `value`. */
export function isDated(request: ApiRequest): boolean {
  return /^20\d\d-\d\d-\d\d/.test(String(queryFields(request)["api-version"]));
}

/** Throws 400 for an unknown version. */
export function requireVersion(request: ApiRequest): void {
  if (queryFields(request)["api-version"] !== "3.0" && !isDated(request)) throw refused(400_021);
}

/** A 400 error with one of Microsoft's codes. */
export function refused(code: number, message = MESSAGES[code] ?? ""): AppError {
  return invalid(message, { vendorCode: code });
}

const MESSAGES: Readonly<Record<number, string>> = {
  400001: "The scope parameter is invalid.",
  400019: "The request body must be an array of texts.",
  400021: "The API version parameter is missing or invalid.",
  400035: "The source language is not valid.",
  400036: "The target language is not valid.",
  401000: "The request is not authorized because credentials are missing or invalid.",
};

const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  too_large: 400,
  language_not_detected: 400,
  unsupported_media_type: 400,
};

const CODES: Readonly<Partial<Record<ErrorCode, number>>> = {
  unauthorized: 401_000,
  forbidden: 403_000,
  model_installing: 408_001,
  model_unavailable: 503_000,
  rate_limit_exceeded: 429_000,
};

function codeOfError(error: AppError): number {
  const { vendorCode, unit } = error.details;
  const fault = languageFault(error);
  if (fault) return fault.side === "source" && !fault.isPair ? 400_035 : 400_036;
  if (typeof vendorCode === "number") return vendorCode;
  if (error.code === "too_large") return unit === "characters" ? 400_050 : 400_077;
  return CODES[error.code] ?? (STATUSES[error.code] ?? error.status) * 1000;
}

function messageOf(error: AppError, code: number): string {
  const fault = languageFault(error);
  return (fault && !fault.isPair) || code === 401_000 ? MESSAGES[code]! : error.message;
}
