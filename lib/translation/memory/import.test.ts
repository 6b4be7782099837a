import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { events, jobErrors, jobs, memories, memoryImportBatches, memoryUnits } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { claimOf, contextOf, WORKER } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { retryFailed } from "@/lib/work/jobs/control";
import { retryJob } from "@/lib/work/jobs/failed-jobs";
import { claimJob, endJob } from "@/lib/work/jobs/queue";
import { JobPaused, startRunner } from "@/lib/work/jobs/runner";
import { exportMemory } from "./export";
import { feedMemory, unfeedMemory } from "./feed";
import { contextHash, sourceHash } from "./hash";
import { importMemory, MEMORY_IMPORT_JOB } from "./import";
import { memoryImportJob } from "./import-job";
import { exactMatches } from "./match";
import { createMemory, deleteMemory } from "./memories";
import { deleteUnit, listUnits, patchUnit } from "./units";

beforeAll(() => bundleWorkers());
afterAll(closeSandbox);

let person: TestPerson;
let memoryId: string;
beforeEach(async () => {
  person = await newPerson();
  memoryId = await newMemory();
});

const newMemory = async () =>
  (await createMemory(person, { name: "Manuals", sourceLanguage: "en", writePolicy: "reviewed", penalty: 0 }, db())).id;
const tu = (source: string, target: string, attributes = "") =>
  `<tu ${attributes}><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="es"><seg>${target}</seg></tuv></tu>`;
const tmx = (...units: string[]) => ({
  bytes: Buffer.from(`<tmx version="1.4"><header srclang="en"/><body>${units.join("")}</body></tmx>`),
});
const send = (file: { bytes: Buffer }, into = memoryId) =>
  db().transaction((tx) => importMemory(person, into, file, tx));

async function runToEnd(jobId: string) {
  const runner = await startRunner({ [memoryImportJob.type]: memoryImportJob }, 1);
  try {
    for (;;) {
      const [job] = await db().select().from(jobs).where(eq(jobs.id, jobId));
      if (job?.finishedAt) return job;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await runner.stop();
  }
}

const importFile = async (file: { bytes: Buffer }, into = memoryId) => runToEnd(await send(file, into));
const units = async (id = memoryId) => (await listUnits(person, id, { limit: 100 })).units;
const count = async (id = memoryId) => {
  const [row] = await db()
    .select({
      kept: memories.units,
      counted: sql<number>`(select count(*)::int from memory_units where memory_id = ${id})`,
    })
    .from(memories)
    .where(eq(memories.id, id));
  return row;
};

describe("importing a memory", () => {
  test("a memory import keeps the codes of other programs for later exports", async () => {
    const code = '<ph x="1" type="image">&lt;img src="a.png"/&gt;</ph>';
    await importFile(tmx(tu(`See ${code}`, `Vea ${code}`)));
    const { stream } = await exportMemory(person, memoryId);
    expect(await new Response(stream).text()).toContain(`<seg>Vea ${code}</seg>`);
  });

  test("a memory import reads units from TMX, reports skipped units and updates the unit count", async () => {
    const job = await importFile(
      tmx(
        tu("The house", "La casa", 'tuid="a"'),
        tu("The <bpt i='1'/>tree<ept i='1'/>", "El <bpt i='1'/>árbol<ept i='1'/>"),
        tu("", "Nada"),
        tu("The house", "El hogar"),
      ),
    );
    expect(job).toMatchObject({
      state: "succeeded",
      result: { added: 2, updated: 0, skipped: 2 },
      progressTotal: 4,
      progressDone: 2,
      progressFailed: 2,
    });
    const errors = await db().select().from(jobErrors).where(eq(jobErrors.jobId, job.id)).orderBy(jobErrors.number);
    expect(errors.map(({ code, message }) => [code, message.split(":")[0]])).toEqual([
      ["empty", "Unit 3"],
      ["duplicate", "Unit 1"],
    ]);
    expect(await count()).toEqual({ kept: 2, counted: 2 });
    const [match] = await exactMatches(
      person.accountId,
      [memoryId],
      [{ sourceHash: sourceHash("The <g1>tree</g1>"), contextHash: "" }],
      "es",
    );
    expect(match).toMatchObject({ target: "El <g1>árbol</g1>", match: 100 });
  });

  test("a memory import replaces existing units unless these are newer", async () => {
    await importFile(
      tmx(tu("Tea", "Té", 'changedate="20250101T000000Z"'), tu("Sea", "Mar", 'changedate="20250101T000000Z"')),
    );
    const job = await importFile(
      tmx(tu("Tea", "El té", 'changedate="20240101T000000Z"'), tu("Sea", "El mar", 'changedate="20260101T000000Z"')),
    );
    expect(job.result).toEqual({ added: 0, updated: 1, skipped: 1 });
    expect((await units()).map(({ target }) => target).sort()).toEqual(["El mar", "Té"]);
    expect(await count()).toEqual({ kept: 2, counted: 2 });
  });

  test("an interrupted memory import resumes without importing a unit twice", async () => {
    const jobId = await send(tmx(...Array.from({ length: 1_200 }, (_, n) => tu(`Text ${n}`, `Texto ${n}`))));
    const job = await claimJob("first", [MEMORY_IMPORT_JOB.name]);
    expect(job?.id).toBe(jobId);
    const paused = memoryImportJob.run(job!, {
      signal: new AbortController().signal,
      progress: async () => {},
      shouldPause: async () => true,
    });
    await expect(paused).rejects.toBeInstanceOf(JobPaused);
    expect(await count()).toEqual({ kept: 500, counted: 500 });
    await db()
      .update(jobs)
      .set({ leaseUntil: new Date(0) })
      .where(eq(jobs.id, jobId));
    const ended = await runToEnd(jobId);
    expect(ended).toMatchObject({ state: "succeeded", result: { added: 1_200, updated: 0 }, progressDone: 1_200 });
    expect(await count()).toEqual({ kept: 1_200, counted: 1_200 });
    expect(await db().$count(memoryImportBatches, eq(memoryImportBatches.jobId, jobId))).toBe(0);
  });

  test("a failed memory import is reported, and a retry imports the remaining units", async () => {
    const jobId = await send(tmx(...Array.from({ length: 700 }, (_, n) => tu(`Text ${n}`, `Texto ${n}`))));
    const job = await claimOf(jobId);
    const paused = memoryImportJob.run(job, { ...contextOf(), shouldPause: async () => true });
    await expect(paused).rejects.toBeInstanceOf(JobPaused);
    const error = { code: "internal_error", message: "Something went wrong on our side." };
    await endJob(job, WORKER, { state: "failed", error }, (tx) =>
      memoryImportJob.onFailure(job, error, tx, new Error()),
    );
    const reported = await db().select().from(events).where(eq(events.accountId, person.accountId));
    expect(reported).toMatchObject([
      {
        type: "job.failed",
        actor: { type: "user", id: person.userId },
        data: { jobId, jobType: MEMORY_IMPORT_JOB.name, memoryId, error },
      },
    ]);
    const handlers = { [memoryImportJob.type]: memoryImportJob };
    const retry = () => db().transaction((tx) => retryFailed(person, jobId, handlers, tx));
    const again = await retry();
    expect(await runToEnd(again)).toMatchObject({ state: "succeeded", progressDone: 200, progressTotal: 200 });
    expect(await count()).toEqual({ kept: 700, counted: 700 });
    await expect(retry()).rejects.toMatchObject({ code: "conflict", details: { reason: "not_retryable" } });
  });

  test("a failed memory import continues when an administrator retries its job", async () => {
    const jobId = await send(tmx(tu("Tea", "Té")));
    const job = await claimOf(jobId);
    const error = { code: "internal_error", message: "Something went wrong on our side." };
    await endJob(job, WORKER, { state: "failed", error }, (tx) =>
      memoryImportJob.onFailure(job, error, tx, new Error()),
    );
    await retryJob(jobId);
    expect(await runToEnd(jobId)).toMatchObject({ state: "succeeded", result: { added: 1 } });
  });

  test("an imported unit that a project changes belongs to the project, and is deleted when it is no longer confirmed", async () => {
    const key = { segmentId: "seg_fed", language: "es" };
    const feed = (target: string) =>
      db().transaction((tx) =>
        feedMemory(tx, person.accountId, memoryId, [
          {
            ...key,
            projectId: "prj_fed",
            source: "Tea",
            target,
            sourceHash: sourceHash("Tea"),
            contextHash: "",
            reviewed: true,
            createdBy: null,
          },
        ]),
      );
    const withdraw = () => db().transaction((tx) => unfeedMemory(tx, person.accountId, memoryId, [key]));
    await importFile(tmx(tu("Tea", "Té")));
    await feed("Té");
    await withdraw();
    expect(await units()).toMatchObject([{ target: "Té", imported: true }]);
    await feed("Infusión");
    await withdraw();
    expect(await units()).toEqual([]);
    expect(await count()).toEqual({ kept: 0, counted: 0 });
  });

  test("a hostile or damaged memory file is refused before any unit is stored", async () => {
    for (const xml of ['<!DOCTYPE tmx [<!ENTITY a "b">]><tmx><body/></tmx>', "<tmx><body>", "PK\x03\x04"])
      await expect(send({ bytes: Buffer.from(xml) })).rejects.toMatchObject({ code: "unreadable_file", status: 422 });
    expect(await db().$count(jobs, eq(jobs.accountId, person.accountId))).toBe(0);
  });

  test("a memory import ends without an error if its memory is deleted", async () => {
    const jobId = await send(tmx(tu("Tea", "Té")));
    await deleteMemory(person, memoryId);
    expect(await runToEnd(jobId)).toMatchObject({ state: "succeeded" });
  });

  test("a memory of another account is not found by an import", async () => {
    const stranger = await newPerson();
    await expect(
      db().transaction((tx) => importMemory(stranger, memoryId, tmx(tu("Tea", "Té")), tx)),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

test("exporting a memory and importing the file into another memory preserves units and contexts", async () => {
  const fed = {
    segmentId: "seg_1",
    projectId: "prj_1",
    language: "ca",
    source: "Open <g1>it</g1> &amp; <x2/>",
    target: "<x2/> Obriu-<g1>ho</g1>",
    contextHash: contextHash("Before", null),
    reviewed: false,
    createdBy: null,
  };
  await db().transaction((tx) =>
    feedMemory(tx, person.accountId, memoryId, [{ ...fed, sourceHash: sourceHash(fed.source) }]),
  );
  await importFile(tmx(tu("Tea", "Té", 'tuid="tea"')));
  const exported = await exportMemory(person, memoryId);
  const bytes = Buffer.from(await new Response(exported.stream).arrayBuffer());
  expect(exported.name).toBe("Manuals.tmx");
  const copy = await newMemory();
  expect((await importFile({ bytes }, copy)).result).toEqual({ added: 2, updated: 0, skipped: 0 });
  const rows = (id: string) =>
    db()
      .select({
        source: memoryUnits.source,
        target: memoryUnits.target,
        language: memoryUnits.targetLanguage,
        contextHash: memoryUnits.contextHash,
        reviewed: memoryUnits.reviewed,
      })
      .from(memoryUnits)
      .where(eq(memoryUnits.memoryId, id))
      .orderBy(memoryUnits.source);
  expect(await rows(copy)).toEqual(await rows(memoryId));
  const only = await exportMemory(person, memoryId, "es-ES");
  expect((await new Response(only.stream).text()).match(/<tu /g)).toHaveLength(1);
});

describe("managing memory units", () => {
  test("memory units can be searched by a part of the source or target text, in one language, page by page", async () => {
    await importFile(tmx(...Array.from({ length: 5 }, (_, n) => tu(`100% Tea ${n}`, `Té ${n}`)), tu("Sea", "Mar")));
    const found = async (query: Partial<Parameters<typeof listUnits>[2]>) =>
      (await listUnits(person, memoryId, { limit: 100, ...query })).units.length;
    expect(await found({ q: "100% TEA" })).toBe(5);
    expect(await found({ q: "mar" })).toBe(1);
    expect(await found({ language: "ca" })).toBe(0);
    const seen = new Set<string>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listUnits(person, memoryId, { limit: 4, ...(cursor ? { cursor } : {}) });
      for (const unit of page.units) seen.add(unit.id);
      cursor = page.nextCursor;
    }
    expect(seen.size).toBe(6);
  });

  test("memory units can only be changed and deleted by their own account", async () => {
    await importFile(tmx(tu("Tea", "Té"), tu("Sea", "Mar")));
    const [first, second] = await units();
    const stranger = await newPerson();
    for (const attempt of [
      () => patchUnit(stranger, memoryId, first!.id, { target: "x" }),
      () => deleteUnit(stranger, memoryId, first!.id),
      () => listUnits(stranger, memoryId, { limit: 20 }),
      () => exportMemory(stranger, memoryId),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    expect((await patchUnit(person, memoryId, first!.id, { target: "El mar" })).target).toBe("El mar");
    await deleteUnit(person, memoryId, second!.id);
    expect(await count()).toEqual({ kept: 1, counted: 1 });
    await expect(deleteUnit(person, memoryId, second!.id)).rejects.toMatchObject({ code: "not_found" });
  });
});
