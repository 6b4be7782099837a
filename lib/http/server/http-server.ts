import {
  createServer,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { METHODS } from "@/lib/http/api/contract";
import { errorReply, methodNotAllowed } from "@/lib/http/api/responses";

/** Timeout for the headers, so that incomplete requests cannot occupy connections. */
const HEADERS_TIMEOUT_MS = 15_000;
/** Interval of checking the header timeout: a connection is closed at most 20 seconds after it was opened. */
const CHECK_INTERVAL_MS = 5_000;
/** Timeout for a whole request: long enough for the largest upload at 1 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;
/**
 * Longer than proxies keep idle connections (at most two minutes, Caddy), so that none is closed while a request
 * arrives.
 */
const KEEP_ALIVE_MS = 130_000;

type Timeouts = { readonly headersTimeout: number; readonly connectionsCheckingInterval: number };

/** An HTTP server that also sends a documented error for requests that Node would reject without a body. */
export function createHttpServer(
  listener: RequestListener,
  timeouts: Timeouts = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
): Server {
  const traffic: Traffic = { running: new Set() };
  const server = createServer(
    { ...timeouts, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    (request, response) => {
      traffic.running.add(response);
      response.once("close", () => traffic.running.delete(response));
      if (traffic.held) traffic.held.push(() => listener(request, response));
      else listener(request, response);
    },
  );
  trafficOf.set(server, traffic);
  // Servers may ignore an unknown expectation (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket) => refuse(socket, methodNotAllowed([...METHODS, "HEAD", "OPTIONS"])));
  server.on("clientError", refuseUnreadable);
  return server;
}

/**
 * Stops a server gracefully. Until `noticed` it still answers new requests, but each response closes its connection
 * (RFC 9112, 9.6), so that clients reconnect to another server. Then it stops listening, and the promise resolves when
 * all requests have been answered.
 */
export async function drain(server: Server, noticed: Promise<unknown> = Promise.resolve()): Promise<void> {
  const traffic = trafficOf.get(server) ?? { running: new Set() };
  server.prependListener("request", (_request, response) => closeAfter(response));
  for (const response of traffic.running) closeAfter(response);
  await noticed;
  const held: (() => void)[] = [];
  traffic.held = held;
  await noneConnects(server);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  traffic.held = undefined;
  for (const answer of held) answer();
  // Closes idle connections repeatedly: responses that had started before do not close theirs.
  const closing = setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  clearInterval(closing);
}

/** Responses being sent, and requests that wait while the server closes. */
type Traffic = { readonly running: Set<ServerResponse>; held?: (() => void)[] | undefined };

const trafficOf = new WeakMap<Server, Traffic>();

/** Milliseconds without a new connection after which clients that were just answered have had time to reconnect. */
const QUIET_MS = 10;
/** Minimum turns of the event loop without a new connection, however long they take. */
const QUIET_TURNS = 3;
/** Maximum milliseconds to wait, after which the server closes in any case. */
const MAX_WAIT_FOR_QUIET_MS = 2_000;

/**
 * Resolves when no client has connected for a moment. Closing the listener resets connections that the kernel has
 * established but the process has not accepted yet, and each turn of the event loop accepts only one.
 */
async function noneConnects(server: Server): Promise<void> {
  let last = performance.now();
  let turns = 0;
  const connected = () => {
    last = performance.now();
    turns = 0;
  };
  server.on("connection", connected);
  const end = last + MAX_WAIT_FOR_QUIET_MS;
  for (let now = last; now < end && (turns < QUIET_TURNS || now < last + QUIET_MS); now = performance.now()) {
    await setImmediate();
    turns += 1;
  }
  server.off("connection", connected);
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Browsers open connections in advance. They would take an error on such a connection for the response to their next
  // request.
  const isUnused = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && (socket as Socket).bytesRead === 0;
  if (error.code === "ECONNRESET" || isUnused) socket.destroy();
  else refuse(socket, unreadable(error.code));
}

function unreadable(code: string | undefined): AppError {
  if (code === "HPE_HEADER_OVERFLOW") {
    const message = `The address and headers are longer than ${maxHeaderSize} bytes.`;
    return new AppError("headers_too_large", message, { limit: maxHeaderSize });
  }
  const isLate = code === "ERR_HTTP_REQUEST_TIMEOUT";
  const message = isLate ? "The request took too long to arrive." : "The request is not valid HTTP.";
  return new AppError("invalid_request", message, { errors: [] });
}

/** Sends an error on a connection that has no response object, and closes it. */
function refuse(socket: Duplex, error: AppError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = errorReply(error, newId("request"));
  headers.set("Connection", "close");
  headers.set("Content-Length", String(Buffer.byteLength(String(body))));
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
