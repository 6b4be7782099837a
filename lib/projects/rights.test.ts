import { and, desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobErrors, jobs } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import type { Caller } from "@/lib/identity/auth/caller";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { CreateExportBody } from "@/lib/schemas/exports";
import { PatchTranslationBody, SegmentsQuery } from "@/lib/schemas/segments";
import { ROLES } from "@/lib/vocabulary/rights";
import { getJob } from "@/lib/work/jobs/jobs";
import { BULK_JOB, previewBulk, sendBulk, sendUndo } from "./bulk/send";
import { deleteDocument } from "./documents/change-document";
import { getDocument } from "./documents/documents";
import { deleteProject, restoreProject } from "./edit-project";
import { getExport } from "./exports/exports";
import { sendExport } from "./exports/send";
import { createComment } from "./segments/comments";
import { editTranslation } from "./segments/edit-translation";
import { listRevisions, revertTranslation } from "./segments/history";
import { getSegment } from "./segments/list-segments";

const NOT_FOUND = { code: "not_found" };

async function workedOn(settings: Record<string, unknown> = {}) {
  const { caller, project } = await newProject({ workflow: "human", settings });
  const segments = [{ key: "a", source: "The house is big." }];
  const document = await addDocument(caller, project.id, "texts.json", { segments });
  await runJobs(caller);
  const [{ id: segmentId } = { id: "" }] = await textsOf(document.id);
  const member = (role: (typeof ROLES)[number]) => newPerson({ accountId: caller.accountId, role });
  return { caller, projectId: project.id, documentId: document.id, segmentId, member };
}

async function edit(caller: Caller, segmentId: string, body: Record<string, unknown>) {
  const { translation } = await getSegment(caller, segmentId, "es");
  return editTranslation(caller, segmentId, "es", translation.revision, PatchTranslationBody.parse(body));
}

async function bulk(caller: Caller, projectId: string, action: Record<string, unknown>): Promise<string[]> {
  const body = BulkBody.parse({ language: "es", action });
  const jobId = await db().transaction((tx) => sendBulk(caller, projectId, body, tx));
  await runJobs(caller);
  const errors = await db().select().from(jobErrors).where(eq(jobErrors.jobId, jobId));
  return errors.map(({ code }) => code);
}

/** Undoes the last bulk action. */
async function undo(caller: Caller, projectId: string): Promise<void> {
  const [last] = await db()
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.projectId, projectId), eq(jobs.type, BULK_JOB.name)))
    .orderBy(desc(jobs.id))
    .limit(1);
  await db().transaction((tx) => sendUndo(caller, last!.id, tx));
  await runJobs(caller);
}

const textNow = async (caller: Caller, id: string) => (await getSegment(caller, id, "es")).translation;

describe("permissions of roles", () => {
  const ALLOWED = [
    ["confirms", { text: "La casa es grande.", state: "translated" }, "translator"],
    ["approves", { text: "La casa es grande.", state: "reviewed" }, "reviewer"],
    ["rejects", { text: "La casa es grande.", state: "needs_work", comment: "No." }, "reviewer"],
    ["confirms in spite of errors", { text: "La casa es grande.", state: "translated", force: true }, "manager"],
  ] as const;

  test.each(ALLOWED)("editing a translation is allowed from a minimum role upwards: %s", async (_, body, least) => {
    const { segmentId, member } = await workedOn();
    for (const role of ["translator", "reviewer", "manager"] as const) {
      const done = edit(await member(role), segmentId, body);
      if (ROLES.indexOf(role) >= ROLES.indexOf(least)) await done;
      else await expect(done, role).rejects.toMatchObject({ code: "forbidden", details: { required: least } });
    }
  });

  test.each([
    [{ type: "confirm" }, "translator"],
    [{ type: "replace", find: "a", replace: "b" }, "translator"],
    [{ type: "approve" }, "reviewer"],
    [{ type: "reject", comment: "No." }, "reviewer"],
    [{ type: "ignoreCheck", check: "numbers" }, "reviewer"],
    [{ type: "clear" }, "manager"],
    [{ type: "exclude" }, "manager"],
    [{ type: "include" }, "manager"],
  ] as const)("the bulk action %j is allowed from a minimum role upwards", async (action, least) => {
    const { projectId, member } = await workedOn();
    for (const role of ["viewer", "translator", "reviewer", "manager"] as const) {
      const done = bulk(await member(role), projectId, action);
      if (ROLES.indexOf(role) >= ROLES.indexOf(least)) await done;
      else await expect(done, role).rejects.toMatchObject({ code: "forbidden", details: { required: least } });
    }
  });
});

describe("protecting reviewed texts", () => {
  test("a translator can't change a reviewed translation in the editor, by undo or in bulk", async () => {
    const { segmentId, projectId, member } = await workedOn();
    const [translator, reviewer] = [await member("translator"), await member("reviewer")];
    await edit(translator, segmentId, { text: "La casa es grande.", state: "translated" });
    await edit(reviewer, segmentId, { state: "reviewed" });
    const refused = { code: "forbidden", details: { reason: "reviewed_protected" } };
    await expect(edit(translator, segmentId, { text: "Otra." })).rejects.toMatchObject(refused);
    await expect(revertTranslation(translator, segmentId, "es", 1, undefined, db())).rejects.toMatchObject(refused);
    const replace = { type: "replace", find: "grande", replace: "roja" };
    expect(await bulk(translator, projectId, replace)).toEqual(["reviewed_protected"]);
    expect(await textNow(translator, segmentId)).toMatchObject({ text: "La casa es grande.", state: "reviewed" });
    expect(await bulk(reviewer, projectId, replace)).toEqual([]);
    expect(await textNow(translator, segmentId)).toMatchObject({ text: "La casa es roja." });
  });

  test("one request can't both edit and approve a translation if a second person must approve", async () => {
    const { segmentId, member } = await workedOn({ twoPersonReview: true });
    const [one, other] = [await member("reviewer"), await member("reviewer")];
    await edit(one, segmentId, { text: "La casa es grande.", state: "translated" });
    const reason = { details: { reason: "two_person_review" } };
    await expect(edit(other, segmentId, { text: "La casa es muy grande.", state: "reviewed" })).rejects.toMatchObject(
      reason,
    );
    expect(await textNow(other, segmentId)).toMatchObject({ text: "La casa es grande.", state: "translated" });
    await edit(other, segmentId, { text: "La casa es grande.", state: "reviewed" });
    expect(await textNow(other, segmentId)).toMatchObject({ state: "reviewed" });
  });

  test("the last editor can't approve a translation, singly or in bulk, if a second person must approve", async () => {
    const { segmentId, projectId, member } = await workedOn({ twoPersonReview: true });
    const [one, other] = [await member("reviewer"), await member("reviewer")];
    await edit(one, segmentId, { text: "La casa es grande.", state: "translated" });
    await expect(edit(one, segmentId, { state: "reviewed" })).rejects.toMatchObject({
      code: "forbidden",
      details: { reason: "two_person_review" },
    });
    const preview = async (caller: Caller) =>
      (await previewBulk(caller, projectId, BulkBody.parse({ language: "es", action: { type: "approve" } }))).findings;
    expect(await preview(one)).toEqual({ errors: 0, warnings: 0, ownWork: 1 });
    expect(await preview(other)).toEqual({ errors: 0, warnings: 0, ownWork: 0 });
    expect(await bulk(one, projectId, { type: "approve" })).toEqual(["two_person_review"]);
    expect(await bulk(other, projectId, { type: "approve" })).toEqual([]);
    expect(await textNow(one, segmentId)).toMatchObject({ state: "reviewed" });
  });

  test("the person who rejects a translation doesn't count as its editor", async () => {
    const { segmentId, member } = await workedOn({ twoPersonReview: true });
    const [one, other] = [await member("reviewer"), await member("reviewer")];
    await edit(one, segmentId, { text: "La casa es grande.", state: "translated" });
    await edit(other, segmentId, { state: "needs_work", comment: "Really?" });
    await expect(edit(one, segmentId, { state: "reviewed" })).rejects.toMatchObject({
      details: { reason: "two_person_review" },
    });
    // Rejecting a text does not count as editing it.
    await edit(other, segmentId, { state: "reviewed" });
    expect(await textNow(one, segmentId)).toMatchObject({ state: "reviewed" });
  });

  test("a restored translation is approved only if someone other than its author had approved it", async () => {
    const { segmentId, projectId, member } = await workedOn({ twoPersonReview: true });
    const [one, other] = [await member("reviewer"), await member("reviewer")];
    const approved = async () => (await textNow(one, segmentId)).revision;
    await edit(one, segmentId, { text: "La casa es grande.", state: "translated" });
    await edit(other, segmentId, { state: "reviewed" });
    const revision = await approved();
    await edit(other, segmentId, { text: "La casa es enorme.", state: "translated" });
    expect(await revertTranslation(one, segmentId, "es", revision, undefined, db())).toMatchObject({
      text: "La casa es grande.",
      state: "translated",
    });
    await edit(one, segmentId, { text: "La casa.", state: "translated" });
    expect(await revertTranslation(other, segmentId, "es", revision, undefined, db())).toMatchObject({
      text: "La casa es grande.",
      state: "reviewed",
    });
    // In bulk: each person rejects what the other wrote and approved, and undoes the rejection.
    for (const [who, state] of [
      [other, "reviewed"],
      [one, "translated"],
    ] as const) {
      await edit(one, segmentId, { text: `La casa ${state}.`, state: "translated" });
      await edit(other, segmentId, { state: "reviewed" });
      await bulk(who, projectId, { type: "reject", comment: "No." });
      await undo(who, projectId);
      expect(await textNow(one, segmentId)).toMatchObject({ text: `La casa ${state}.`, state });
    }
  });
});

test("a bulk replacement can't exceed the maximum length or leave a confirmed translation empty", async () => {
  const { segmentId, projectId, member } = await workedOn();
  const translator = await member("translator");
  await edit(translator, segmentId, { text: "a".repeat(300), state: "draft" });
  expect(await bulk(translator, projectId, { type: "replace", find: "a", replace: "b".repeat(500) })).toEqual([
    "too_long",
  ]);
  await edit(translator, segmentId, { text: "Casa", state: "translated" });
  expect(await bulk(translator, projectId, { type: "replace", find: "Casa", replace: "" })).toEqual(["forbidden"]);
  expect(await textNow(translator, segmentId)).toMatchObject({ text: "Casa" });
});

describe("deleted projects and documents", () => {
  test("the document, segment, export and jobs of a deleted project can't be read until the project is restored", async () => {
    const { caller, projectId, documentId, segmentId } = await workedOn();
    const body = CreateExportBody.parse({});
    const { made } = await db().transaction((tx) => sendExport(caller, projectId, body, tx));
    const reads = (as: Caller) => [
      () => getDocument(as, documentId),
      () => getSegment(as, segmentId, "es"),
      () => listRevisions(as, segmentId, "es", { limit: 10 }),
      () => getExport(as, made.id),
      () => getJob(as, made.jobId ?? ""),
    ];
    const { caller: stranger } = await newProject();
    for (const read of reads(stranger)) await expect(read()).rejects.toMatchObject(NOT_FOUND);
    await deleteProject(caller, projectId);
    for (const read of reads(caller)) await expect(read()).rejects.toMatchObject(NOT_FOUND);
    await restoreProject(caller, projectId, db());
    for (const read of reads(caller)) await read();
  });

  test("segments of a deleted document can't be read or commented on", async () => {
    const { caller, projectId, documentId, segmentId } = await workedOn();
    await deleteDocument(caller, documentId);
    await expect(getSegment(caller, segmentId, "es")).rejects.toMatchObject(NOT_FOUND);
    const remark = { segmentId, kind: "comment" as const, body: "Why?" };
    await expect(db().transaction((tx) => createComment(caller, projectId, remark, tx))).rejects.toMatchObject(
      NOT_FOUND,
    );
  });
});

test("filters that PostgreSQL can't process are refused, and times are read as UTC", () => {
  const query = (one: object) => SegmentsQuery.safeParse({ language: "es", ...one });
  const wrong: readonly Record<string, string>[] = [
    { documentId: "\0" },
    { check: "\0" },
    { ids: "a,\0" },
    { updatedSince: "0000-01-01T00:00:00Z" },
    { updatedSince: "9999-12-31T23:00:00-23:00" },
    { updatedSince: "yesterday" },
  ];
  for (const bad of wrong) expect(query(bad).success, JSON.stringify(bad)).toBe(false);
  expect(query({ updatedSince: "2026-01-01T00:00:00+23:00" }).data?.updatedSince).toBe("2025-12-31T01:00:00.000Z");
});
