import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Reply } from "@/lib/http/api/responses";
import { headerOf } from "./node-request";

/** Minimum bytes of a response to compress; for shorter ones compression gains nothing. */
const COMPRESSED_FROM = 1024;

/** Writes an API response. Rejects if the body's stream fails or the client disconnects before the end of the body. */
export async function send(reply: Reply, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = reply;
  if (typeof body === "string") {
    const bytes = await compressed(body, headers, request);
    headers.set("Content-Length", String(Buffer.byteLength(bytes)));
    response.writeHead(status, [...headers].flat()).write(bytes);
    await readToEnd(request);
    response.end();
    return;
  }
  response.writeHead(status, [...headers].flat());
  if (!body) return void response.end();
  const length = Number(headers.get("Content-Length") ?? Number.POSITIVE_INFINITY);
  const isEndless = headers.get("Content-Type")?.startsWith("text/event-stream");
  let sent = 0;
  const source = Readable.fromWeb(body as never);
  source.on("data", (chunk: Uint8Array) => {
    sent += chunk.byteLength;
  });
  try {
    await pipeline(source, response);
  } catch (error) {
    const hasLeft = error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
    if (!hasLeft || (!isEndless && sent < length)) throw error;
  }
}

/** Milliseconds for which a client may continue to send a body that was already answered. */
const LINGER_MS = 2_000;

/**
 * Closing a connection while the client is sending would reset it before the client has read the response (RFC 9112,
 * 9.6), so the rest of the body is read and discarded for a while.
 */
async function readToEnd(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  request.resume();
  await once(request, "end", { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => {});
}

async function compressed(body: string, headers: Headers, request: IncomingMessage): Promise<string | Buffer> {
  if (body.length < COMPRESSED_FROM) return body;
  headers.append("Vary", "Accept-Encoding");
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(headerOf(request, "accept-encoding") ?? "")) return body;
  headers.set("Content-Encoding", "gzip");
  return promisify(gzip)(body);
}
