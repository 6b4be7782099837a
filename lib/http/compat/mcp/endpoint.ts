import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { AppError } from "@/lib/base/errors";
import { checkDeclared, readJson, refuseEncoding } from "@/lib/http/api/body";
import type { ApiRequest, Endpoint } from "@/lib/http/api/endpoint";
import { rateLimitHeaders, requestIdOf } from "@/lib/http/api/headers";
import { type CallState, observeCall } from "@/lib/http/api/observed";
import { baseHeaders, methodNotAllowed, type Reply } from "@/lib/http/api/responses";
import { authenticateApiKey } from "@/lib/identity/auth/authenticate";
import { createMcpServer } from "@/lib/packages/mcp/server";
import { Dragoman } from "@/lib/packages/sdk/sdk";
import { inProcessFetch } from "./in-process";

const ADDRESS = "/mcp";

/** Maximum bytes of a message, not counting the file in it, which is sent as base64. */
const MESSAGE_BYTES = 512 * 1024;

/**
 * `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. Errors of the request itself are
 * those of `/v1`. The tools call `/v1` with the same key; only these calls are charged.
 * @param endpoints those of `/v1`
 */
export function mcpEndpoint(endpoints: readonly Endpoint[], version: string): Endpoint {
  const fetchFor = inProcessFetch(endpoints);
  return {
    address: ADDRESS,
    answer: (request) => {
      const requestId = requestIdOf(request);
      return observeCall(
        { method: request.method, path: ADDRESS, address: ADDRESS, request, requestId },
        async (seen) => {
          if (request.method !== "POST") throw methodNotAllowed(["POST"]);
          const apiKey = await admit(request, seen);
          const { caller, decision } = seen.authenticated!;
          const maxBytes = Math.ceil((caller.limits.fileBytes * 4) / 3) + MESSAGE_BYTES;
          refuseEncoding(request);
          checkDeclared(request, ["application/json"], maxBytes, caller);
          const { value } = await readJson(request, maxBytes, caller);
          // No retries by the SDK, because they would delay the response; assistants retry by themselves.
          const dragoman = new Dragoman({
            apiKey,
            baseUrl: "http://localhost",
            fetch: fetchFor(request),
            maxRetries: 0,
          });
          const headers = baseHeaders(requestId);
          rateLimitHeaders(decision, headers);
          return converse(request, value, dragoman, version, headers);
        },
      );
    },
  };
}

/** The key of the request; the check is not charged. Throws 401. */
async function admit(request: ApiRequest, seen: CallState): Promise<string> {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!key)
    throw new AppError(
      "unauthorized",
      "Send an API key in the Authorization header: Bearer dgm_live_…",
      { reason: "missing" },
      { "WWW-Authenticate": "Bearer" },
    );
  seen.authenticated = await authenticateApiKey(request, key, { charge: false });
  return key;
}

/** Answers the messages of one request. */
async function converse(
  request: ApiRequest,
  message: unknown,
  dragoman: Dragoman,
  version: string,
  headers: Headers,
): Promise<Reply> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(dragoman, version);
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  try {
    const sent = ["accept", "content-type", "mcp-protocol-version"].flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    const asked = new Request(`http://localhost${ADDRESS}`, { method: "POST", headers: sent, body: "{}" });
    const response = await transport.handleRequest(asked, { parsedBody: message });
    for (const [name, value] of response.headers) headers.set(name, value);
    // The body must be read completely before the server closes.
    return { status: response.status, headers, body: (await response.text()) || null };
  } finally {
    await server.close();
  }
}
