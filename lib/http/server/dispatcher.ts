import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { AppError } from "@/lib/base/errors";
import { HOPS_HEADER, isLoop, readHops, withHops } from "@/lib/base/hops";
import { describeError, log } from "@/lib/base/log";
import type { ApiRequest, Endpoint } from "@/lib/http/api/endpoint";
import { requestIdOf } from "@/lib/http/api/headers";
import { errorReply, type Reply, unknownAddress } from "@/lib/http/api/responses";
import { PEER_HEADER } from "@/lib/identity/auth/client-address";
import { isOfApi, normalAddress } from "./address";
import { headerOf, NodeRequest } from "./node-request";
import { setPageHeaders } from "./page-headers";
import { Router } from "./router";
import { send } from "./send";

type Answer = (request: ApiRequest) => Reply | Promise<Reply>;

/**
 * Answers every request: API endpoints for the API, the page handler for everything else. Unknown API addresses,
 * unknown methods and malformed requests get the documented error.
 */
export function createDispatcher(endpoints: readonly Endpoint[], pages: RequestListener): RequestListener {
  const router = new Router(endpoints);
  return (request, response) => {
    // Overwrites a header of this name sent by the client.
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
    const hops = readHops(headerOf(request, HOPS_HEADER));
    const answer = refusal(request) ?? (isLoop(hops) ? refuseOwnCall : find(router, request));
    if (answer) {
      void withHops(hops, () => respond(answer, request, response));
      return;
    }
    setPageHeaders(request, response);
    pages(request, response);
  };
}

/** Rejects requests without a host, and those meant for a proxy (RFC 9112, 3.2). */
function refusal({ url = "", headers, httpVersion }: IncomingMessage): Answer | null {
  if (headers.host === undefined && httpVersion === "1.1") return refuse("Send the Host header.");
  if (url.startsWith("/") || url === "*") return null;
  return refuse("This server is not a proxy. Request a path, such as GET /v1/health.");
}

/** Checked before every endpoint and page, so that a connected service whose address is this server is detected. */
const refuseOwnCall: Answer = (request) =>
  errorReply(
    new AppError(
      "service_is_this_server",
      "This call comes from this server, which is configured as its own translation service.",
    ),
    requestIdOf(request),
  );

function refuse(message: string): Answer {
  return (request) => errorReply(new AppError("invalid_request", message, { errors: [] }), requestIdOf(request));
}

/** The handler of an API request; null for pages. Normalises the request's address. */
function find(router: Router, request: IncomingMessage): Answer | null {
  const { method = "", url = "" } = request;
  const address = normalAddress(url);
  if (address === null) return unknownAddress;
  request.url = address;
  const [path = ""] = address.split("?", 1);
  const match = router.find(path.startsWith("/api/v1/") ? path.slice("/api".length) : path);
  if (match) return (asked) => match.endpoint.answer(asked, match.params);
  // Only GET and HEAD are valid for pages; other methods were meant for the API. Next's own addresses begin with `/_`.
  const isPage = !isOfApi(path) && path !== "*" && (method === "GET" || method === "HEAD" || path.startsWith("/_"));
  return isPage ? null : unknownAddress;
}

async function respond(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await send(await answer(new NodeRequest(request, response)), request, response);
  } catch (error) {
    // Endpoints answer their own errors: here the client has disconnected, or a started stream has failed.
    log.warn(describeError(error), "response interrupted");
    response.destroy();
  }
  // Reads the rest of a rejected body, because the connection's next request follows it.
  request.resume();
}
