import { once, setMaxListeners } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { describeError, log } from "@/lib/log";
import type { ApiRequest } from "./api-request";
import { METHODS } from "./contract";
import { type Found, isOfApi, type Resources, tidied } from "./resources";
import { errorReply, type Reply } from "./responses";
import { unknownAddress } from "./unknown-route";

/**
 * Lets the resources be answered before a server's own listeners see the request. Next's way to a `route.ts` costs more
 * than translating a sentence does: its router, its spans, and Fetch's streams around both bodies. The answers are the
 * same by either way. What is none of the resources goes on to the listeners that were there.
 */
export function openDoor(server: Server, resources: Resources): void {
  const others = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    request.url = tidied(request.url ?? "");
    const found = resources.find(request.url) ?? strange(request);
    if (found) void pass(found, request, response);
    else for (const other of others) other.call(server, request, response);
  });
  // Node would answer without a word. A server need not mind what it does not know (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", refuseUnreadable);
}

/**
 * Next answers methods that it does not know with an empty 400, and `OPTIONS *` with an empty 500. What no page is asked
 * for, such as `POST /translate` or another version's `/v2/translate`, comes from a program that would be sent a page. What begins with `/_` is Next's own.
 */
function strange({ url = "", method = "" }: IncomingMessage): Found | null {
  const isStrange = isOfApi(url)
    ? !KNOWN_METHODS.has(method)
    : url === "*" || /^\/v\d+(?:[/?]|$)/.test(url) || (!PAGE_METHODS.has(method) && !url.startsWith("/_"));
  return isStrange ? async (request) => unknownAddress(request) : null;
}

const KNOWN_METHODS: ReadonlySet<string> = new Set([...METHODS, "HEAD", "OPTIONS"]);
const PAGE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** What is no HTTP, or has longer headers than are read, gets the documented error too. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const message =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "The address and the headers are longer than is read."
      : "The request is not valid HTTP.";
  const { status, headers, body } = errorReply(
    new AppError("invalid_request", message, { errors: [] }),
    newId("request"),
  );
  headers.set("Connection", "close");
  headers.set("Content-Length", String(Buffer.byteLength(String(body))));
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

async function pass(answer: Found, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await send(await answer(new NodeRequest(request, response)), request, response);
  } catch (error) {
    // Answers are given for all faults: here the client has gone, or a stream broke after it had begun.
    log.warn(describeError(error), "an answer broke off");
    response.destroy();
  }
  // Nobody else reads what is left of a body that was refused, and the next request of the connection comes after it.
  request.resume();
}

/** Node's request in the words of Fetch, as far as the API reads one. */
class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ApiRequest["headers"];
  #signal: AbortSignal | undefined;

  constructor(
    private readonly message: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    this.method = message.method ?? "GET";
    // The host is the client's word and means nothing here: only path and query are read.
    this.url = `http://localhost${message.url}`;
    this.headers = { get: (name) => headerOf(message, name), has: (name) => headerOf(message, name) !== null };
  }

  get body(): AsyncIterable<Uint8Array> {
    // Who stops reading early still wants to answer: the connection stays.
    return { [Symbol.asyncIterator]: () => this.message.iterator({ destroyOnReturn: false }) };
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#watch();
    return this.#signal;
  }

  #watch(): AbortSignal {
    const controller = new AbortController();
    this.response.once("close", () => {
      if (!this.response.writableFinished) controller.abort();
    });
    // Each text of a batch listens to it.
    setMaxListeners(0, controller.signal);
    return controller.signal;
  }
}

function headerOf(message: IncomingMessage, name: string): string | null {
  const value = message.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

/** Shorter answers gain nothing by being compressed. */
const COMPRESSED_FROM = 1024;

async function send(reply: Reply, request: IncomingMessage, response: ServerResponse): Promise<void> {
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
  if (body) await pipeline(Readable.fromWeb(body as never), response);
  else response.end();
}

/** Milliseconds for which a client may go on sending a body that has been answered already. */
const LINGER_MS = 2_000;

/**
 * A connection that is closed while its client still sends is broken before the client has read the answer (RFC 9112,
 * 9.6): what comes is read and thrown away for a while.
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
