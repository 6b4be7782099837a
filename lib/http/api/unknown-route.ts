import { AppError } from "@/lib/base/errors";
import type { ApiRequest } from "./api-request";
import { corsHeaders } from "./headers";
import { requestIdOf } from "./request-id";
import { errorReply, type Reply } from "./responses";

/** 404 for an unknown API address. */
export function unknownAddress(request: ApiRequest): Reply {
  const message = "There is no such address in the API: GET /v1/openapi.json lists those that there are.";
  const reply = errorReply(new AppError("not_found", message, { resource: "route" }), requestIdOf(request));
  corsHeaders(request, reply.headers);
  return reply;
}
