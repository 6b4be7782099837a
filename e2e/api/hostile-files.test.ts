import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IS_LONG } from "@/e2e/long";
import { startTestServer } from "@/e2e/server.mjs";
import type { Answer } from "./client";
import { HOSTILE_DOCUMENTS } from "./hostile-documents";

/**
 * Deadline of the server. Short, so that hanging parsers are stopped soon; a test's own timeout is ten times as long.
 */
const DEADLINE_MS = 3_000;

const DOCUMENTS = HOSTILE_DOCUMENTS.filter(({ isSlow }) => IS_LONG || !isSlow);

let server: Awaited<ReturnType<typeof startTestServer>>;
let call: typeof import("./client").call;
let key: string;

beforeAll(async () => {
  // A separate database, because a server with another deadline could claim the jobs of a shared one.
  server = await startTestServer({ env: { DOCUMENT_TIMEOUT_MS: String(DEADLINE_MS) } });
  process.env.DATABASE_URL = server.databaseUrl;
  process.env.DRAGOMAN_SECRET = server.secret;
  // Imported now, because the first module that needs the settings reads them.
  const client = await import("./client");
  call = client.call;
  key = (await client.newAccount({ tier: "free", limits: { requestsPerHour: 1_000_000 } })).key;
  await translate();
});
afterAll(() => server.stop());

describe("malicious files and other requests at the same time", () => {
  test.each(DOCUMENTS.map((document) => [document.what, document.name, document] as const))(
    "a malicious file gets a response before the deadline: %s (%s)",
    async (_, name, { make, answer }) => {
      const content = make();
      const given = await whileOthersTranslate(() => send(name, content));
      const { status, json } = given;
      expect(said(given), JSON.stringify(json)).toMatch(answer);
      if (status === 422) expect(json.error.message).toMatch(/^["A-Z].{20,300}\.$/s);
    },
  );

  test("the server is still ready after malicious files, and translates a normal file", async () => {
    expect((await call("GET", "/v1/health/ready", { base: server.url })).status).toBe(200);
    const { json } = await send("a.md", "# The house\n");
    expect(json).toMatchObject({ status: "completed", outputName: "a.es.md" });
  });

  test("many slow files at once don't block other requests", async () => {
    const slow = HOSTILE_DOCUMENTS.find(({ what }) => what === "a page of 200,000 elements inside one another")!;
    const content = slow.make();
    const answers = await whileOthersTranslate(() =>
      Promise.all(Array.from({ length: IS_LONG ? 12 : 2 }, () => send(slow.name, content))),
    );
    for (const answer of answers) expect(said(answer)).toMatch(slow.answer);
  });
});

/** Status, code and reason of a response, as text. */
function said({ status, json }: Answer): string {
  return [status, json.error?.code, json.error?.details.reason].filter(Boolean).join(" ");
}

function translate(): Promise<Answer> {
  return call("POST", "/v1/translate", {
    key,
    base: server.url,
    body: { text: "The house is big.", source: "en", target: "es" },
  });
}

function send(name: string, content: Uint8Array | string): Promise<Answer> {
  const form = new FormData();
  form.set("source", "en");
  form.set("target", "es");
  form.set("file", new File([content as BlobPart], name));
  return call("POST", "/v1/translate/file", { key, base: server.url, raw: form, headers: { Prefer: "wait=60" } });
}

/** Requests translations one after another during the work; all of them must succeed. */
async function whileOthersTranslate<T>(work: () => Promise<T>): Promise<T> {
  let done = false;
  const statuses = new Set<number>();
  const others = (async () => {
    do statuses.add((await translate()).status);
    while (!done);
  })();
  const result = await work().finally(() => {
    done = true;
  });
  await others;
  expect([...statuses]).toEqual([200]);
  return result;
}
