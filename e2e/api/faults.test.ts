import { execFileSync } from "node:child_process";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { diesWithParent } from "@/db/embedded-process.mjs";
import { jobs } from "@/db/schema";
import { IS_LONG } from "@/e2e/long";
import { startTestServer } from "@/e2e/server.mjs";
import { generateApiKey } from "@/lib/identity/auth/api-key";
import { run, typescript } from "@/lib/operate/launch/run.mjs";
import { call, newAccount } from "./client";

/** Ids of all descendants of a process. */
function descendants(pid: number): number[] {
  const children = execFileSync("sh", ["-c", `cat /proc/${pid}/task/*/children 2>/dev/null || true`], {
    encoding: "utf8",
  })
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Number of killed processes; 0 if the process had already ended because another one of its pipeline was killed. */
function kill(pid: number): number {
  try {
    process.kill(pid, "SIGKILL");
    return 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return 0;
  }
}

const until = async (condition: () => Promise<boolean>) => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
};

const FILES = IS_LONG ? 50 : 6;

/** `--minutes` only limits a run that hangs: normally the load ends when all of these faults have happened. */
const LOAD = IS_LONG
  ? { seed: 7, kills: 5, jobs: 40, rounds: 1, faults: "database crashed,storage refuses", minutes: 20 }
  : { seed: 7, kills: 1, jobs: 8, rounds: 1, faults: "database crashed", minutes: 10 };

describe("failures of engines, database and processes", () => {
  test("killing an engine during a translation fails no request", async () => {
    const { key } = await newAccount();
    const server = await startTestServer({
      databaseUrl: process.env.DATABASE_URL,
      secret: process.env.DRAGOMAN_SECRET,
    });
    try {
      const ask = () =>
        call("POST", "/v1/translate", {
          key,
          base: server.url,
          body: { text: "The house is big. ".repeat(50), source: "en", target: "es" },
        });
      await ask();
      const answers = Promise.all(Array.from({ length: 30 }, ask));
      let killed = 0;
      for (const pid of descendants(server.pid)) {
        const name = execFileSync("sh", ["-c", `cat /proc/${pid}/comm 2>/dev/null || true`], {
          encoding: "utf8",
        }).trim();
        if (name.startsWith("apertium-transf") || name === "lt-proc") killed += kill(pid);
      }
      expect(killed).toBeGreaterThan(0);
      expect((await answers).map((answer) => answer.status)).toEqual(Array(30).fill(200));
    } finally {
      await server.stop();
    }
  });

  test("an engine that exceeds its timeout returns 504", async () => {
    const { key } = await newAccount();
    const server = await startTestServer({
      databaseUrl: process.env.DATABASE_URL,
      secret: process.env.DRAGOMAN_SECRET,
      // Shorter than the engine's programs need to start.
      env: { ENGINE_TIMEOUT_MS: "1" },
    });
    try {
      const body = { text: "The house is big.", source: "en", target: "es" };
      const { status, json } = await call("POST", "/v1/translate", { key, base: server.url, body });
      expect([status, json.error.code]).toEqual([504, "timeout"]);
    } finally {
      await server.stop();
    }
  });

  test("a stopped database returns 503 with Retry-After, and requests succeed after it restarts", async () => {
    const server = await startTestServer({ ownDatabase: true });
    try {
      await server.stopDatabase();
      const down = await call("GET", "/v1/me", { key: wellFormedKey(), base: server.url });
      expect([down.status, down.json.error.code]).toEqual([503, "overloaded"]);
      expect(Number(down.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await call("GET", "/v1/health", { base: server.url })).status).toBe(200);
      expect((await call("GET", "/v1/health/ready", { base: server.url })).status).toBe(503);
      await server.startDatabase();
      await until(async () => (await call("GET", "/v1/health/ready", { base: server.url })).status === 200);
      expect((await call("GET", "/v1/me", { key: wellFormedKey(), base: server.url })).status).toBe(401);
    } finally {
      await server.stop();
    }
  });

  test(`each of ${FILES} file translations is completed exactly once even if processes are killed with kill -9`, async () => {
    const { key, accountId } = await newAccount();
    const environment = {
      databaseUrl: process.env.DATABASE_URL,
      secret: process.env.DRAGOMAN_SECRET,
      env: { JOB_CONCURRENCY: "4" },
    };
    let server = await startTestServer(environment);
    try {
      const ids: string[] = [];
      for (let i = 0; i < FILES; i++) {
        const form = new FormData();
        form.set("source", "en");
        form.set("target", "es");
        form.set("file", new File([`The house number ${i} is big.\n`.repeat(400)], `${i}.txt`));
        const made = await call("POST", "/v1/translate/file", {
          key,
          base: server.url,
          raw: form,
          headers: { Prefer: "respond-async" },
        });
        ids.push(made.json.id);
      }
      await server.kill();
      server = await startTestServer(environment);
      await until(async () => {
        const { json } = await call("GET", "/v1/files?limit=100", { key, base: server.url });
        return json.files.every((file: { status: string }) => file.status === "completed" || file.status === "failed");
      });
      const { json } = await call("GET", "/v1/files?limit=100", { key, base: server.url });
      expect(json.files.map((file: { id: string }) => file.id).sort()).toEqual(ids.sort());
      expect(new Set(json.files.map((file: { status: string }) => file.status))).toEqual(new Set(["completed"]));
      const ends = await db().select({ state: jobs.state }).from(jobs).where(eq(jobs.accountId, accountId));
      expect(ends.map(({ state }) => state)).toEqual(Array(FILES).fill("succeeded"));
      for (const id of ids) {
        const response = await fetch(`${server.url}/v1/files/${id}/content`, {
          headers: { Authorization: `Bearer ${key}` },
        });
        expect((await response.text()).split("\n")).toHaveLength(401);
      }
    } finally {
      await server.stop();
    }
  });
});

function wellFormedKey(): string {
  return generateApiKey().secret;
}

test("no data is lost or duplicated when servers and workers are killed, the database crashes and the storage is lost", async () => {
  const options = Object.entries(LOAD).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const [command = "", ...args] = [...diesWithParent("TERM"), process.execPath, ...typescript, "e2e/chaos/command.ts"];
  const { code, output } = await run(command, [...args, ...options]);
  // The last line describes the failure; a summary of failed tests shows only the first line of a message.
  const result = output.trimEnd().split("\n").at(-1);
  expect(code, `${result}\n${output}`).toBe(0);
}, 1_500_000);
