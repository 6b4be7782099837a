import type { Endpoint } from "./endpoint";
import { publicUrl, requestIdOf } from "./headers";
import { baseHeaders, errorReply, jsonReply, methodNotAllowed, type Reply } from "./responses";

const ALLOWED = ["GET", "HEAD", "OPTIONS"];

/**
 * A JSON document about this server. Public, including other origins.
 * @param build receives the address of the API
 */
export function publicDocument(address: string, build: (url: string) => unknown): Endpoint {
  return {
    address,
    answer: async (request): Promise<Reply> => {
      if (!ALLOWED.includes(request.method)) return errorReply(methodNotAllowed(ALLOWED), requestIdOf(request));
      const headers = baseHeaders(requestIdOf(request));
      headers.set("Access-Control-Allow-Origin", "*");
      if (request.method === "OPTIONS") {
        headers.set("Allow", ALLOWED.join(", "));
        return { status: 204, headers, body: null };
      }
      const reply = jsonReply(build(`${publicUrl(request)}/v1`), 200, headers);
      return request.method === "HEAD" ? { ...reply, body: null } : reply;
    },
  };
}
