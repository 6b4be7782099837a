import { ROUTES } from "@/app/api/v1/routes";
import type { Endpoint } from "@/lib/api/endpoint";
import { openApiDocument } from "@/lib/api/openapi";
import { publicUrl } from "@/lib/api/public-url";
import { requestIdOf } from "@/lib/api/request-id";
import { baseHeaders, errorReply, jsonReply, methodNotAllowed, type Reply } from "@/lib/api/responses";
import packageJson from "@/package.json" with { type: "json" };

const ALLOWED = ["GET", "HEAD", "OPTIONS"];

/** The OpenAPI document of this server. Public, including other origins. */
export const endpoint: Endpoint = {
  address: "/v1/openapi.json",
  answer: async (request): Promise<Reply> => {
    if (!ALLOWED.includes(request.method)) return errorReply(methodNotAllowed(ALLOWED), requestIdOf(request));
    const headers = baseHeaders(requestIdOf(request));
    headers.set("Access-Control-Allow-Origin", "*");
    if (request.method === "OPTIONS") {
      headers.set("Allow", ALLOWED.join(", "));
      return { status: 204, headers, body: null };
    }
    const document = openApiDocument(ROUTES, { url: `${publicUrl(request)}/v1`, version: packageJson.version });
    const reply = jsonReply(document, 200, headers);
    return request.method === "HEAD" ? { ...reply, body: null } : reply;
  },
};
