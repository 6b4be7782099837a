import type { Caller } from "@/lib/auth/caller";
import { AppError, type FieldError, invalidRequest } from "@/lib/errors";
import type { ApiRequest } from "./contract";

/** 413 for a body that is longer than may be read. */
export function bodyTooLarge(limit: number, actual: number | null, caller: Caller | null): AppError {
  return new AppError("too_large", `The body is larger than the ${limit} bytes that are taken here.`, {
    limit,
    actual,
    unit: "bytes",
    field: "body",
    tier: caller?.tier ?? null,
  });
}

/**
 * Refuses another content type than the first of those that the route takes, and a declared length over the limit,
 * before reading.
 */
export function checkDeclared(
  request: ApiRequest,
  mediaTypes: readonly [string, ...string[]],
  maxBytes: number,
  caller: Caller | null,
): void {
  const received = (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (received !== mediaTypes[0])
    throw new AppError("unsupported_media_type", `Send the body as ${mediaTypes.join(" or ")}.`, {
      received: /^[\w.+-]+\/[\w.+-]+$/.test(received) ? received.slice(0, 100) : null,
      supported: mediaTypes,
    });
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maxBytes) throw bodyTooLarge(maxBytes, Number(declared), caller);
}

/**
 * Reads a JSON body of at most `maxBytes`. Throws 413 as soon as more has come, 400 for what is no UTF-8 or no JSON.
 */
export async function readJson(
  request: ApiRequest,
  maxBytes: number,
  caller: Caller | null,
): Promise<{ bytes: Buffer; value: unknown }> {
  const bytes = await readBytes(request, maxBytes, caller);
  const text = decodeUtf8(bytes);
  if (text === null) throw malformed("The body is not valid UTF-8.");
  if (text.trim() === "") throw malformed("The body is empty: send a JSON object.");
  try {
    return { bytes, value: JSON.parse(text) };
  } catch {
    throw malformed("The body is not valid JSON.");
  }
}

/** Reads a body of at most `maxBytes`. */
export async function readBytes(request: ApiRequest, maxBytes: number, caller: Caller | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw bodyTooLarge(maxBytes, null, caller);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

function malformed(message: string): AppError {
  const fault: FieldError = { path: "", code: "format", message };
  return invalidRequest([fault]);
}
