/** A request that shows what a key can do. */
export type ExampleRequest = { readonly path: string; readonly body: object | null };

/** An example request that the scopes allow: a translation, else `/me`. */
export function exampleRequest(scopes: readonly string[]): ExampleRequest {
  if (!scopes.includes("translate")) return { path: "/v1/me", body: null };
  return { path: "/v1/translate", body: { text: "Good morning", source: "en", target: "es" } };
}

/** The request for a terminal. */
export function shownAsCurl(address: string, { path, body }: ExampleRequest, key: string): string {
  const lines = [`curl ${address}${path}`, `  -H "Authorization: Bearer ${key}"`];
  if (body) lines.push(`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(body)}'`);
  return lines.join(" \\\n");
}

export type ExampleAnswer = { readonly status: number; readonly ms: number; readonly body: string };

/** Sends the request with a key, and without the session of this browser. Throws if the server is not reached. */
export async function runExample({ path, body }: ExampleRequest, key: string): Promise<ExampleAnswer> {
  const started = performance.now();
  const response = await fetch(path, {
    method: body ? "POST" : "GET",
    credentials: "omit",
    headers: { Authorization: `Bearer ${key}`, ...(body ? { "Content-Type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = JSON.stringify(await response.json(), null, 2);
  return { status: response.status, ms: Math.round(performance.now() - started), body: answer };
}
