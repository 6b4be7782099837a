import { expect, test } from "vitest";
import { hasPgBouncer, startPgBouncer } from "@/e2e/pgbouncer";
import { startTestServer } from "@/e2e/server.mjs";
import { call, newAccount } from "./client";

const name =
  "a server behind PgBouncer in transaction mode translates, enforces exact limits, runs jobs and receives their completion events";

test.skipIf(!hasPgBouncer)(hasPgBouncer ? name : `${name} (skipped: pgbouncer is not installed)`, async () => {
  const databaseUrl = process.env.DATABASE_URL ?? "";
  const pooler = await startPgBouncer(databaseUrl);
  const server = await startTestServer({
    databaseUrl: pooler.url,
    secret: process.env.DRAGOMAN_SECRET,
    env: { DATABASE_DIRECT_URL: databaseUrl },
  });
  try {
    const ask = (key: string, method: string, path: string, body?: unknown) =>
      call(method, path, { key, base: server.url, body });
    const limited = await newAccount({ limits: { requestsPerHour: 50 } });
    const text = { text: "The house is big.", source: "en", target: "es" };
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => ask(limited.key, "POST", "/v1/translate", text)),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    expect(admitted).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);

    const { key } = await newAccount();
    const form = new FormData();
    form.set("source", "en");
    form.set("target", "es");
    form.set("file", new File(["The house is big.\n"], "a.txt"));
    const headers = { Prefer: "wait=20" };
    const file = await call("POST", "/v1/translate/file", { key, base: server.url, raw: form, headers });
    expect([file.status, file.json.status]).toEqual([200, "completed"]);

    const input = { name: "Pooled", sourceLanguage: "en", targetLanguages: ["es"] };
    const { json: project } = await ask(key, "POST", "/v1/projects", input);
    const content = Array.from({ length: 300 }, (_, i) => `House number ${i} is big.`).join("\n");
    const documents = `/v1/projects/${project.id}/documents`;
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, i) => ask(key, "POST", documents, { name: `${i}.txt`, content })),
    );
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([202]));
    const states = async () => {
      const { json } = await ask(key, "GET", `/v1/projects/${project.id}/jobs?limit=100`);
      return new Set(json.jobs.map((job: { status: string }) => job.status));
    };
    await expect.poll(states, { timeout: 60_000, interval: 200 }).toEqual(new Set(["succeeded"]));
    const { json: done } = await ask(key, "GET", `/v1/projects/${project.id}/segments?limit=1&language=es`);
    expect(done.segments[0].translation.text).not.toBe("");
  } finally {
    await server.stop();
    await pooler.stop();
  }
});
