import { curlSample } from "@/components/docs/request-samples";
import { type TimedAnswer, timedRequest } from "@/components/docs/timed-request";

/** A request that shows what a key can do. */
export type ExampleRequest = { readonly method: string; readonly path: string; readonly body: string | null };

/** An example request that the scopes allow: a translation, else `/me`. */
export function exampleRequest(scopes: readonly string[]): ExampleRequest {
  if (!scopes.includes("translate")) return { method: "GET", path: "/v1/me", body: null };
  const body = JSON.stringify({ text: "Good morning", source: "en", target: "es" });
  return { method: "POST", path: "/v1/translate", body };
}

/** The request for a terminal. */
export function shownAsCurl(address: string, { method, path, body }: ExampleRequest, key: string): string {
  const mediaType = body && "application/json";
  return curlSample({ method, url: `${address}${path}`, mediaType, example: body ?? "", fields: [] }, key);
}

/** Sends the request with a key, and without the session of this browser. Throws if the server is not reached. */
export async function runExample({ method, path, body }: ExampleRequest, key: string): Promise<TimedAnswer> {
  const headers = { Authorization: `Bearer ${key}`, ...(body ? { "Content-Type": "application/json" } : {}) };
  return timedRequest(path, { method, credentials: "omit", headers, body });
}
