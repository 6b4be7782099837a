import { openApiDocument } from "@/lib/api/openapi";
import { publicUrl } from "@/lib/api/public-url";
import { requestIdOf } from "@/lib/api/request-id";
import { baseHeaders, jsonReply, toResponse } from "@/lib/api/responses";
import packageJson from "@/package.json";
import { ROUTES } from "../routes";

/** The OpenAPI document of this server. Public. */
export async function GET(request: Request): Promise<Response> {
  const headers = baseHeaders(requestIdOf(request));
  headers.set("Access-Control-Allow-Origin", "*");
  const document = openApiDocument(ROUTES, { url: `${publicUrl(request)}/v1`, version: packageJson.version });
  return toResponse(jsonReply(document, 200, headers));
}
