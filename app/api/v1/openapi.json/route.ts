import { ROUTES } from "@/app/api/v1/routes";
import { openApiDocument } from "@/lib/api/openapi";
import { publicUrl } from "@/lib/api/public-url";
import { requestIdOf } from "@/lib/api/request-id";
import { baseHeaders, errorReply, jsonReply, methodNotAllowed, toResponse } from "@/lib/api/responses";
import packageJson from "@/package.json";

const ALLOWED = ["GET", "HEAD", "OPTIONS"];

/** The OpenAPI document of this server. Public. */
export async function GET(request: Request): Promise<Response> {
  const headers = baseHeaders(requestIdOf(request));
  headers.set("Access-Control-Allow-Origin", "*");
  const document = openApiDocument(ROUTES, { url: `${publicUrl(request)}/v1`, version: packageJson.version });
  return toResponse(jsonReply(document, 200, headers));
}

export function OPTIONS(request: Request): Response {
  const headers = baseHeaders(requestIdOf(request));
  headers.set("Allow", ALLOWED.join(", "));
  headers.set("Access-Control-Allow-Origin", "*");
  return new Response(null, { status: 204, headers });
}

function refuse(request: Request): Response {
  return toResponse(errorReply(methodNotAllowed(ALLOWED), requestIdOf(request)));
}

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
