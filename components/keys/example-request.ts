import { curlSample } from "@/components/docs/request-samples";
import { type TimedAnswer, timedRequest } from "@/components/docs/timed-request";

/** A request that demonstrates what a key can do. */
export type ExampleRequest = { readonly method: string; readonly path: string; readonly body: string | null };

/** An example request that the scopes allow: a translation, otherwise `/me`. */
export function exampleRequest(scopes: readonly string[]): ExampleRequest {
  if (!scopes.includes("translate")) return { method: "GET", path: "/v1/me", body: null };
  const body = JSON.stringify({ text: "Good morning", source: "en", target: "es" });
  return { method: "POST", path: "/v1/translate", body };
}

/** The request as a command for a terminal. */
export function shownAsCurl(address: string, { method, path, body }: ExampleRequest, key: string): string {
  const mediaType = body && "application/json";
  return curlSample({ method, url: `${address}${path}`, mediaType, example: body ?? "", fields: [] }, key);
}

/** Sends the request with a key, without this browser's session. Throws if the server is unreachable. */
export async function runExample({ method, path, body }: ExampleRequest, key: string): Promise<TimedAnswer> {
  const headers = { Authorization: `Bearer ${key}`, ...(body ? { "Content-Type": "application/json" } : {}) };
  return timedRequest(path, { method, credentials: "omit", headers, body });
}
