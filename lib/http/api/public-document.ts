import type { ApiRequest, Endpoint, PathParams } from "./endpoint";
import { publicUrl, requestIdOf } from "./headers";
import { baseHeaders, errorReply, jsonReply, methodNotAllowed, optionsReply, type Reply } from "./responses";

const ALLOWED = ["GET", "HEAD", "OPTIONS"];

/** An endpoint that everyone may read, including pages of other origins. `answer` may throw. */
export function publicEndpoint(address: string, answer: (request: ApiRequest, params: PathParams) => Reply): Endpoint {
  return {
    address,
    answer: async (request, params): Promise<Reply> => {
      const reply = replyTo(request, () => answer(request, params));
      reply.headers.set("Access-Control-Allow-Origin", "*");
      return request.method === "HEAD" ? { ...reply, body: null } : reply;
    },
  };
}

function replyTo(request: ApiRequest, answer: () => Reply): Reply {
  try {
    if (!ALLOWED.includes(request.method)) throw methodNotAllowed(ALLOWED);
    return request.method === "OPTIONS" ? optionsReply(request, ALLOWED) : answer();
  } catch (thrown) {
    return errorReply(thrown, requestIdOf(request));
  }
}

/**
 * An endpoint for a JSON document about this server.
 * @param build receives the address of the API
 */
export function publicDocument(address: string, build: (url: string) => unknown): Endpoint {
  return publicEndpoint(address, (request) =>
    jsonReply(build(`${publicUrl(request)}/v1`), 200, baseHeaders(requestIdOf(request))),
  );
}
