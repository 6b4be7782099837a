import { notFound } from "@/lib/errors";
import type { ApiRequest } from "./contract";
import { corsHeaders } from "./headers";
import { requestIdOf } from "./request-id";
import { errorReply, type Reply, toResponse } from "./responses";

/** The answer of every address of the API that is none. */
export function unknownAddress(request: ApiRequest): Reply {
  const reply = errorReply(notFound("route"), requestIdOf(request));
  corsHeaders(request, reply.headers);
  return reply;
}

/** The same, for Next to find in a `route.ts`. */
export async function unknownRoute(request: Request): Promise<Response> {
  return toResponse(unknownAddress(request));
}
