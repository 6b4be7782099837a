import { db } from "@/db/client";
import type { TestPerson } from "@/e2e/people";
import { createKey } from "@/lib/identity/accounts/keys";
import { SCOPES } from "@/lib/vocabulary/rights";

export type Texts = readonly { readonly key: string; readonly source: string; readonly target?: string }[];

/** Calls the API with a key of the person's workspace. */
export async function apiOf(person: TestPerson, base: string) {
  const { secret } = await db().transaction((tx) => createKey(person, { name: "Test", scopes: [...SCOPES] }, tx));
  return apiWith(secret, base);
}

/** Calls the API with a key. */
export function apiWith(secret: string, base: string) {
  return async (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<any> => {
    const response = await fetch(`${base}/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        ...(body ? { "Content-Type": "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  };
}

export type Api = Awaited<ReturnType<typeof apiOf>>;

/** An imported project of keyed texts, to be translated into Spanish. */
export async function projectOf(api: Api, segments: Texts, workflow = "human"): Promise<string> {
  const { id } = await api("POST", "/projects", {
    name: "Help centre",
    sourceLanguage: "en",
    targetLanguages: ["es"],
    workflow,
  });
  await api("POST", `/projects/${id}/documents`, { name: "texts.json", segments });
  for (;;) {
    const { documents } = await api("GET", `/projects/${id}/documents`);
    if (documents[0]?.status === "ready") return id;
    if (documents[0]?.status === "failed") throw new Error(JSON.stringify(documents[0].error));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
