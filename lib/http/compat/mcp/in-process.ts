import type { ApiRequest, Endpoint } from "@/lib/http/api/endpoint";
import { Router } from "@/lib/http/server/router";
import { PEER_HEADER } from "@/lib/identity/auth/client-address";

/** Headers that identify the client's address, for throttles and for keys that are restricted to some addresses. */
const ORIGIN_HEADERS: ReadonlySet<string> = new Set([PEER_HEADER, "x-forwarded-for", "forwarded"]);

/**
 * A `fetch` that passes requests to this server's own endpoints on behalf of a client: endpoints see the client's
 * address and are aborted when it disconnects.
 */
export function inProcessFetch(endpoints: readonly Endpoint[]): (client: ApiRequest) => typeof fetch {
  const router = new Router(endpoints);
  return (client) => async (address, init) => {
    const request = new Request(address, init);
    const match = router.find(new URL(request.url).pathname);
    if (!match) throw new Error(`No endpoint has the address ${new URL(request.url).pathname}.`);
    const { status, headers, body } = await match.endpoint.answer(
      {
        method: request.method,
        url: request.url,
        headers: {
          get: (name) => (ORIGIN_HEADERS.has(name.toLowerCase()) ? client : request).headers.get(name),
          has: (name) => (ORIGIN_HEADERS.has(name.toLowerCase()) ? client : request).headers.has(name),
        },
        body: request.body as AsyncIterable<Uint8Array> | null,
        signal: init?.signal ? AbortSignal.any([init.signal, client.signal]) : client.signal,
      },
      match.params,
    );
    return new Response(body, { status, headers });
  };
}
