import { AppError, invalidRequest } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import type { ApiRequest } from "./endpoint";

/** Media type of a PATCH body, although most clients send plain JSON (RFC 7396). */
const MERGE_PATCH = "application/merge-patch+json";

/** 413 for a body over the limit. */
function bodyTooLarge(limit: number, actual: number | null, caller: Caller | null): AppError {
  return new AppError("too_large", `The body is larger than the limit of ${limit} bytes.`, {
    limit,
    actual,
    unit: "bytes",
    field: "body",
    tier: caller?.tier ?? null,
  });
}

/** Rejects a content type that the route does not accept, and a declared length over the limit, before reading. */
export function checkDeclared(
  request: ApiRequest,
  mediaTypes: readonly [string, ...string[]],
  maxBytes: number,
  caller: Caller | null,
): void {
  const received = mediaType(request.headers.get("content-type") ?? "");
  const isMergePatch = request.method === "PATCH" && received === MERGE_PATCH;
  if (received !== mediaTypes[0] && !isMergePatch)
    throw new AppError("unsupported_media_type", `Send the body as ${mediaTypes.join(" or ")}.`, {
      received,
      supported: mediaTypes,
    });
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maxBytes) throw bodyTooLarge(maxBytes, Number(declared), caller);
}

/** Rejects a compressed body: decompression is not supported. */
export function refuseEncoding(request: ApiRequest): void {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return;
  throw new AppError(
    "unsupported_media_type",
    "Send the body uncompressed, without Content-Encoding.",
    { received: /^[\w-]{1,40}$/.test(encoding) ? encoding : null, supported: ["identity"] },
    { "Accept-Encoding": "identity" },
  );
}

/** The content type of a multipart body, with its boundary. Throws 415 for other content types. */
export function requireMultipart(request: ApiRequest): string {
  const contentType = request.headers.get("content-type") ?? "";
  if (/^multipart\/form-data\s*(?:;|$)/i.test(contentType)) return contentType;
  throw new AppError("unsupported_media_type", "Send the body as multipart/form-data.", {
    received: mediaType(contentType),
    supported: ["multipart/form-data"],
  });
}

/** 400 for a malformed or truncated multipart body. */
export function brokenMultipart(): AppError {
  return malformed("The multipart body is malformed or incomplete.");
}

/** The media type of a request; null if malformed. */
function mediaType(contentType: string): string | null {
  const received = contentType.split(";")[0]!.trim().toLowerCase();
  return /^[\w.+-]+\/[\w.+-]+$/.test(received) ? received.slice(0, 100) : null;
}

/** Reads a JSON body of at most `maxBytes`. Throws 413 as soon as it exceeds that, 400 for invalid UTF-8 or JSON. */
export async function readJson(
  request: ApiRequest,
  maxBytes: number,
  caller: Caller | null,
): Promise<{ bytes: Buffer; value: unknown }> {
  const bytes = await readBytes(request, maxBytes, caller);
  const text = decodeUtf8(bytes);
  if (text.trim() === "") throw malformed("The body is empty: send a JSON object.");
  try {
    return { bytes, value: JSON.parse(text) };
  } catch {
    throw malformed("The body is not valid JSON.");
  }
}

/** Reads a body of at most `maxBytes`. */
async function readBytes(request: ApiRequest, maxBytes: number, caller: Caller | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw bodyTooLarge(maxBytes, null, caller);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Reads a text body of at most `maxBytes`. Throws 413 for more, 400 for invalid UTF-8. */
export async function readText(request: ApiRequest, maxBytes: number, caller: Caller | null): Promise<string> {
  return decodeUtf8(await readBytes(request, maxBytes, caller));
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8.");
  }
}

function malformed(message: string): AppError {
  return invalidRequest([{ path: "", code: "format", message }]);
}
