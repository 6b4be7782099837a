import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { METHODS } from "@/lib/api/contract";
import { errorReply, methodNotAllowed } from "@/lib/api/responses";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/** Timeout of the headers, so that half-open requests cannot occupy connections. */
const HEADERS_TIMEOUT_MS = 15_000;
/** How often this is checked: a connection is closed at most 20 seconds after it was opened. */
const CHECK_INTERVAL_MS = 5_000;
/** Timeout of a whole request: the largest upload at 1 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;
/**
 * Longer than proxies keep idle connections (at most two minutes, Caddy), so that none is closed while a request
 * arrives.
 */
const KEEP_ALIVE_MS = 130_000;

type Timeouts = { readonly headersTimeout: number; readonly connectionsCheckingInterval: number };

/** An HTTP server that also answers requests that Node would reject without a body. */
export function createHttpServer(
  listener: RequestListener,
  timeouts: Timeouts = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
): Server {
  const server = createServer(
    { ...timeouts, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    listener,
  );
  track(server);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket) => refuse(socket, methodNotAllowed([...METHODS, "HEAD", "OPTIONS"])));
  server.on("clientError", refuseUnreadable);
  return server;
}

/**
 * Stops a server gracefully: until `noticed`, new requests are still answered, but each response closes its connection
 * (RFC 9112, 9.6), so that clients reconnect elsewhere. Then the server stops listening, and the promise resolves when
 * all requests have been answered.
 */
export async function drain(server: Server, noticed: Promise<unknown> = Promise.resolve()): Promise<void> {
  server.prependListener("request", (_request, response) => closeAfter(response));
  for (const response of running.get(server) ?? []) closeAfter(response);
  await noticed;
  // Idle connections have sent no request during the delay. Responses that had started leave their connections open.
  const closing = setInterval(() => server.closeIdleConnections(), 100);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(closing);
}

/** Running responses by server. */
const running = new WeakMap<Server, Set<ServerResponse>>();

function track(server: Server): void {
  const responses = new Set<ServerResponse>();
  running.set(server, responses);
  server.on("request", (_request, response) => {
    responses.add(response);
    response.once("close", () => responses.delete(response));
  });
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

const UNREADABLE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "The address and the headers are longer than is read.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive.",
};

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET") socket.destroy();
  else refuse(socket, new AppError("invalid_request", UNREADABLE[error.code ?? ""] ?? NOT_HTTP, { errors: [] }));
}

const NOT_HTTP = "The request is not valid HTTP.";
const REASONS: Readonly<Record<number, string>> = { 400: "Bad Request", 405: "Method Not Allowed" };

/** Sends an error on a connection without a response object, and closes it. */
function refuse(socket: Duplex, error: AppError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = errorReply(error, newId("request"));
  headers.set("Connection", "close");
  headers.set("Content-Length", String(Buffer.byteLength(String(body))));
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
