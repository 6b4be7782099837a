import { CAUSES } from "@/lib/vocabulary/causes";

/** The table of errors: code → HTTP status → meaning. Types, OpenAPI and the docs page are generated from it. */
export const ERRORS = {
  invalid_request: { status: 400, meaning: "The request is malformed: `details.errors` lists every fault." },
  unauthorized: { status: 401, meaning: "The key is missing, malformed, unknown, revoked or expired." },
  forbidden: {
    status: 403,
    meaning: "The key lacks the scope, the member lacks the role, or the session is cross-site.",
  },
  not_found: { status: 404, meaning: "Unknown route or resource." },
  method_not_allowed: { status: 405, meaning: "The route does not support this method." },
  conflict: {
    status: 409,
    meaning: "The resource is not ready, its state forbids this, or a request with this idempotency key is running.",
  },
  gone: { status: 410, meaning: "The translated file has expired." },
  precondition_failed: { status: 412, meaning: "`If-Match` names a stale version." },
  too_large: { status: 413, meaning: "Text, batch, body or file is over the limit." },
  unsupported_media_type: {
    status: 415,
    meaning: "The content type of the request, or the file format, is not supported.",
  },
  language_not_detected: {
    status: 422,
    meaning: "The language of the text could not be detected: name it in `source`.",
  },
  unreadable_file: { status: 422, meaning: "The file is corrupt, encrypted, in a wrong encoding or hostile." },
  no_translatable_text: { status: 422, meaning: "The file has no text to translate." },
  no_translations_matched: {
    status: 422,
    meaning: "The file has translations, but none belongs to a text in the document.",
  },
  service_is_this_server: { status: 422, meaning: "The translation service leads back to this server." },
  trial_failed: { status: 422, meaning: "The service failed its trial and was not saved: see `details.trial`." },
  idempotency_key_reused: { status: 422, meaning: "The idempotency key was used for a different request." },
  rate_limit_exceeded: { status: 429, meaning: "The account's hourly limit is used up." },
  headers_too_large: { status: 431, meaning: "The request line and headers are too long." },
  internal_error: { status: 500, meaning: "An internal fault, logged with the request ID." },
  engine_unavailable: { status: 503, meaning: "No translation engine can translate this text now." },
  model_installing: {
    status: 503,
    meaning: "The language model for the pair is being installed: `details` has its progress.",
  },
  model_unavailable: {
    status: 503,
    meaning: "The language model for the pair could not be installed: see `details.reason`.",
  },
  overloaded: { status: 503, meaning: "The service is busy, starting, stopping, or its database is down." },
  timeout: { status: 504, meaning: "The engine took too long." },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export const FIELD_ERROR_CODES = [
  "required",
  "type",
  "unknown_field",
  "empty",
  "range",
  "format",
  "unsupported_language",
  "unsupported_pair",
  "duplicate",
  "same_language",
] as const;

/** The violated rule, where the code alone does not show what to do. */
export const FIELD_ERROR_REASONS = [
  "password_wrong",
  "password_is_address",
  "password_is_pattern",
  "password_is_digits",
  "password_is_common",
  "wrong_code",
  "wrong_passkey",
  "other_name",
  "other_address",
  "not_https",
  "address_with_password",
  "address_with_fragment",
  "address_port",
  "address_not_public",
  "past",
  "not_an_address",
  "other_source_language",
  "second_written_memory",
  "unfit_member",
  "key_of_other_address",
  "no_service_account",
  "no_whole_model",
  "no_models_there",
  "folder_not_absolute",
  "engine_cannot",
  "path_form",
  "file_name_pattern",
  "characters_not_kept",
  "pattern_unusable",
  "flag_unusable",
  ...CAUSES,
] as const;

/** An error in one field. `path` is dotted with indices, such as `targetLanguages.0`. */
export type FieldError = {
  readonly path: string;
  readonly code: (typeof FIELD_ERROR_CODES)[number];
  readonly message: string;
  readonly reason?: (typeof FIELD_ERROR_REASONS)[number];
  /** The violated bounds of a number, or of a count of `unit`. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly unit?: "characters" | "items";
  readonly suggestions?: readonly string[];
  readonly supportedTargets?: readonly string[];
  /** For a language or pair that no engine translates: whether a model for it exists. */
  readonly installable?: boolean;
  /** The detected language, if the error is about that language. */
  readonly detectedLanguage?: string;
};

/**
 * An error reported to the caller. Thrown where it is detected, and converted to a response in lib/http/api only.
 * `message` says what happened and what to do, and never contains text to translate or a key.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** 400 that lists all errors. */
export function invalidRequest(errors: readonly FieldError[]): AppError {
  const [first] = errors;
  const message =
    errors.length === 1 && first ? first.message : `The request has ${errors.length} faults: see details.errors.`;
  return new AppError("invalid_request", message, { errors });
}

/** Throws 400 for an empty upload in the part `file`. */
export function refuseEmptyFile(bytes: Uint8Array): void {
  if (bytes.length === 0) throw invalidRequest([{ path: "file", code: "empty", message: "The file is empty." }]);
}

/** The same 404 for missing resources and for those of another account. */
export function notFound(resource: string): AppError {
  return new AppError("not_found", `No such ${resource}.`, { resource });
}

/** The result of a lookup; null if the lookup throws {@link notFound}. */
export async function orNull<Found>(looking: Promise<Found>): Promise<Found | null> {
  return looking.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}

/** 503 with `Retry-After`. */
export function unavailable(
  code: "engine_unavailable" | "overloaded",
  message: string,
  retryAfterSeconds: number,
): AppError {
  return new AppError(code, message, { retryAfterSeconds }, { "Retry-After": String(retryAfterSeconds) });
}
