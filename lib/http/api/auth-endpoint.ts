import { AppError, notFound } from "@/lib/base/errors";
import { isRecord } from "@/lib/base/records";
import type { AuthOutcome, authHandler } from "@/lib/identity/auth/next-auth";
import { readJson, readText } from "./body";
import type { ApiRequest, Endpoint } from "./endpoint";
import { publicUrl, requestIdOf } from "./headers";
import { baseHeaders, errorReply, jsonReply, methodNotAllowed, type Reply } from "./responses";

const BODY_BYTES = 64 * 1024;
const ALLOWED = ["GET", "HEAD", "POST"];

/** Serves next-auth below `/api/auth`, with the API's headers and error body. */
export function authEndpoint(handle: ReturnType<typeof authHandler>): Endpoint {
  return {
    address: "/api/auth/{action...}",
    answer: async (request, { action }) => {
      const requestId = requestIdOf(request);
      try {
        const reply = replyOf(await ask(handle, request, action as readonly string[]), requestId);
        return request.method === "HEAD" ? { ...reply, body: null } : reply;
      } catch (error) {
        return errorReply(error, requestId);
      }
    },
  };
}

async function ask(handle: ReturnType<typeof authHandler>, request: ApiRequest, segments: readonly string[]) {
  if (!ALLOWED.includes(request.method)) throw methodNotAllowed(ALLOWED);
  if (request.method !== "POST" && segments.join("/") === "callback/credentials") throw methodNotAllowed(["POST"]);
  const { searchParams } = new URL(request.url);
  return handle(request, {
    segments,
    publicUrl: publicUrl(request),
    query: Object.fromEntries(searchParams),
    body: request.method === "POST" ? await fieldsOf(request) : {},
  });
}

/** The text fields of a form or a JSON object; ignores other values. */
async function fieldsOf(request: ApiRequest): Promise<Record<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (type.includes("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(await readText(request, BODY_BYTES, null)));
  if (!type.includes("application/json")) return {};
  const { value } = await readJson(request, BODY_BYTES, null);
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

function replyOf({ statusCode, headers: given, body }: AuthOutcome, requestId: string): Reply {
  const isPage = String(given.get("content-type")).startsWith("text/html");
  // The sign-in page explains the refusal: next-auth redirects there, or returns its address as JSON.
  const isExplained = given.has("location") || (isRecord(body) && typeof body.url === "string");
  if (isPage || (statusCode >= 400 && !isExplained)) throw faultOf(statusCode);
  const headers = baseHeaders(requestId);
  for (const [name, values] of given)
    if (name !== "cache-control") for (const value of [values].flat()) headers.append(name, value);
  return typeof body === "object" && body !== null
    ? jsonReply(body, statusCode, headers)
    : { status: statusCode, headers, body: typeof body === "string" ? body : "" };
}

function faultOf(status: number): Error {
  if (status === 405) return methodNotAllowed(["POST"]);
  if (status >= 500) return new Error(`next-auth answered ${status}`);
  if (status === 401 || status === 403) return new AppError("unauthorized", "Sign in again.", { reason: "missing" });
  return notFound("route");
}
