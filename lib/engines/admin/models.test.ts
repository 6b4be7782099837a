import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { like } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { TOY } from "@/e2e/doubles/bergamot/toy-models";
import type { Caller } from "@/lib/identity/auth/caller";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import type { Runner } from "@/lib/work/jobs/runner";

/** Only jobs of this test, because other tests use the same database. */
const ours = like(jobs.type, "install_model:%");

const server = new ModelServer();
let dataDir: string;
let admin: Caller;
let runner: Runner | undefined;
let models: typeof import("./models");

beforeAll(async () => {
  await Promise.all([bundleWorkers(), server.start()]);
  dataDir = await mkdtemp(path.join(tmpdir(), "dragoman-admin-"));
  // Set before the first import that needs the settings, which are read only once.
  const settings = {
    DATA_DIR: dataDir,
    MODELS_SOURCE: server.settings,
    MODELS_BUCKET: server.bucket,
    APERTIUM_MODES: path.join(dataDir, "none"),
  };
  Object.assign(process.env, settings, { DRAGOMAN_SECRET: "a secret of the tests that is long enough" });
  models = await import("./models");
  admin = await (await import("@/e2e/people")).newPerson({ isAdmin: true });
});
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
  server.fault = null;
  const store = (await import("@/lib/engines/bergamot/installation")).modelStore();
  await store.remove("en-es");
  await store.discard("en-es");
  await db().delete(jobs).where(ours);
});
afterAll(async () => {
  await (await import("@/lib/engines/registry")).closeEngines();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

async function startJobs(): Promise<void> {
  const [{ startRunner }, { modelJob, modelJobType }] = await Promise.all([
    import("@/lib/work/jobs/runner"),
    import("./model-job"),
  ]);
  runner = await startRunner({ [await modelJobType()]: modelJob }, 1);
}

async function enEs() {
  const { models: listed } = await models.listModels();
  return listed.find(({ pair }) => pair === "en-es")!;
}

test("a requested model is installed by a single job, which reports its progress", async () => {
  expect(await enEs()).toMatchObject({ installed: null, offered: { version: "3.0", license: "MPL-2.0" } });
  const [first] = (await models.installModels(admin, ["en-es"])).installations;
  const [second] = (await models.installModels(admin, ["en-es", "en-es"])).installations;
  expect(second?.id).toBe(first?.id);
  expect(await enEs()).toMatchObject({ installation: { id: first?.id, state: "queued" } });
  await startJobs();
  await expect.poll(enEs, { timeout: 20_000 }).toMatchObject({ installation: null, installed: { version: "3.0" } });
  const [job] = await db().select().from(jobs).where(ours);
  expect(job?.progressDone).toBe(job?.progressTotal);
  expect(job?.progressTotal).toBeGreaterThan(100_000);
});

test("stopping a queued or running installation leaves no files behind", async () => {
  const [queued] = (await models.installModels(admin, ["en-es"])).installations;
  await models.cancelInstallation(queued!.id);
  expect(await enEs()).toMatchObject({ installation: null });
  await expect(models.cancelInstallation(queued!.id)).rejects.toMatchObject({ code: "not_found" });

  server.fault = { kind: "stall", times: 10 };
  const [running] = (await models.installModels(admin, ["en-es"])).installations;
  await startJobs();
  await expect.poll(enEs).toMatchObject({ installation: { state: "running" } });
  await expect.poll(() => readdir(path.join(dataDir, "models/en-es"))).toContainEqual(expect.stringMatching(/part$/));
  await models.cancelInstallation(running!.id);
  await expect.poll(() => readdir(path.join(dataDir, "models"))).toEqual([".id"]);
});

test("stopping an installation that waits to retry after a lost connection leaves no files behind", async () => {
  server.bucketIsDown = true;
  server.fault = { kind: "cut", times: 100 };
  await models.installModels(admin, ["en-es"]);
  await startJobs();
  const hasTried = async () => {
    const [job] = await db().select().from(jobs).where(ours);
    return job !== undefined && job.state === "queued" && job.attempts > 0;
  };
  await expect.poll(hasTried, { timeout: 20_000 }).toBe(true);
  await runner?.stop();
  runner = undefined;
  expect(await readdir(path.join(dataDir, "models/en-es"))).toContainEqual(expect.stringMatching(/part$/));
  await models.cancelInstallation((await enEs()).installation!.id);
  expect(await readdir(path.join(dataDir, "models"))).toEqual([".id"]);
  server.bucketIsDown = false;
});

test("a target language that needs a model is offered for installation until its engine can translate", async () => {
  const { listOffers } = await import("./model-offers");
  const offers = async () => (await listOffers(admin, { source: "en-GB" })).offers;
  expect(await listOffers(admin, {})).toEqual({ sources: ["en"], offers: [] });
  expect(await offers()).toMatchObject([
    { target: "es", isBetter: false, isComing: false, models: [{ pair: "en-es" }] },
  ]);
  await models.installModels(admin, ["en-es"]);
  expect(await offers()).toMatchObject([{ target: "es", isComing: true }]);
  await startJobs();
  const { router } = await import("@/lib/engines/registry");
  await expect.poll(offers, { timeout: 20_000 }).toEqual([]);
  await expect.poll(() => router().route("en", "es")).not.toBeNull();
  const [hop] = (await router().route("en", "es")) ?? [];
  const { plainSegment } = await import("@/lib/text/segment");
  const [answer] = await router().translate(hop!, [plainSegment("Hello world.")], { priority: "interactive" });
  expect(answer?.text).toBe("Hola mundo.");
});

test("a failed model installation shows its reason until it is retried or dismissed", async () => {
  server.bucketIsDown = true;
  server.fault = { kind: "wrong bytes", times: 10 };
  await models.installModels(admin, ["en-es"]);
  await startJobs();
  await expect
    .poll(enEs, { timeout: 20_000 })
    .toMatchObject({ installation: { state: "failed", error: { code: "damaged" } } });
  const { installation } = await enEs();
  await models.cancelInstallation(installation!.id);
  expect(await enEs()).toMatchObject({ installation: null, installed: null });
  server.bucketIsDown = false;
});

test("an installation job for another machine's model folder stays queued for that machine", async () => {
  const { sendJob } = await import("@/lib/work/jobs/queue");
  await sendJob(db(), { accountId: admin.accountId, type: "install_model:0000", payload: { pair: "en-es" } });
  await models.installModels(admin, ["en-es"]);
  await startJobs();
  await expect.poll(enEs, { timeout: 20_000 }).toMatchObject({ installed: { version: "3.0" } });
  const states = await db().select({ type: jobs.type, state: jobs.state }).from(jobs).where(ours);
  expect(states).toContainEqual({ type: "install_model:0000", state: "queued" });
});

test("installing an unknown pair fails, and so does importing from a relative path or a folder without models", async () => {
  await expect(models.installModels(admin, ["en-es", "en-tlh"])).rejects.toMatchObject({ code: "not_found" });
  await expect(models.removeModel("en-es")).rejects.toMatchObject({ code: "not_found" });
  await expect(models.importModels(`${tmpdir()}/nothing-here`)).rejects.toMatchObject({ code: "invalid_request" });
  await expect(models.importModels("models")).rejects.toMatchObject({ code: "invalid_request" });
  expect(await db().select().from(jobs).where(ours)).toEqual([]);
});

test("models can be imported from a folder on the server or from files uploaded in the browser", async () => {
  expect(await models.importModels(TOY.folder)).toEqual({ pairs: ["en-es"], incomplete: [] });
  expect(await enEs()).toMatchObject({ installed: { origin: "import", architecture: "tiny" } });
  await models.removeModel("en-es");

  const { receiveFiles } = await import("@/lib/http/api/receive-files");
  const send = async (names: readonly string[], limit = 10_000_000) => {
    const form = new FormData();
    for (const name of names)
      form.append("file", new File([await readFile(path.join(TOY.folder, name.replace(/^\./, "")))], name));
    const request = new Request("http://localhost", { method: "POST", body: form });
    return models.importUpload((folder) => receiveFiles(request, folder, { files: 4, bytes: limit }));
  };
  expect(await send([TOY.model, TOY.lex, TOY.vocab])).toEqual({ pairs: ["en-es"], incomplete: [] });
  await models.removeModel("en-es");
  await expect(send([TOY.model])).rejects.toMatchObject({ code: "invalid_request" });
  await expect(send([TOY.model, `.${TOY.vocab}`])).rejects.toMatchObject({ code: "invalid_request" });
  await expect(send([TOY.model, TOY.lex, TOY.vocab], 100_000)).rejects.toMatchObject({ code: "too_large" });
  expect((await readdir(dataDir)).filter((name) => name.startsWith("upload"))).toEqual([]);
});
