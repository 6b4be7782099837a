import fs from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Cable } from "@/e2e/chaos/cable";
import { IS_LONG } from "@/e2e/long";
import { startTestServer } from "@/e2e/server.mjs";
import { newAccount } from "./client";

let server: Awaited<ReturnType<typeof startTestServer>>;
let cable: Cable;
let key: string;

beforeAll(async () => {
  key = (await newAccount()).key;
  const url = new URL(process.env.DATABASE_URL ?? "");
  cable = new Cable(Number(url.port));
  url.host = `127.0.0.1:${await cable.open()}`;
  server = await startTestServer({ databaseUrl: url.href, secret: process.env.DRAGOMAN_SECRET });
});

afterAll(async () => {
  await server.stop();
  cable.close();
});

/** An upload without a target language, which is refused with 400 after the key was checked. */
const upload = () => {
  const form = new FormData();
  form.set("file", new File(["The house is big."], "a.txt"));
  return form;
};

async function ask(body?: BodyInit): Promise<{ status: number; retryAfter: number }> {
  const path = body === undefined ? "/v1/me" : "/v1/translate/file";
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(
    `${server.url}${path}`,
    body === undefined ? { headers } : { method: "POST", headers, body },
  );
  await response.arrayBuffer();
  return { status: response.status, retryAfter: Number(response.headers.get("retry-after")) };
}

/** Sends requests, eight at a time, for this many milliseconds; returns their statuses. */
async function asked(ms: number): Promise<{ status: number; retryAfter: number }[]> {
  const until = performance.now() + ms;
  const lane = async () => {
    const answers: { status: number; retryAfter: number }[] = [];
    while (performance.now() < until) answers.push(await ask(answers.length % 4 === 0 ? upload() : undefined));
    return answers;
  };
  return (await Promise.all(Array.from({ length: 8 }, lane))).flat();
}

const unserved = (answers: Awaited<ReturnType<typeof asked>>) =>
  answers.filter(({ status }) => status !== 200 && status !== 400);

/** Messages of the server's log, except those about requests. */
function logged(): string[] {
  const lines = fs.readFileSync(`test-results/server-${new URL(server.url).port}.log`, "utf8").split("\n");
  return lines.filter((line) => line.startsWith("{") && !line.includes('"route"')).map((line) => JSON.parse(line).msg);
}

test("a database that is slow, or doesn't respond for a moment, causes no 503", async () => {
  for (const silence of [400, 900, 1_500]) {
    const asking = asked(silence + 300);
    cable.hold();
    await setTimeout(silence);
    cable.mend();
    expect(unserved(await asking), `${silence} ms`).toEqual([]);
  }
  cable.slow(300);
  expect(unserved(await asked(4_000))).toEqual([]);
  cable.mend();
});

test("requests return 503 with Retry-After and log one line while the database is unreachable, and succeed within 3 s of its recovery", async () => {
  const before = logged().length;
  const asking = asked(IS_LONG ? 30_000 : 5_000);
  cable.cut();
  const answers = await asking;
  const refused = answers.filter(({ status }) => status === 503);
  expect(unserved(answers)).toEqual(refused);
  expect(refused.length).toBeGreaterThan(100);
  expect(refused.filter(({ retryAfter }) => !(retryAfter > 0))).toEqual([]);
  cable.mend();
  const from = performance.now();
  while ((await ask()).status !== 200) expect(performance.now() - from).toBeLessThan(3_000);
  await expect
    .poll(() =>
      logged()
        .slice(before)
        .filter((message) => !message.includes("processor time")),
    )
    .toEqual(["the database does not respond; requests get 503 until it does", "the database answers again"]);
});

test("uploads are refused first and then all requests while the database hangs, and running requests are completed", async () => {
  cable.hold();
  const underWay = ask();
  const isRefused = () => Promise.race([ask(upload()).then(({ status }) => status === 503), setTimeout(200, false)]);
  await expect.poll(isRefused, { timeout: 9_000 }).toBe(true);
  cable.mend();
  expect((await underWay).status).toBe(200);
  await expect.poll(async () => (await ask(upload())).status).toBe(400);
});
