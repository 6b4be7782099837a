import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "@/db/embedded.mjs";
import { startTestServer } from "@/e2e/server.mjs";
import { typescript } from "@/lib/operate/launch/run.mjs";
import { baseUrl, call, checkError, newAccount } from "./client";

const ORIGIN = "https://app.example.org";
const METRICS_TOKEN = "a-token-of-this-test";

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer({
    databaseUrl: process.env.DATABASE_URL,
    secret: process.env.DRAGOMAN_SECRET,
    env: { CORS_ORIGINS: ORIGIN, METRICS_TOKEN },
  });
});
afterAll(() => server.stop());

const logOf = (url: string) =>
  readFileSync(path.join(import.meta.dirname, `../../test-results/server-${new URL(url).port}.log`), "utf8");

describe("calls from other origins", () => {
  test("an allowed origin can send a key and read the rate limit, but can't send cookies", async () => {
    const { key } = await newAccount({ tier: "free" });
    const preflight = await call("OPTIONS", "/v1/translate", {
      base: server.url,
      documented: false,
      headers: { Origin: ORIGIN },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization");
    const answer = await call("GET", "/v1/me", { key, base: server.url, headers: { Origin: ORIGIN } });
    expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(answer.headers.get("access-control-expose-headers")).toContain("RateLimit");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("an allowed origin can read error responses, including those of unknown paths and methods", async () => {
    for (const [method, path, status] of [
      ["GET", "/v1/me", 401],
      ["GET", "/v1/nothing", 404],
      ["PUT", "/v1/me", 405],
    ] as const) {
      const answer = await call(method, path, { base: server.url, documented: false, headers: { Origin: ORIGIN } });
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([status, ORIGIN]);
    }
  });

  test("an origin that isn't allowed gets no permission", async () => {
    for (const origin of ["https://evil.example", "null", `${ORIGIN}.evil.example`]) {
      const answer = await call("OPTIONS", "/v1/translate", {
        base: server.url,
        documented: false,
        headers: { Origin: origin },
      });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

describe("/metrics", () => {
  const metrics = (base: string, token?: string) =>
    fetch(`${base}/metrics`, { headers: token ? { Authorization: `Bearer ${token}` } : {} });

  test("/metrics returns 404 if METRICS_TOKEN is not set, and otherwise requires the token", async () => {
    expect((await metrics(baseUrl(), METRICS_TOKEN)).status).toBe(404);
    expect((await metrics(server.url)).status).toBe(401);
    expect((await metrics(server.url, "wrong")).status).toBe(401);
  });

  test("/metrics accepts only GET", async () => {
    const answer = await call("POST", "/metrics", { base: server.url, documented: false });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    checkError(answer);
  });

  test("/metrics counts requests and translated characters in Prometheus format", async () => {
    const { key } = await newAccount();
    const count = async () => {
      const text = await (await metrics(server.url, METRICS_TOKEN)).text();
      return Number(/^dragoman_translated_characters_total\{engine="apertium"\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    await call("POST", "/v1/translate", {
      key,
      base: server.url,
      body: { text: "The house", source: "en", target: "es" },
    });
    expect((await count()) - before).toBe("The house".length);
  });

  test("/metrics includes rate-limit decisions, engines, jobs and database pools", async () => {
    const { key, accountId } = await newAccount({ tier: "free", limits: { requestsPerHour: 1 } });
    expect(accountId).toBeTruthy();
    const body = { text: "The house of this measurement", source: "en", target: "es" };
    const ask = () => call("POST", "/v1/translate", { key, base: server.url, body });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
    const text = await (await metrics(server.url, METRICS_TOKEN)).text();
    expect(text).toMatch(/^dragoman_limiter_decisions_total\{tier="free",outcome="refused_account"\} 1$/m);
    expect(text).toMatch(/^dragoman_engine_duration_seconds_count\{engine="apertium",outcome="ok"\} [1-9]/m);
    expect(text).toMatch(/^dragoman_result_cache_segments_total\{outcome="miss"\} [1-9]/m);
    expect(text).toMatch(/^dragoman_database_connections\{pool="tables"\} 3$/m);
    expect(text).toMatch(/^dragoman_database_up 1$/m);
    expect(text).toMatch(/^dragoman_build_info\{version="[\d.]+",node="v[\d.]+"\} 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  test("a worker serves /metrics and health on its own port", async () => {
    const port = await freePort();
    const env = {
      ...process.env,
      METRICS_TOKEN,
      WORKER_PORT: String(port),
      MODELS_OFFLINE: "true",
      DRAGOMAN_MODELS: "off",
    };
    const args = [...typescript, "lib/operate/worker.ts"];
    const worker = spawn(process.execPath, args, { env, stdio: "ignore" });
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    try {
      const base = `http://127.0.0.1:${port}`;
      const ready = () =>
        fetch(`${base}/v1/health/ready`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(ready, { timeout: 60_000, interval: 200 }).toBe(200);
      expect((await metrics(base)).status).toBe(401);
      expect(await (await metrics(base, METRICS_TOKEN)).text()).toContain("dragoman_document_threads");
      expect((await fetch(`${base}/v1/me`)).status).toBe(404);
    } finally {
      worker.kill("SIGTERM");
      await ended;
    }
  });
});

describe("logs", () => {
  test("the log has one line per request with its ID, and never a text, a key or a file name", async () => {
    const { key } = await newAccount();
    const planted = ["plantedsecrettext", "plantedfilename", "plantedprojectname", key];
    const translated = await call("POST", "/v1/translate", {
      key,
      base: server.url,
      body: { text: "The plantedsecrettext house", source: "en", target: "es" },
    });
    await call("POST", "/v1/projects", {
      key,
      base: server.url,
      body: { name: "plantedprojectname", sourceLanguage: "en", targetLanguages: ["es"] },
    });
    await call("POST", "/v1/translate", { key, base: server.url, body: { plantedsecrettext: 1 } });
    await call("GET", `/v1/languages?key=${key}`, { key, base: server.url });
    const form = new FormData();
    form.set("source", "en");
    form.set("target", "es");
    form.set("file", new File(["The plantedsecrettext house"], "plantedfilename.txt"));
    const last = await call("POST", "/v1/translate/file", { key, base: server.url, raw: form });
    // Log lines are written in batches, so this one may appear late.
    await expect.poll(() => logOf(server.url)).toContain(last.headers.get("x-request-id"));
    const log = logOf(server.url);
    const lines = log.split("\n").filter((line) => line.includes(translated.headers.get("x-request-id")!));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      method: "POST",
      route: "/translate",
      status: 200,
      characters: 27,
      engine: "apertium",
    });
    for (const secret of planted) expect(log).not.toContain(secret);
  });
});

test("a stopping server completes running requests and returns its jobs to the queue", async () => {
  const stopping = await startTestServer({
    databaseUrl: process.env.DATABASE_URL,
    secret: process.env.DRAGOMAN_SECRET,
  });
  const { key } = await newAccount({ limits: { textCharacters: 1_000_000 } });
  const text = "The house is big and old. ".repeat(8_000);
  const answer = call("POST", "/v1/translate", { key, base: stopping.url, body: { text, source: "en", target: "es" } });
  const form = new FormData();
  form.set("source", "en");
  form.set("target", "es");
  form.set("file", new File([text], "a.txt"));
  const { json: file } = await call("POST", "/v1/translate/file", {
    key,
    base: stopping.url,
    raw: form,
    headers: { Prefer: "respond-async" },
  });
  await stopping.stop();
  expect((await answer).status).toBe(200);
  for (;;) {
    const { json } = await call("GET", `/v1/files/${file.id}`, { key });
    if (json.status === "completed") break;
    expect(json.status).not.toBe("failed");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});
