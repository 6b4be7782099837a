import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { accounts, jobErrors, jobs, memories, translationRevisions, translations, usageHours } from "@/db/schema";
import {
  addDocument,
  claimOf,
  contextOf,
  eventsOf,
  newProject,
  runJob,
  runJobs,
  textsOf,
  WORKER,
} from "@/e2e/projects";
import { type Engine, EngineError, type EngineOptions } from "@/lib/engines/engine";
import { modelFetcher } from "@/lib/engines/models/installation";
import { setEngines } from "@/lib/engines/registry";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { flushUsage } from "@/lib/identity/quota/usage";
import { JOB_HANDLERS } from "@/lib/operate/job-handlers";
import { previewBulk, sendBulk, sendUndo } from "@/lib/projects/bulk/send";
import { changeProject } from "@/lib/projects/change/change-project";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { getProject } from "@/lib/projects/project-view";
import { getSegment } from "@/lib/projects/segments/list-segments";
import { suggestTranslation } from "@/lib/projects/segments/suggest";
import { writeTarget } from "@/lib/projects/targets/target";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { PretranslateBody } from "@/lib/schemas/pretranslate";
import type { Segment } from "@/lib/text/segment";
import { feedMemory } from "@/lib/translation/memory/feed";
import { sourceHash } from "@/lib/translation/memory/hash";
import { SYSTEM } from "@/lib/work/events/actor";
import { requestCancel, retryFailed } from "@/lib/work/jobs/control";
import { getJob, listJobErrors } from "@/lib/work/jobs/jobs";
import { endJob } from "@/lib/work/jobs/queue";
import type { JobContext } from "@/lib/work/jobs/runner";
import { pretranslateJob } from "./job";
import { pretranslate } from "./pretranslate";

afterEach(() => {
  setEngines(null);
});
afterAll(closeSandbox);

/** Replaces all engines by one with this behaviour, from English. */
function useEngine(
  translate: (segment: Segment) => Promise<string> | string,
  qualityOf: (segment: Segment) => number | undefined = () => undefined,
): { asked: string[] } {
  const asked: string[] = [];
  const engine: Engine = {
    id: "stand-in",
    local: true,
    directions: async () => [{ source: "en", target: "es", rank: 50 }],
    translate: (segments, _direction, { wantsQuality }) =>
      Promise.all(
        segments.map(async (segment) => {
          asked.push(segment.text);
          const quality = wantsQuality ? qualityOf(segment) : undefined;
          return { text: await translate(segment), ...(quality === undefined ? {} : { quality }) };
        }),
      ),
    state: () => ({ id: "stand-in", state: "ready", detail: "", queued: 0, memoryMb: 0 }),
    close: async () => {},
  };
  setEngines([engine]);
  return { asked };
}

const fails = (code: "unavailable" | "timeout") => {
  throw new EngineError(code, "stand-in", "It fails as it was told.");
};

/** A project whose document waits for pretranslation. */
async function waiting(content: string, over: Record<string, unknown> = {}) {
  const { caller, project } = await newProject({ settings: { autoStart: false }, ...over });
  const document = await addDocument(caller, project.id, "a.txt", content);
  await runJobs(caller);
  return { caller, project, document };
}

async function ask(caller: Caller, projectId: string, over: Record<string, unknown> = {}): Promise<string> {
  const answer = await db().transaction((tx) => pretranslate(caller, projectId, PretranslateBody.parse(over), tx));
  return answer.jobs[0]!.id;
}

async function change(caller: Caller, projectId: string, changes: readonly Change[]): Promise<void> {
  await db().transaction((tx) =>
    changeProject(tx, { accountId: caller.accountId, projectId, actor: SYSTEM }, (changing) =>
      changeTranslations(changing, "es", changes),
    ),
  );
}

const texts = async (id: string) => (await textsOf(id)).map(({ text }) => text);
const lines = (count: number) => Array.from({ length: count }, (_, i) => `House number ${i}.`);

describe("machine drafts", () => {
  test("a machine draft keeps the engine's quality score until a person edits the draft", async () => {
    useEngine(
      ({ text }) => `Hecho: ${text}`,
      ({ text }) => (text.includes("tree") ? undefined : 71.4),
    );
    const { caller, project, document } = await waiting("A house.\nA tree.");
    await ask(caller, project.id);
    await runJobs(caller);
    const [house, tree] = await textsOf(document.id);
    const scored = async () => (await getSegment(caller, house!.id, "es")).translation.qualityScore;
    expect(await scored()).toBe(71);
    expect((await getSegment(caller, tree!.id, "es")).translation.qualityScore).toBeNull();
    expect(await suggestTranslation(caller, house!.id, "es", new AbortController().signal)).toMatchObject({
      engine: "stand-in",
      qualityScore: 71,
    });
    await change(caller, project.id, [{ segmentId: house!.id, state: "reviewed" }]);
    expect(await scored()).toBe(71);
    await change(caller, project.id, [{ segmentId: house!.id, text: "Una casa." }]);
    expect(await scored()).toBeNull();
  });

  test("importing a document creates machine drafts and moves the project to review, with one event per step", async () => {
    const { caller, project } = await newProject();
    const document = await addDocument(caller, project.id, "a.md", "# The house\n\nThe house is **big**.\n");
    await runJobs(caller);
    expect(await textsOf(document.id)).toMatchObject([
      { text: "La casa", state: "draft", origin: "mt", edited: false, originDetail: { engine: "apertium" } },
      { text: "La casa es <g1>grande</g1>.", state: "draft", origin: "mt", revision: 1 },
    ]);
    const { status, progress } = await getProject(caller, project.id);
    expect(status).toBe("in_review");
    const { total, excluded, ...buckets } = progress.segments;
    expect(Object.values(buckets).reduce((sum, n) => sum + n)).toBe(total);
    expect(await eventsOf(project.id)).toEqual([
      "project.created",
      "document.added",
      "document.ready",
      "project.language.status_changed",
      "project.status_changed",
      "project.language.status_changed",
      "project.status_changed",
      "translations.pretranslated",
    ]);
  });

  test("machine drafts never replace a person's text unless a manager requests it, and undo restores the text", async () => {
    const { caller, project, document } = await waiting("The house.\nThe car.\nThe bread.\n");
    const [house, car] = await textsOf(document.id);
    await change(caller, project.id, [
      { segmentId: house!.id, text: "Mi casa.", state: "reviewed" },
      { segmentId: car!.id, text: "Mi coche." },
    ]);
    const first = await ask(caller, project.id);
    const again = await ask(caller, project.id, { overwrite: "machine" });
    await runJobs(caller);
    expect(await texts(document.id)).toEqual(["Mi casa.", "Mi coche.", "El pan."]);
    expect((await getJob(caller, first)).result).toMatchObject({ mt: 1, skipped: { humanText: 2, machineText: 0 } });
    expect((await getJob(caller, again)).result).toMatchObject({ mt: 1, skipped: { humanText: 2 } });

    await expect(ask({ ...caller, role: "reviewer" }, project.id, { overwrite: "all" })).rejects.toMatchObject({
      code: "forbidden",
      details: { required: "manager" },
    });
    const all = await ask(caller, project.id, { overwrite: "all", method: ["mt"] });
    await runJobs(caller);
    expect(await texts(document.id)).toEqual(["La casa.", "El coche.", "El pan."]);
    expect((await textsOf(document.id))[0]).toMatchObject({ state: "draft", origin: "mt", approvedRevision: 1 });
    await db().transaction((tx) => sendUndo(caller, all, tx));
    await runJobs(caller);
    expect(await texts(document.id)).toEqual(["Mi casa.", "Mi coche.", "El pan."]);
    expect((await textsOf(document.id))[0]).toMatchObject({ state: "reviewed" });
  });

  test("unedited machine drafts are created again if their source changes", async () => {
    const { caller, project } = await newProject();
    const document = await addDocument(caller, project.id, "a.txt", "The house is big.\nThe bread.\n");
    await runJobs(caller);
    const body = { content: "The house is small.\nThe bread.\n" };
    await replaceContent(caller, document.id, { body, file: null }, { onChange: "needs_work" });
    await runJobs(caller);
    expect(await textsOf(document.id)).toMatchObject([
      { text: "La casa es pequeña.", state: "draft", outdated: false },
      { text: "El pan.", revision: 1 },
    ]);
  });

  test("segments in languages without an engine get memory matches and don't wait for machine drafts", async () => {
    const { caller, project } = await newProject({ targetLanguages: ["es", "ja"] });
    const document = await addDocument(caller, project.id, "a.txt", "The house.\n");
    await runJobs(caller);
    const [, ja] = await db()
      .select()
      .from(jobs)
      .where(and(eq(jobs.projectId, project.id), eq(jobs.type, "pretranslate")))
      .orderBy(jobs.id);
    expect(ja).toMatchObject({ state: "succeeded", result: { mt: 0, noEngine: true, skipped: { noMatch: 1 } } });
    expect((await textsOf(document.id, "ja"))[0]).toMatchObject({ state: "untranslated" });
    await expect(ask(caller, project.id, { languages: ["ja"], method: ["mt"] })).rejects.toMatchObject({
      details: { errors: [{ path: "languages", code: "unsupported_pair" }] },
    });
  });
});

describe("pretranslating from memories", () => {
  test("pretranslation uses confirmed texts of the project first, then memory matches, then the engine", async () => {
    const { caller, project, document } = await waiting("The house.\nThe house.\nThe car.\nThe bread.\n");
    const [house, , car] = await textsOf(document.id);
    await change(caller, project.id, [{ segmentId: house!.id, text: "Mi casa.", state: "translated" }]);
    const [memory] = await db().select().from(memories).where(eq(memories.accountId, caller.accountId));
    await db().transaction((tx) =>
      feedMemory(tx, caller.accountId, memory!.id, [
        {
          segmentId: "seg_other",
          projectId: "prj_other",
          language: "es",
          source: car!.source,
          target: "Mi coche.",
          sourceHash: car!.sourceHash,
          contextHash: "elsewhere",
          reviewed: true,
          createdBy: null,
        },
      ]),
    );
    const { asked } = useEngine(() => "hecho");
    const id = await ask(caller, project.id);
    await runJobs(caller);
    expect(await textsOf(document.id)).toMatchObject([
      { text: "Mi casa.", state: "translated" },
      { text: "Mi casa.", state: "draft", origin: "repetition", originDetail: { segmentId: house!.id } },
      { text: "Mi coche.", state: "draft", origin: "tm", originDetail: { match: 100, memoryId: memory!.id } },
      { text: "hecho", state: "draft", origin: "mt" },
    ]);
    expect(asked).toEqual(["The bread."]);
    expect((await getJob(caller, id)).result).toMatchObject({ repetitions: 1, tm: 1, mt: 1 });
  });

  test("pretranslation uses similar memory matches above the project's threshold and adapts their numbers", async () => {
    const settings = { autoStart: false, memoryThreshold: 90 };
    const { caller, project, document } = await waiting("You have 7 houses here.\nMy own garden is open.\n", {
      settings,
    });
    const [memory] = await db().select().from(memories).where(eq(memories.accountId, caller.accountId));
    const unit = (source: string, target: string) => ({
      segmentId: "seg_other",
      projectId: "prj_other",
      language: "es",
      source,
      target,
      sourceHash: sourceHash(source),
      contextHash: "elsewhere",
      reviewed: true,
      createdBy: null,
    });
    await db().transaction((tx) =>
      feedMemory(tx, caller.accountId, memory!.id, [
        unit("You have 5 houses here.", "Aquí tiene 5 casas."),
        unit("My own big garden was closed.", "Mi gran jardín estaba cerrado."),
      ]),
    );
    useEngine(() => "hecho");
    await ask(caller, project.id);
    await runJobs(caller);
    expect(await textsOf(document.id)).toMatchObject([
      { text: "Aquí tiene 7 casas.", state: "draft", origin: "tm", originDetail: { match: 99 } },
      { text: "hecho", state: "draft", origin: "mt" },
    ]);
  });

  test("pretranslation approves a memory match only if the project allows it, the context is equal and the match was reviewed", async () => {
    const settings = { autoStart: false, autoReview: "context_match" };
    const { caller, project, document } = await waiting("The house.\nThe car.\n", { settings });
    const [house, car] = await textsOf(document.id);
    const [memory] = await db().select().from(memories).where(eq(memories.accountId, caller.accountId));
    const unit = (segment: typeof house, target: string, contextHash: string) => ({
      segmentId: "seg_other",
      projectId: "prj_other",
      language: "es",
      source: segment!.source,
      target,
      sourceHash: segment!.sourceHash,
      contextHash,
      reviewed: true,
      createdBy: null,
    });
    await db().transaction((tx) =>
      feedMemory(tx, caller.accountId, memory!.id, [
        unit(house, "Mi casa.", house!.contextHash),
        unit(car, "Mi coche.", "elsewhere"),
      ]),
    );
    await ask(caller, project.id, { method: ["tm"] });
    await runJobs(caller);
    expect(await textsOf(document.id)).toMatchObject([
      { text: "Mi casa.", state: "reviewed", origin: "tm", originDetail: { match: 101 }, approvedRevision: 1 },
      { text: "Mi coche.", state: "draft", origin: "tm", originDetail: { match: 100 }, approvedRevision: null },
    ]);
  });
});

describe("segments that an engine can't translate", () => {
  test.each(["unavailable", "timeout"] as const)(
    "pretranslation reports a segment that can't be translated (%s) with the reason, and a retry processes only that segment",
    async (fault) => {
      const { caller, project, document } = await waiting(`${lines(60).join("\n")}\nPoison.\n`);
      useEngine(({ text }) => (text.includes("Poison") ? fails(fault) : `ES ${text}`));
      const id = await ask(caller, project.id);
      await runJobs(caller);
      expect(await getJob(caller, id)).toMatchObject({
        status: "partially_failed",
        language: "es",
        progress: { total: 0, done: 60, failed: 1 },
        result: { mt: 60 },
        errors: [{ code: fault === "timeout" ? "mt_timeout" : "mt_failed", count: 1 }],
      });
      const { errors } = await listJobErrors(caller, id, { limit: 20 });
      const poisoned = (await textsOf(document.id)).at(-1)!;
      expect(errors).toMatchObject([{ segmentId: poisoned.id, language: "es" }]);
      expect(poisoned).toMatchObject({ state: "untranslated", revision: 0 });
      expect((await getProject(caller, project.id)).health.reasons).toContain("pretranslate_failed");
      expect(await eventsOf(project.id)).toContain("job.partially_failed");

      const { asked } = useEngine(({ text }) => `ES ${text}`);
      const retried = await db().transaction((tx) => retryFailed(caller, id, JOB_HANDLERS, tx));
      await runJobs(caller);
      expect(asked).toEqual(["Poison."]);
      expect(await getJob(caller, retried)).toMatchObject({ status: "succeeded", result: { mt: 1 } });
      expect((await textsOf(document.id)).map(({ revision }) => revision)).toEqual(Array(61).fill(1));
      expect((await getProject(caller, project.id)).health.reasons).not.toContain("pretranslate_failed");
    },
  );

  test("a machine draft contains all inline codes, even those that its engine dropped, and reports the loss", async () => {
    const { caller, project } = await newProject({ settings: { autoStart: false }, workflow: "mt_only" });
    const document = await addDocument(
      caller,
      project.id,
      "a.md",
      "Click [here](https://example.org) now.\n\nThe house.\n",
    );
    await runJobs(caller);
    useEngine(({ text }) => text.replace(/<[^>]+>/g, ""));
    const id = await ask(caller, project.id);
    await runJobs(caller);
    expect((await textsOf(document.id))[0]!.text).toMatch(/<g1>.*<\/g1>/);
    expect(await getJob(caller, id)).toMatchObject({
      status: "partially_failed",
      errors: [{ code: "mt_tag_lost", count: 1 }],
    });
    const options = { minState: "draft", fallback: ["source"], outdated: "skip" } as const;
    const { bytes } = await writeTarget(caller.accountId, document.id, "es", options);
    expect(Buffer.from(bytes).toString()).toContain("](https://example.org)");
  });
});

test("an unavailable engine fails the whole job instead of single segments, and the project shows the failed job", async () => {
  const { caller, project, document } = await waiting("The house.\nThe car.\n");
  useEngine(() => fails("unavailable"));
  const id = await ask(caller, project.id);
  await runJob(id);
  expect(await getJob(caller, id)).toMatchObject({
    status: "failed",
    error: { code: "engine_unavailable" },
    progress: { done: 0, failed: 0 },
    errors: [],
  });
  expect(await texts(document.id)).toEqual([null, null]);
  expect((await getProject(caller, project.id)).health).toMatchObject({
    level: "blocked",
    reasons: ["pretranslate_failed"],
  });
  useEngine(() => "hecho");
  await db().transaction((tx) => retryFailed(caller, id, JOB_HANDLERS, tx));
  await runJobs(caller);
  expect(await texts(document.id)).toEqual(["hecho", "hecho"]);
});

describe("interrupted pretranslation", () => {
  /** Runs the job until this many segments were requested, then simulates that the process dies. */
  async function runUntilKilled(id: string, segments: number): Promise<void> {
    const abort = new AbortController();
    let seen = 0;
    useEngine(({ text }) => {
      seen += 1;
      if (seen > segments) abort.abort("lost");
      return `ES ${text}`;
    });
    const job = await claimOf(id);
    await pretranslateJob.run(job, contextOf(abort.signal)).catch(() => {});
  }

  test("an interrupted pretranslation resumes without skipping or repeating segments", async () => {
    const { caller, project, document } = await waiting(`${lines(900).join("\n")}\n`);
    const id = await ask(caller, project.id);
    await runUntilKilled(id, 400);
    const done = (await texts(document.id)).filter(Boolean).length;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(900);
    expect((await getJob(caller, id)).progress).toMatchObject({ done, failed: 0 });
    await runUntilKilled(id, 250);
    const { asked } = useEngine(({ text }) => `ES ${text}`);
    const left = (await texts(document.id)).filter((text) => text === null).length;
    await runJob(id);
    expect(asked).toHaveLength(left);
    expect(await texts(document.id)).toEqual(lines(900).map((line) => `ES ${line}`));
    const revisions = await db().select().from(translationRevisions).where(eq(translationRevisions.batchId, id));
    expect(revisions).toHaveLength(900);
    expect(await getJob(caller, id)).toMatchObject({
      status: "succeeded",
      progress: { done: 900, failed: 0 },
      result: { mt: 900 },
    });
    expect((await eventsOf(project.id)).filter((type) => type === "translations.pretranslated")).toHaveLength(1);
  });

  test("an interrupted worker stores nothing after another worker took over its pretranslation", async () => {
    const { caller, project, document } = await waiting("The house.\nThe car.\n");
    const id = await ask(caller, project.id);
    const dead = await claimOf(id);
    await claimOf(id);
    useEngine(() => "hecho");
    await expect(pretranslateJob.run(dead, contextOf())).rejects.toMatchObject({ name: "JobLost" });
    expect(await texts(document.id)).toEqual([null, null]);
  });

  test("a cancelled pretranslation stops within one batch and keeps the texts translated so far", async () => {
    const { caller, project, document } = await waiting(`${lines(900).join("\n")}\n`);
    const id = await ask(caller, project.id);
    const abort = new AbortController();
    let seen = 0;
    useEngine(async ({ text }) => {
      seen += 1;
      if (seen === 400) {
        await db().transaction((tx) => requestCancel(caller, id, JOB_HANDLERS, tx));
        abort.abort("cancelled");
      }
      return `ES ${text}`;
    });
    const job = await claimOf(id);
    await expect(pretranslateJob.run(job, contextOf(abort.signal))).rejects.toBe("cancelled");
    await endJob(job, WORKER, { state: "cancelled" }, (tx) => pretranslateJob.onCancel(job, tx));
    const done = (await texts(document.id)).filter(Boolean).length;
    expect(done).toBeLessThan(900);
    expect(await getJob(caller, id)).toMatchObject({ status: "cancelled", progress: { done } });
  });

  test("a long pretranslation pauses for other jobs and then continues", async () => {
    const { caller, project, document } = await waiting(`${lines(900).join("\n")}\n`);
    const id = await ask(caller, project.id);
    useEngine(({ text }) => `ES ${text}`);
    const context: JobContext = { ...contextOf(), shouldPause: async () => true };
    await expect(pretranslateJob.run(await claimOf(id), context)).rejects.toMatchObject({ name: "JobPaused" });
    await runJob(id);
    expect((await texts(document.id)).every(Boolean)).toBe(true);
    const revisions = await db().select().from(translationRevisions).where(eq(translationRevisions.batchId, id));
    expect(revisions).toHaveLength(900);
  });

  test("a pretranslation stops using remote engines when its account is restricted to local engines", async () => {
    const { caller, project, document } = await waiting(`${lines(400).join("\n")}\n`);
    const id = await ask(caller, project.id);
    const signing = (name: string, local: boolean, seen: () => Promise<unknown>): Engine => ({
      id: name,
      local,
      directions: async () => [{ source: "en", target: "es", rank: local ? 50 : 70 }],
      translate: async (segments) => {
        await seen();
        return segments.map(({ text }) => ({ text: `${name} ${text}` }));
      },
      state: () => ({ id: name, state: "ready", detail: "", queued: 0, memoryMb: 0 }),
      close: async () => {},
    });
    const engines = [
      signing("elsewhere", false, () =>
        db().update(accounts).set({ localOnly: true }).where(eq(accounts.id, caller.accountId)),
      ),
      signing("here", true, async () => {}),
    ];
    setEngines(engines);
    await expect(pretranslateJob.run(await claimOf(id), contextOf())).rejects.toMatchObject({ name: "JobPaused" });
    const by = async (name: string) => (await texts(document.id)).filter((text) => text?.startsWith(name)).length;
    const sent = await by("elsewhere");
    expect(sent, "what was in hand when it was set").toBeLessThan(400);
    await runJob(id);
    expect([await by("elsewhere"), await by("here")]).toEqual([sent, 400 - sent]);
  });
});

test("a bulk pretranslation drafts only segments that match its filter, previews the number of segments, and can be undone", async () => {
  useEngine(({ text }) => `ES ${text}`);
  const { caller, project, document } = await waiting("The house.\nThe tree.\nThe old house.\n");
  const bulk = BulkBody.parse({ language: "es", filter: { q: "house" }, action: { type: "pretranslate" } });
  expect(await previewBulk(caller, project.id, bulk)).toEqual({ matching: 2 });
  const id = await db().transaction((tx) => sendBulk(caller, project.id, bulk, tx));
  await runJobs(caller);
  expect(await texts(document.id)).toEqual(["ES The house.", null, "ES The old house."]);
  expect(await previewBulk(caller, project.id, bulk)).toEqual({ matching: 0 });
  await db().transaction((tx) => sendUndo(caller, id, tx));
  await runJobs(caller);
  expect(await texts(document.id)).toEqual([null, null, null]);
});

test("pretranslation passes the project's description, tone and the request's options to engines, and reports ignored options", async () => {
  const { caller, project } = await newProject({
    name: "Bicycle shop",
    description: "Sells bicycles.",
    settings: { autoStart: false, formality: "less", instructions: "Short words." },
  });
  await addDocument(caller, project.id, "wheels.txt", "One wheel.\nTwo wheels.\n");
  await runJobs(caller);
  const heard: EngineOptions[] = [];
  const engine: Engine = {
    id: "stand-in",
    local: true,
    directions: async () => [{ source: "en", target: "es", rank: 50 }],
    supports: (option) => option === "context",
    translate: async (segments, _direction, options) => {
      heard.push(options);
      return segments.map(({ text }) => ({ text }));
    },
    state: () => ({ id: "stand-in", state: "ready", detail: "", queued: 0, memoryMb: 0 }),
    close: async () => {},
  };
  setEngines([engine]);
  const draft = async (given: object) => {
    const body = PretranslateBody.parse({ languages: ["es"], method: ["mt"], overwrite: "machine", ...given });
    const { jobs } = await db().transaction((tx) => pretranslate(caller, project.id, body, tx));
    await runJobs(caller);
    return (await getJob(caller, jobs[0]!.id)).result;
  };
  expect(await draft({ context: "A sign.", formality: "more", instructions: "Be kind." })).toMatchObject({
    warnings: [{ code: "formality_not_supported" }, { code: "instructions_not_supported" }],
  });
  const background = { title: "Bicycle shop", about: "Sells bicycles.", instructions: "Short words." };
  expect(heard[0]).toMatchObject({ context: "A sign.", formality: "more", instructions: "Be kind.", background });
  expect(await draft({})).not.toHaveProperty("warnings");
  expect(heard.at(-1)).toMatchObject({ formality: "prefer_less", background });
});

test("an engine named in the request translates all segments, and the error for an unsupported pair lists engines that support it", async () => {
  useEngine(({ text }) => `ES ${text}`);
  const { caller, project, document } = await waiting("The house.\n");
  await expect(ask(caller, project.id, { engine: "other" })).rejects.toMatchObject({
    code: "invalid_request",
    details: { errors: [{ path: "engine", suggestions: ["stand-in"] }] },
  });
  const id = await ask(caller, project.id, { engine: "stand-in" });
  const [job] = await db().select().from(jobs).where(eq(jobs.id, id));
  expect(job?.payload).toMatchObject({ engine: "stand-in" });
  await runJobs(caller);
  expect(await texts(document.id)).toEqual(["ES The house."]);
});

test("pretranslation adds its characters, but no request, to the account's usage", async () => {
  useEngine(({ text }) => `ES ${text}`);
  const { caller, project } = await waiting("The house.\nThe big tree.\n");
  await ask(caller, project.id);
  await runJobs(caller);
  await flushUsage();
  const used = await db().select().from(usageHours).where(eq(usageHours.accountId, caller.accountId));
  expect(used).toMatchObject([
    {
      endpoint: "POST /projects/{projectId}/pretranslate",
      engine: "stand-in",
      source: "en",
      target: "es",
      projectId: project.id,
      requests: 0,
    },
  ]);
  expect(Number(used[0]?.characters)).toBe("The house.".length + "The big tree.".length);
});

test("the quality score of a plural message's draft is that of its worst form", async () => {
  useEngine(
    ({ text }) => `ES ${text}`,
    ({ text }) => (text.includes("houses") ? 40 : 80),
  );
  const { caller, project } = await newProject({ settings: { autoStart: false } });
  const sourceForms = { one: "One house", other: "{n} houses" };
  const document = await addDocument(caller, project.id, "a.json", { segments: [{ key: "n", sourceForms }] });
  await runJobs(caller);
  await ask(caller, project.id);
  await runJobs(caller);
  expect((await textsOf(document.id))[0]).toMatchObject({ state: "draft", qualityScore: 40 });
});

test("a text that a person writes during pretranslation isn't overwritten", async () => {
  const { caller, project, document } = await waiting("The house.\nThe car.\n");
  const [house] = await textsOf(document.id);
  const id = await ask(caller, project.id);
  useEngine(async ({ text }) => {
    if (text === "The house.") await change(caller, project.id, [{ segmentId: house!.id, text: "Mi casa." }]);
    return `ES ${text}`;
  });
  await runJobs(caller);
  expect(await texts(document.id)).toEqual(["Mi casa.", "ES The car."]);
  expect((await getJob(caller, id)).result).toMatchObject({ mt: 1, skipped: { changedMeanwhile: 1 } });
});

test("a job of another account can't be read, cancelled or retried", async () => {
  const { caller, project } = await waiting("The house.\n");
  const id = await ask(caller, project.id);
  const { caller: stranger } = await newProject();
  await expect(getJob(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(listJobErrors(stranger, id, { limit: 20 })).rejects.toMatchObject({ code: "not_found" });
  const cancel = db().transaction((tx) => requestCancel(stranger, id, JOB_HANDLERS, tx));
  await expect(cancel).rejects.toMatchObject({ code: "not_found" });
  const retry = db().transaction((tx) => retryFailed(stranger, id, JOB_HANDLERS, tx));
  await expect(retry).rejects.toMatchObject({ code: "not_found" });
  expect(await db().select().from(jobErrors).where(eq(jobErrors.jobId, id))).toEqual([]);
  expect(await db().select().from(translations).where(eq(translations.accountId, stranger.accountId))).toEqual([]);
});

const coming = { pair: "de-en", phase: "downloading", progress: 0.4, downloadBytes: 22_000_000 };
const away = (reason: string) => ({
  want: () => null,
  unavailable: () => ({ pair: "en-es", reason, retryAfterSeconds: 9 }),
});

test.each([
  [
    "being downloaded",
    { want: () => [{ ...coming, source: "en", target: "es" }] },
    { progress: 0.4, downloadBytes: 22_000_000 },
  ],
  ["unreachable", away("unreachable"), { pair: "en-es", reason: "unreachable" }],
  ["over the hourly limit of models", away("limit"), { reason: "model_limit" }],
])(
  "a project with waiting drafts names the missing language model if the model is %s",
  async (_, fetcher, waitingFor) => {
    setEngines([]);
    modelFetcher.set({ source: {}, used: () => {}, ...fetcher } as never);
    const { caller, project } = await newProject();
    await addDocument(caller, project.id, "a.json", { segments: [{ key: "a", source: "The house is big." }] });
    await runJobs(caller);
    const [job] = await db()
      .select()
      .from(jobs)
      .where(and(eq(jobs.projectId, project.id), eq(jobs.type, "pretranslate")));
    expect(job).toMatchObject({ result: { waitingFor } });
    modelFetcher.clear();
  },
);
