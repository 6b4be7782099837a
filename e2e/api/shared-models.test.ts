import { mkdtempSync, rmSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CUT_AFTER, ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { startTestServer } from "@/e2e/server.mjs";
import { call, newAccount } from "./client";

type Served = Awaited<ReturnType<typeof startTestServer>>;

const models = new ModelServer();
const folder = mkdtempSync(path.join(os.tmpdir(), "dragoman-shared-models-"));
let key: string;

beforeAll(async () => {
  await models.start();
  models.bucketIsDown = true;
  models.pairs = ["da", "fi", "hu"].map((target) => ["en", target] as const);
  ({ key } = await newAccount());
});
afterAll(async () => {
  models.closeStalled();
  await models.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A server that uses the shared folder of models and runs no jobs of other tests. */
const start = () =>
  startTestServer({
    databaseUrl: process.env.DATABASE_URL!,
    secret: process.env.DRAGOMAN_SECRET!,
    env: {
      ...{ JOBS: "external", DATA_DIR: folder, DRAGOMAN_MODELS: "auto" },
      ...{ MODELS_SOURCE: models.settings, MODELS_BUCKET: models.bucket },
    },
  });

const translate = (base: string, target: string) =>
  call("POST", "/v1/translate", { key, base, body: { text: "The house is big.", source: "en", target } });
const phaseOf = async ({ url }: Served, target: string) => {
  const { status, json } = await translate(url, target);
  return status === 200 ? json.translation : json.error.details.phase;
};
/** The requests for a target's files, each with its first byte. */
const asked = (target: string) =>
  models.asked
    .filter(({ path }) => path.includes(`/en-${target}/`))
    .map(({ path: url, range = "whole" }) => `${path.basename(url).split(".")[0]} ${range}`);

test("two servers that share a model folder download a model once, and both translate with it", async () => {
  const servers = await Promise.all([start(), start()]);
  try {
    models.faults.set("en-da", "stall");
    const [first, second] = servers as [Served, Served];
    await expect.poll(() => phaseOf(first, "da")).toBe("downloading");
    await expect.poll(() => phaseOf(second, "da")).toBe("downloading");
    expect(asked("da")).toEqual(["model whole"]);
    models.faults.clear();
    models.closeStalled();
    for (const server of servers)
      await expect.poll(() => phaseOf(server, "da"), { timeout: 30_000 }).toBe("La casa es grande.");
    expect(asked("da")).toEqual(["model whole", `model bytes=${CUT_AFTER}-`, "lex whole", "vocab whole"]);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

test("a model download continues after kill -9, and another server takes over the download of a stopped server", async () => {
  models.faults.set("en-fi", "stall");
  const dead = await start();
  await expect.poll(() => phaseOf(dead, "fi")).toBe("downloading");
  const received = async () => {
    const part = (await readdir(path.join(folder, "models/en-fi"))).find((name) => name.endsWith(".part"));
    return part ? (await stat(path.join(folder, "models/en-fi", part))).size : 0;
  };
  await expect.poll(received).toBe(CUT_AFTER);
  const other = await start();
  try {
    expect(await phaseOf(other, "fi")).toMatch(/^(?:queued|downloading)$/);
    await dead.kill();
    models.faults.clear();
    await expect.poll(() => phaseOf(other, "fi"), { timeout: 60_000 }).toBe("La casa es grande.");
    expect(asked("fi")).toEqual(["model whole", `model bytes=${CUT_AFTER}-`, "lex whole", "vocab whole"]);
  } finally {
    await other.stop();
  }
});
