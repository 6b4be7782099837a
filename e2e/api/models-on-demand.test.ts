import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { startTestServer } from "@/e2e/server.mjs";
import { call } from "./client";
import { command, type Said, SURFACES } from "./model-surfaces";

type Served = Awaited<ReturnType<typeof startTestServer>>;

const FAULTS = {
  de: ["wrong bytes", "damaged", "its files were damaged."],
  pl: ["error", "unreachable", "the download server cannot be reached."],
  cs: ["large", "disk", "the server's disk has no space for it."],
  nl: ["unusable", "incompatible", "it does not work with this version."],
} as const;

const models = new ModelServer();
let server: Served;
let key: string;
/** The command retries for a while, so it starts before the other interfaces. */
let printed: Promise<Said>;

beforeAll(async () => {
  await models.start();
  models.bucketIsDown = true;
  models.pairs = [...Object.keys(FAULTS), "da", "fi"].map((target) => ["en", target] as const);
  for (const [target, [fault]] of Object.entries(FAULTS)) models.faults.set(`en-${target}`, fault);
  // The server has its own database, so that no other server claims its jobs.
  server = await startTestServer({
    env: {
      DRAGOMAN_MODELS: "auto",
      MODELS_SOURCE: models.settings,
      MODELS_BUCKET: models.bucket,
      PUBLIC_TRANSLATOR: "true",
      TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  key = newKey();
  for (const target of Object.keys(FAULTS)) await translate(target);
  printed = command({ base: server.url, key, target: "cs" });
});
afterAll(async () => {
  models.closeStalled();
  await server.stop();
  await models.stop();
});

function newKey(): string {
  const env = { ...process.env, DATABASE_URL: server.databaseUrl, DRAGOMAN_SECRET: server.secret };
  const account = (...args: string[]) =>
    execFileSync("node", ["lib/operate/launch/command.mjs", "account", ...args], { env, encoding: "utf8" }).trim();
  return account("create-key", account("create", "--name", "Test", "--tier", "enterprise"));
}

const translate = (target: string) =>
  call("POST", "/v1/translate", { key, base: server.url, body: { text: "The house is big.", source: "en", target } });

/**
 * Requests a translation through an interface until its text matches. Every earlier response must say that a model is
 * being installed.
 */
async function until(name: string, target: string, words: string): Promise<Said> {
  const { ask, refusal } = SURFACES[name]!;
  let said = await ask({ base: server.url, key, target });
  const next = async () => {
    if (!said.words.includes(words)) said = await ask({ base: server.url, key, target });
    expect([refusal, 200, 202], `${name}: ${said.words}`).toContain(said.status);
    return said.words;
  };
  await expect.poll(next, { timeout: 60_000, interval: 500 }).toContain(words);
  return said;
}

const names = Object.keys(SURFACES);
const isJob = (name: string) => name === "a file" || name === "drafts of a project";
const table = Object.entries(FAULTS).flatMap(([target, [, ...row]]) =>
  names.map((name) => [name, target, ...row] as const),
);

test.each(table)(
  "translating %s into %s reports the reason %s why the model is missing, and the time to retry",
  async (name, target, reason, sentence) => {
    const { refusal, shape } = SURFACES[name]!;
    // Jobs of a project report only the reason.
    const words = name === "drafts of a project" ? `"reason":"${reason}"` : `cannot be installed now: ${sentence}`;
    const said = await until(name, target, words);
    expect(said.words).toMatch(shape);
    expect([said.status, said.wait > 0]).toEqual([refusal, refusal !== 200]);
    if (isJob(name)) expect(/"status":"failed"/.test(said.words), said.words).toBe(reason === "incompatible");
  },
);

test("the CLI retries several times and then prints why the model is missing", async () => {
  const { status, words } = await printed;
  const installing = "is being installed. Try again in a moment.";
  const failed = `cannot be installed now: ${FAULTS.cs[2]} Try again later.`;
  expect([status, words]).toEqual([1, expect.stringContaining("The language model for this pair ")]);
  expect([installing, failed]).toContain(words.replace("The language model for this pair ", "").trim());
});

test("every translation interface reports a queued or downloading model, and translates once the model is installed", async () => {
  key = newKey();
  models.faults.set("en-da", "stall");
  const phaseOf = async (target: string) => (await translate(target)).json.error?.details.phase ?? "ready";
  await expect.poll(() => phaseOf("da")).toBe("downloading");
  expect(await phaseOf("fi")).toBe("queued");
  const everywhere = (check: (name: string, target: string) => Promise<void>) =>
    Promise.all(["da", "fi"].flatMap((target) => names.map((name) => check(name, target))));
  await everywhere(async (name, target) => {
    const { refusal, shape } = SURFACES[name]!;
    const said = await until(name, target, name === "drafts of a project" ? "downloadBytes" : "is being installed");
    expect(said.words, name).toMatch(shape);
    expect([said.status, said.wait > 0], name).toEqual([refusal, refusal !== 200]);
  });

  models.faults.clear();
  models.closeStalled();
  const phases = new Set<string>();
  const isReady = async () => phases.add(await phaseOf("da")).has("ready");
  await expect.poll(isReady, { timeout: 30_000, interval: 10 }).toBe(true);
  expect([...phases]).toEqual(expect.arrayContaining(["checking", "ready"]));
  await expect.poll(() => phaseOf("fi"), { timeout: 30_000 }).toBe("ready");
  await everywhere(async (name, target) => {
    await until(name, target, isJob(name) ? '"status":"' : "La casa es grande.");
  });
});
