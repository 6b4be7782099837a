import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { events, jobs, qaIssues, segments, translations } from "@/db/schema";
import { addDocument, claimOf, newProject, runJob, runJobs, textsOf, WORKER } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { JOB_HANDLERS } from "@/lib/operate/job-handlers";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { getProject } from "@/lib/projects/project-view";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { getSegment } from "@/lib/projects/segments/list-segments";
import { setIgnored } from "@/lib/projects/segments/qa-issues";
import { writeTarget } from "@/lib/projects/targets/target";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { retryFailed } from "@/lib/work/jobs/control";
import { getJob, listJobErrors } from "@/lib/work/jobs/jobs";
import { endJob } from "@/lib/work/jobs/queue";
import { previewBulk, sendBulk, sendUndo } from "./send";

afterAll(closeSandbox);

const SEGMENTS = [
  { key: "a", source: "Hello {name}", target: "Hola {name}" },
  { key: "b", source: "Bye {name}", target: "Adiós" },
  { key: "c", source: "Thanks {name}", target: "Gracias {name}" },
];

const FINAL = { minState: "reviewed", fallback: ["lastReviewed", "source"], outdated: "skip" } as const;

async function workedOn() {
  const { caller, project } = await newProject({ workflow: "human" });
  const document = await addDocument(caller, project.id, "texts.json", { segments: SEGMENTS });
  await runJobs(caller);
  const bulk = async (action: Record<string, unknown>, filter: Record<string, unknown> = {}) => {
    const body = BulkBody.parse({ language: "es", filter, action });
    const id = await db().transaction((tx) => sendBulk(caller, project.id, body, tx));
    await runJobs(caller);
    return getJob(caller, id);
  };
  const undo = async (jobId: string) => {
    const id = await db().transaction((tx) => sendUndo(caller, jobId, tx));
    await runJobs(caller);
    return getJob(caller, id);
  };
  const texts = () => textsOf(document.id);
  return { caller, projectId: project.id, documentId: document.id, bulk, undo, texts };
}

async function edit(caller: Caller, segmentId: string, body: Record<string, unknown>) {
  const { translation } = await getSegment(caller, segmentId, "es");
  await editTranslation(caller, segmentId, "es", translation.revision, PatchTranslationBody.parse(body));
}

const findings = (projectId: string) =>
  db()
    .select({ id: qaIssues.id, status: qaIssues.status })
    .from(qaIssues)
    .where(and(eq(qaIssues.projectId, projectId), eq(qaIssues.checkId, "placeholder.missing")));

const reported = (projectId: string, type: string) =>
  db()
    .select({ data: events.data })
    .from(events)
    .where(and(eq(events.projectId, projectId), eq(events.type, type)));

describe("bulk actions on chosen segments", () => {
  test("a bulk action changes only the chosen segments, and no segment of another project", async () => {
    const { bulk, texts } = await workedOn();
    const other = await workedOn();
    const [first, second] = await texts();
    const [foreign] = await other.texts();
    const job = await bulk({ type: "exclude" }, { segmentIds: [second!.segmentId, foreign!.segmentId] });
    expect(job.result).toMatchObject({ changed: 1 });
    const excluded = (await texts()).filter((one) => one.excluded);
    expect(excluded.map(({ segmentId }) => segmentId)).toEqual([second!.segmentId]);
    expect(first!.segmentId).not.toBe(second!.segmentId);
    expect((await other.texts()).some((one) => one.excluded)).toBe(false);
  });
});

describe("bulk actions on texts and labels", () => {
  test("a bulk fix of check findings changes what its preview shows, and can be undone", async () => {
    const { caller, projectId, bulk, undo, texts } = await workedOn();
    const [a] = await texts();
    await edit(caller, a!.segmentId, { text: "Hola  {name} " });
    const check = "space.double";
    const action = { type: "fix" as const, check };
    const preview = await previewBulk(caller, projectId, BulkBody.parse({ language: "es", action }));
    expect(preview.replacements).toMatchObject({
      changed: 1,
      samples: [{ before: "Hola  {name} ", after: "Hola {name} " }],
    });
    const job = await bulk(action);
    expect([job.result, (await texts())[0]!.text]).toEqual([{ changed: 1 }, "Hola {name} "]);
    await undo(job.id);
    expect((await texts())[0]!.text).toBe("Hola  {name} ");
  });

  test("a bulk action adds labels without duplicates, and removes labels", async () => {
    const { bulk, documentId } = await workedOn();
    const labels = async () =>
      (await db().select({ labels: segments.labels }).from(segments).where(eq(segments.documentId, documentId)))
        .map((one) => one.labels.join())
        .sort();
    await bulk({ type: "addLabel", label: "legal" }, { q: "Bye" });
    expect((await bulk({ type: "addLabel", label: "legal" })).result).toEqual({ changed: 2 });
    expect(await labels()).toEqual(["legal", "legal", "legal"]);
    await bulk({ type: "removeLabel", label: "legal" }, { q: "Hello" });
    expect(await labels()).toEqual(["", "legal", "legal"]);
  });
});

describe("undoing a bulk action", () => {
  test("undoing a bulk exclusion includes its segments again, except those that a later action changed", async () => {
    const { caller, projectId, bulk, undo, texts } = await workedOn();
    const excluding = await bulk({ type: "exclude" });
    expect(excluding.result).toMatchObject({ changed: 3 });
    expect((await getProject(caller, projectId)).progress.segments).toMatchObject({ total: 0, excluded: 3 });
    await bulk({ type: "include" }, { q: "Hello" });
    await bulk({ type: "exclude" }, { q: "Hello" });
    expect((await undo(excluding.id)).result).toMatchObject({ undone: 2 });
    expect((await texts()).map(({ key, excluded }) => [key, excluded])).toEqual([
      ["a", true],
      ["b", false],
      ["c", false],
    ]);
    expect((await getProject(caller, projectId)).progress.segments).toMatchObject({ total: 2, excluded: 1 });
  });

  test("undoing a bulk inclusion excludes its segments again", async () => {
    const { bulk, undo, texts } = await workedOn();
    await bulk({ type: "exclude" });
    const including = await bulk({ type: "include" });
    expect((await undo(including.id)).result).toMatchObject({ undone: 3 });
    expect((await texts()).every(({ excluded }) => excluded)).toBe(true);
  });

  test("undoing a bulk approval also withdraws the approved version, so that exports don't use it", async () => {
    const { caller, projectId, documentId, bulk, undo, texts } = await workedOn();
    const [first] = await texts();
    await edit(caller, first!.id, { text: "¡Hola {name}!", state: "reviewed" });
    await edit(caller, first!.id, { text: "Hola, {name}", state: "translated" });
    const before = await texts();
    const approving = await bulk({ type: "approve" });
    await undo(approving.id);
    expect(
      await writeTarget(caller.accountId, documentId, "es", { ...FINAL, minState: "draft", outdated: "keep" }),
    ).toMatchObject({
      counts: { segments: 3, outdated: 0 },
    });
    const written = await writeTarget(caller.accountId, documentId, "es", FINAL);
    expect(written.counts).toMatchObject({ reviewed: 0, lastReviewed: 1, source: 2 });
    const approvals = (rows: Awaited<ReturnType<typeof texts>>) =>
      rows.map(({ approvedRevision, reviewedBy }) => ({ approvedRevision, reviewedBy }));
    expect(approvals(await texts())).toEqual(approvals(before));
    expect((await getProject(caller, projectId)).progress.segments.reviewed).toBe(0);
  });

  test("a replacement by regular expression supports groups and has a preview", async () => {
    const { caller, projectId, bulk, undo, texts } = await workedOn();
    const replace = { type: "replace", find: "^(Ho|Gra)(?P<rest>\\p{L}+)", replace: "$<rest>-$1", regex: true };
    const preview = (action: Record<string, unknown>) =>
      previewBulk(caller, projectId, BulkBody.parse({ language: "es", action, dryRun: true }));
    const before = (await texts()).map(({ text }) => text);
    const shown = await preview(replace);
    expect(shown).toMatchObject({ matching: 3, replacements: { changed: 2, failed: 0, complete: true } });
    expect(shown.replacements!.samples.map(({ before: from, after }) => [from, after]).sort()).toEqual([
      ["Gracias {name}", "cias-Gra {name}"],
      ["Hola {name}", "la-Ho {name}"],
    ]);
    expect((await texts()).map(({ text }) => text)).toEqual(before);
    const job = await bulk(replace);
    expect((await texts()).map(({ text }) => text)).toEqual(["la-Ho {name}", "Adiós", "cias-Gra {name}"]);
    await undo(job.id);
    expect((await texts()).map(({ text }) => text)).toEqual(before);
    await expect(preview({ ...replace, find: "(?<!x)a" })).rejects.toMatchObject({
      details: { errors: [{ path: "action.find", code: "format" }] },
    });
    await expect(preview({ ...replace, wholeWord: true })).rejects.toMatchObject({
      details: { errors: [{ path: "action.wholeWord" }] },
    });
  });

  test("a replacement preview counts matches that won't change because they contain a placeholder", async () => {
    const { caller, projectId, texts } = await workedOn();
    const coded = (await texts()).find(({ text }) => text === "Hola {name}")!;
    await db()
      .update(segments)
      .set({ codes: [{ id: 1, kind: "placeholder", equiv: "{name}" }] })
      .where(eq(segments.id, coded.id));
    await db().update(translations).set({ text: "Hola <x1/>" }).where(eq(translations.segmentId, coded.id));
    const preview = (find: string) =>
      previewBulk(
        caller,
        projectId,
        BulkBody.parse({
          language: "es",
          action: { type: "replace", find, replace: "Ana", caseSensitive: false },
          dryRun: true,
        }),
      );
    expect((await preview("hola {name}")).replacements).toMatchObject({ changed: 0, acrossCodes: 1 });
    expect((await preview("a")).replacements).toMatchObject({ changed: 3, acrossCodes: 1 });
    expect((await preview("Adiós")).replacements).toMatchObject({ changed: 1, acrossCodes: 0 });
  });

  test("the preview of a bulk approval counts segments with errors and segments with warnings separately, whatever the filter", async () => {
    const { caller, projectId, texts } = await workedOn();
    const all = await texts();
    expect(all.find(({ text }) => text === "Adiós")).toMatchObject({ qaErrors: 1 });
    const preview = (filter: Record<string, unknown>, type = "approve") =>
      previewBulk(caller, projectId, BulkBody.parse({ language: "es", filter, action: { type }, dryRun: true }));
    expect(await preview({})).toEqual({ matching: 3, findings: { errors: 1, warnings: 0, ownWork: 0 } });
    expect(await preview({ qa: "error" }, "confirm")).toEqual({
      matching: 1,
      findings: { errors: 1, warnings: 0, ownWork: 0 },
    });
    expect(await preview({ qa: "none" })).toEqual({ matching: 2, findings: { errors: 0, warnings: 0, ownWork: 0 } });
  });

  test("a replacement can be limited to whole words", async () => {
    const { bulk, undo, texts } = await workedOn();
    const job = await bulk({
      type: "replace",
      find: "gracias",
      replace: "Merci",
      caseSensitive: false,
      wholeWord: true,
    });
    expect((await texts()).map(({ text }) => text)).toEqual(["Hola {name}", "Adiós", "Merci {name}"]);
    await undo(job.id);
    await bulk({ type: "replace", find: "a", replace: "X", wholeWord: true });
    await bulk({ type: "replace", find: "Adi", replace: "X", wholeWord: true });
    expect((await texts()).map(({ text }) => text)).toEqual(["Hola {name}", "Adiós", "Gracias {name}"]);
  });

  test("undoing a bulk action skips segments that a newer document version removed", async () => {
    const { caller, documentId, bulk, undo, texts } = await workedOn();
    const confirming = await bulk({ type: "replace", find: "a", replace: "á" });
    const body = { segments: SEGMENTS.slice(1) };
    await replaceContent(caller, documentId, { body, file: null }, { onChange: "needs_work" });
    await runJobs(caller);
    expect(await undo(confirming.id)).toMatchObject({ status: "succeeded", result: { undone: 1 } });
    expect((await texts()).map(({ text }) => text)).toEqual(["Adiós", "Gracias {name}"]);
  });

  test("undoing an approval marks a text as outdated if it was outdated before the approval", async () => {
    const { caller, documentId, bulk, undo, texts } = await workedOn();
    const [first] = await texts();
    await edit(caller, first!.id, { state: "reviewed" });
    const body = { segments: [{ key: "a", source: "Good day {name}" }, ...SEGMENTS.slice(1)] };
    await replaceContent(caller, documentId, { body, file: null }, { onChange: "needs_work" });
    await runJobs(caller);
    expect((await texts())[0]).toMatchObject({ state: "needs_work", outdated: true });
    const approving = await bulk({ type: "approve" });
    expect((await texts())[0]).toMatchObject({ state: "reviewed", outdated: false });
    await undo(approving.id);
    expect((await texts())[0]).toMatchObject({ state: "needs_work", outdated: true });
    const written = await writeTarget(caller.accountId, documentId, "es", FINAL);
    expect(written.counts.lastReviewed).toBe(0);
  });

  test("undoing the bulk ignoring of issues reopens them and counts them again", async () => {
    const { caller, projectId, bulk, undo } = await workedOn();
    const ignoring = await bulk({ type: "ignoreCheck", check: "placeholder.missing", reason: "No name here." });
    expect(ignoring.result).toMatchObject({ changed: 1 });
    expect((await getProject(caller, projectId)).progress.qa.errors).toBe(0);
    expect((await undo(ignoring.id)).result).toMatchObject({ undone: 1 });
    expect(await findings(projectId)).toMatchObject([{ status: "open" }]);
    expect((await getProject(caller, projectId)).progress.qa.errors).toBe(1);
  });

  test("undoing the bulk ignoring of issues skips issues that a person has ignored since", async () => {
    const { caller, projectId, bulk, undo } = await workedOn();
    const ignoring = await bulk({ type: "ignoreCheck", check: "placeholder.missing", reason: "No name here." });
    const [finding] = await findings(projectId);
    for (const ignored of [false, true])
      await db().transaction((tx) => setIgnored(caller, finding!.id, ignored, "Nor there.", tx));
    await undo(ignoring.id);
    expect(await findings(projectId)).toMatchObject([{ status: "ignored" }]);
  });
});

test("ignoring errors in bulk requires a reason, like ignoring a single error", async () => {
  const { caller, projectId, bulk } = await workedOn();
  const ignoring = await bulk({ type: "ignoreCheck", check: "placeholder.missing" });
  expect(ignoring).toMatchObject({
    status: "partially_failed",
    result: { changed: 0 },
    errors: [{ code: "reason_required", count: 1 }],
  });
  expect(await findings(projectId)).toMatchObject([{ status: "open" }]);
  expect((await getProject(caller, projectId)).progress.qa.errors).toBe(1);
});

describe("segments that a bulk action can't change", () => {
  test("a bulk action counts failed segments separately from changed and unchanged segments", async () => {
    const { caller, projectId, bulk, texts } = await workedOn();
    await edit(caller, (await texts())[0]!.id, { state: "reviewed" });
    const approving = await bulk({ type: "approve" });
    expect(approving).toMatchObject({
      status: "partially_failed",
      progress: { done: 2, failed: 1 },
      result: { changed: 1 },
    });
    expect(await reported(projectId, "job.partially_failed")).toMatchObject([
      { data: { jobId: approving.id, jobType: "bulk_edit", language: "es", failed: 1 } },
    ]);
  });

  test("retrying a bulk action processes only its failed segments, whatever its filter matches now", async () => {
    const { caller, bulk, texts } = await workedOn();
    const approving = await bulk({ type: "approve" }, { state: ["draft", "translated"] });
    const [first, second] = await texts();
    await edit(caller, first!.id, { text: "Buenos días {name}", state: "draft" });
    await edit(caller, second!.id, { text: "Adiós {name}", state: "draft" });
    const again = await db().transaction((tx) => retryFailed(caller, approving.id, JOB_HANDLERS, tx));
    await runJobs(caller);
    expect(await getJob(caller, again)).toMatchObject({
      status: "succeeded",
      progress: { done: 1, failed: 0 },
      result: { changed: 1 },
    });
    expect((await texts()).map(({ state }) => state)).toEqual(["draft", "reviewed", "reviewed"]);
    expect((await listJobErrors(caller, again, { limit: 20 })).errors).toEqual([]);
  });
});

test("a failed bulk action is reported, and retrying the action processes only segments that it hasn't changed yet", async () => {
  const { caller, projectId, texts } = await workedOn();
  const body = BulkBody.parse({ language: "es", action: { type: "replace", find: "Hola", replace: "Hola, Hola" } });
  const id = await db().transaction((tx) => sendBulk(caller, projectId, body, tx));
  const job = await claimOf(id);
  // Simulates that the job does its work and its process dies before it ends the job.
  const context = { signal: new AbortController().signal, progress: async () => {}, shouldPause: async () => false };
  await JOB_HANDLERS[job.type]!.run(job, context);
  const error = { code: "internal_error", message: "Something went wrong on our side." };
  await endJob(job, WORKER, { state: "failed", error }, (tx) =>
    JOB_HANDLERS[job.type]!.onFailure(job, error, tx, new Error()),
  );
  expect(await reported(projectId, "job.failed")).toMatchObject([{ data: { jobId: id, jobType: "bulk_edit", error } }]);
  const again = await db().transaction((tx) => retryFailed(caller, id, JOB_HANDLERS, tx));
  await runJob(again);
  expect((await texts()).map(({ text }) => text)).toEqual(["Hola, Hola {name}", "Adiós", "Gracias {name}"]);
});

test("a failed undo of a bulk action can be retried", async () => {
  const { caller, projectId, bulk } = await workedOn();
  const excluding = await bulk({ type: "exclude" });
  const id = await db().transaction((tx) => sendUndo(caller, excluding.id, tx));
  const error = { code: "internal_error", message: "Something went wrong on our side." };
  await db().update(jobs).set({ state: "failed", error }).where(eq(jobs.id, id));
  await db().transaction((tx) => retryFailed(caller, id, JOB_HANDLERS, tx));
  await runJobs(caller);
  const left = await db()
    .select({ id: segments.id })
    .from(segments)
    .where(and(eq(segments.projectId, projectId), eq(segments.excluded, true)));
  expect(left).toEqual([]);
});
