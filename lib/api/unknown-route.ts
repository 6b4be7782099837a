import { notFound } from "@/lib/errors";
import { requestIdOf } from "./request-id";
import { errorReply, toResponse } from "./responses";

/** The answer of every address of the API that is none. */
export async function unknownRoute(request: Request): Promise<Response> {
  return toResponse(errorReply(notFound("route"), requestIdOf(request)));
}
