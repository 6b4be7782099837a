import { AppError } from "@/lib/errors";
import type { ApiRequest } from "./api-request";
import { corsHeaders } from "./headers";
import { requestIdOf } from "./request-id";
import { errorReply, type Reply, toResponse } from "./responses";

/** The answer of every address of the API that is none. */
export function unknownAddress(request: ApiRequest): Reply {
  const message = "There is no such address in the API: GET /v1/openapi.json lists those that there are.";
  const reply = errorReply(new AppError("not_found", message, { resource: "route" }), requestIdOf(request));
  corsHeaders(request, reply.headers);
  return reply;
}

/** The same for every method, for Next to find in a `route.ts`. */
async function answer(request: Request): Promise<Response> {
  return toResponse(unknownAddress(request));
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
