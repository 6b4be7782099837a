import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import {
  documentChunks,
  documents,
  events,
  jobs,
  memoryUnits,
  progressCounters,
  projects,
  segments,
  translations,
} from "@/db/schema";
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
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { JOB_HANDLERS } from "@/lib/operate/job-handlers";
import { sendBulk, sendUndo } from "@/lib/projects/bulk/send";
import { changeProject } from "@/lib/projects/change/change-project";
import { listProjects } from "@/lib/projects/list-projects";
import { COUNTERS, recountDocuments } from "@/lib/projects/progress/counters";
import { getProject } from "@/lib/projects/project-view";
import { patchSegment } from "@/lib/projects/segments/patch-segment";
import { changeStatus } from "@/lib/projects/status/transitions";
import { writeTarget } from "@/lib/projects/targets/target";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { DocumentsQuery } from "@/lib/schemas/documents";
import { ProjectsQuery, TransitionBody } from "@/lib/schemas/projects";
import { SYSTEM } from "@/lib/work/events/actor";
import { requestCancel, retryFailed } from "@/lib/work/jobs/control";
import { endJob } from "@/lib/work/jobs/queue";
import { deleteDocument, patchDocument } from "./change-document";
import { previewDocument } from "./create-document";
import { getDocument, listDocuments } from "./documents";
import { importJob } from "./import-job";
import { previewContent, replaceContent } from "./replace-content";

afterAll(closeSandbox);

/** A workflow without machine translation, so that only the document's content is stored. */
const BY_HAND = { workflow: "human" };

async function change(projectId: string, changes: readonly Change[], language = "es"): Promise<void> {
  const [{ accountId } = { accountId: "" }] = await db()
    .select({ accountId: projects.accountId })
    .from(projects)
    .where(eq(projects.id, projectId));
  await db().transaction((tx) =>
    changeProject(tx, { accountId, projectId, actor: SYSTEM }, (change) =>
      changeTranslations(change, language, changes),
    ),
  );
}

const sources = async (id: string) => (await textsOf(id)).map(({ source }) => source);

async function expectExactCounters(projectId: string): Promise<void> {
  const read = () =>
    db()
      .select()
      .from(progressCounters)
      .where(eq(progressCounters.projectId, projectId))
      .orderBy(progressCounters.documentId, progressCounters.language);
  const kept = await read();
  const ids = [...new Set(kept.map(({ documentId }) => documentId))];
  const [{ accountId } = { accountId: "" }] = kept;
  await db().transaction((tx) =>
    changeProject(tx, { accountId, projectId, actor: SYSTEM }, (change) => recountDocuments(change, ids)),
  );
  expect(await read()).toEqual(kept);
  for (const row of kept) for (const counter of COUNTERS) expect(row[counter]).toBeGreaterThanOrEqual(0);
}

describe("importing a document", () => {
  test("a job imports a document into segments with a translation row per language, and starts the project", async () => {
    const { caller, project } = await newProject({ ...BY_HAND, targetLanguages: ["es", "ca"] });
    const sent = await addDocument(caller, project.id, "docs/a.md", "# Title\n\nThe house is **big**.\n\n2024\n");
    expect(sent).toMatchObject({ status: "queued", path: "docs/a.md", name: "a.md", format: "md", currentVersion: 0 });
    await runJobs(caller);
    const read = await getDocument(caller, sent.id);
    expect(read).toMatchObject({ status: "ready", currentVersion: 1, error: null, version: { added: 2, segments: 2 } });
    expect(read.progress.segments).toMatchObject({ total: 4, untranslated: 4 });
    expect(read.languages.map(({ language }) => language)).toEqual(["es", "ca"]);
    expect(await sources(sent.id)).toEqual(["Title", "The house is <g1>big</g1>."]);
    expect((await getProject(caller, project.id)).status).toBe("in_progress");
    expect(await eventsOf(project.id)).toEqual([
      "project.created",
      "document.added",
      "document.ready",
      "project.language.status_changed",
      "project.language.status_changed",
      "project.status_changed",
    ]);
    await expectExactCounters(project.id);
  });

  test("importing a document leaves the project in draft if a manager must start the project", async () => {
    const { caller, project } = await newProject({ settings: { autoStart: false } });
    await addDocument(caller, project.id, "a.txt", "The house.\n");
    await runJobs(caller);
    expect((await getProject(caller, project.id)).status).toBe("draft");
    const kinds = await db().select({ type: jobs.type }).from(jobs).where(eq(jobs.accountId, caller.accountId));
    expect(kinds).toEqual([{ type: "document_import" }]);
  });

  test("importing a document again after a crash stores it only once", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.txt", "One house.\nTwo houses.\n");
    const first = await claimOf(sent.version.jobId!);
    const lost = await importJob.run(first, contextOf());
    const second = await claimOf(sent.version.jobId!);
    const effects = await importJob.run(second, contextOf());
    expect(await endJob(first, WORKER, { state: "succeeded" }, lost)).toBe(false);
    expect(await textsOf(sent.id)).toEqual([]);
    expect(await endJob(second, WORKER, { state: "succeeded" }, effects)).toBe(true);
    expect(await endJob(first, WORKER, { state: "succeeded" }, lost)).toBe(false);
    expect(await sources(sent.id)).toEqual(["One house.", "Two houses."]);
    expect((await eventsOf(project.id)).filter((type) => type === "document.ready")).toHaveLength(1);
  });

  test("an unreadable document gets an error message and no segments, and can be uploaded again", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.json", '{"a": "The house"');
    await runJobs(caller);
    const failed = await getDocument(caller, sent.id);
    expect(failed).toMatchObject({ status: "failed", currentVersion: 0, error: { code: "unreadable_file" } });
    expect(await eventsOf(project.id)).toContain("document.failed");
    expect((await getProject(caller, project.id)).health).toEqual({ level: "blocked", reasons: ["import_failed"] });
    const body = { content: '{"a": "The house"}' };
    await replaceContent(caller, sent.id, { body, file: null }, { onChange: "needs_work" });
    await runJobs(caller);
    expect(await getDocument(caller, sent.id)).toMatchObject({ status: "ready", currentVersion: 2, error: null });
    expect((await getProject(caller, project.id)).health.reasons).not.toContain("import_failed");
  });

  test("a cancelled import of a document version can't be retried after a later version was uploaded", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const { id } = await addDocument(caller, project.id, "a.txt", "One house.\n");
    await runJobs(caller);
    const send = async (content: string) => {
      const sent = { body: { content }, file: null };
      const { document } = await replaceContent(caller, id, sent, { onChange: "needs_work" });
      return document.version.jobId!;
    };
    const cancelled = await send("Two houses.\n");
    await db().transaction((tx) => requestCancel(caller, cancelled, JOB_HANDLERS, tx));
    await send("Three houses.\n");
    await runJobs(caller);
    const retry = db().transaction((tx) => retryFailed(caller, cancelled, JOB_HANDLERS, tx));
    await expect(retry).rejects.toMatchObject({ code: "conflict", details: { reason: "not_retryable" } });
    const again = await claimOf(cancelled);
    await expect(importJob.run(again, contextOf())).rejects.toThrow(/later version/);
    expect(await getDocument(caller, id)).toMatchObject({ status: "ready", currentVersion: 3 });
    expect(await sources(id)).toEqual(["Three houses."]);
  });

  test("a document whose import was cancelled with its project is listed as failed after the project is restored", async () => {
    const { caller, project } = await newProject(BY_HAND);
    await addDocument(caller, project.id, "a.txt", "One house.\n");
    for (const to of ["cancelled", "in_progress"])
      await db().transaction((tx) => changeStatus(caller, project.id, TransitionBody.parse({ to }), tx));
    const failed = DocumentsQuery.parse({ status: "failed" });
    expect((await listDocuments(caller, project.id, failed)).documents).toHaveLength(1);
    expect((await getProject(caller, project.id)).health).toEqual({ level: "blocked", reasons: ["import_failed"] });
    const blocked = ProjectsQuery.parse({ health: "blocked" });
    expect((await listProjects(caller, blocked)).projects).toMatchObject([{ id: project.id }]);
  });

  test("a document whose stored bytes are missing is reported as unreadable", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const { id } = await addDocument(caller, project.id, "a.txt", "One house.\n");
    await db().delete(documentChunks).where(eq(documentChunks.documentId, id));
    await runJobs(caller);
    expect(await getDocument(caller, id)).toMatchObject({ status: "failed", error: { code: "gone" } });
  });

  test("a document of a cancelled project is not imported until the project is reopened", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const { version } = await addDocument(caller, project.id, "a.json", '{"a": "The house"');
    await runJobs(caller);
    const move = (to: string) =>
      db().transaction((tx) => changeStatus(caller, project.id, TransitionBody.parse({ to }), tx));
    const retry = () => db().transaction((tx) => retryFailed(caller, version.jobId!, JOB_HANDLERS, tx));
    await move("cancelled");
    await expect(retry()).rejects.toMatchObject({ details: { reason: "project_cancelled" } });
    await move("in_progress");
    expect(await retry()).toMatch(/^job_/);
  });

  test("a document's path is unique in its project until the document is deleted", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const first = await addDocument(caller, project.id, "a.txt", "One house.\n");
    await runJobs(caller);
    await expect(addDocument(caller, project.id, "a.txt", "x")).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "path_taken", documentId: first.id },
    });
    await deleteDocument(caller, first.id);
    await expect(getDocument(caller, first.id)).rejects.toMatchObject({ code: "not_found" });
    expect((await getProject(caller, project.id)).progress.segments.total).toBe(0);
    const second = await addDocument(caller, project.id, "a.txt", "Two houses.\n");
    await patchDocument(caller, second.id, { path: "b/c.txt" });
    expect((await listDocuments(caller, project.id, { limit: 20 })).documents.map(({ path }) => path)).toEqual([
      "b/c.txt",
    ]);
  });

  test("a dry run counts the segments of a document without storing it", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const body = { name: "a.txt", content: "The house is big.\nThe house is big.\nAnother one.\n" };
    const preview = await previewDocument(caller, project.id, { body, fields: undefined, file: null }, db());
    expect(preview).toMatchObject({ segments: 3, words: 10, added: 3, changed: 0, removed: 0, wordsToReview: 10 });
    expect(await db().select().from(documents).where(eq(documents.projectId, project.id))).toEqual([]);
  });

  test("a document with too many segments is refused, and the error gives their number", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.txt", "House\n".repeat(50_001));
    await runJobs(caller);
    const { error } = await getDocument(caller, sent.id);
    expect(error).toMatchObject({ code: "too_large", message: expect.stringContaining("50,001") });
  });

  test("a document of another account can't be read", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.txt", "The house.\n");
    const { caller: stranger } = await newProject();
    await expect(getDocument(stranger, sent.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(listDocuments(stranger, project.id, { limit: 20 })).rejects.toMatchObject({ code: "not_found" });
    await expect(addDocument(stranger, project.id, "b.txt", "x")).rejects.toMatchObject({ code: "not_found" });
    await expect(writeTarget(stranger.accountId, sent.id, "es", FINAL)).rejects.toMatchObject({ code: "not_found" });
  });
});

const FINAL = { minState: "reviewed", fallback: ["lastReviewed", "source"], outdated: "skip" } as const;
const CURRENT = { ...FINAL, minState: "draft" } as const;

describe("uploading a list of segments", () => {
  test("segments get length limits from comments and flags in the file", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const entries = [
      '#. Button. max-length: 12\n#: a.c:1\nmsgid "Save"\nmsgstr ""\n',
      '#, c-format, max-length:40\nmsgid "%d files"\nmsgstr ""\n',
      '#. At most 12 letters fit\n#, ignore-no-such, max-length:x\nmsgid "Open"\nmsgstr ""\n',
    ];
    const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
    const { id } = await addDocument(caller, project.id, "app.po", [header, ...entries].join("\n"));
    await runJobs(caller);
    const rows = await db()
      .select({ source: segments.source, maxLength: segments.maxLength })
      .from(segments)
      .where(eq(segments.documentId, id))
      .orderBy(segments.position);
    expect(rows).toEqual([
      { source: "Save", maxLength: 12 },
      { source: "<x1/> files", maxLength: 40 },
      { source: "Open", maxLength: null },
    ]);
    const message = "Flags of checks that cannot be used: ignore-no-such, max-length:x.";
    expect((await getDocument(caller, id)).version.warnings).toEqual([{ code: "part_skipped", message, count: 2 }]);
  });

  test("segments get labels from comments and groups in the file, and managers' changes to the labels are kept", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const strings = (first: string, second: string) => ({
      segments: [
        { key: "a", source: "The house is big.", note: first },
        { key: "b", source: "The tree is green.", note: second },
      ],
    });
    const { id } = await addDocument(
      caller,
      project.id,
      "ui",
      strings("On the door.\nlabels: door, sign", "tag: tree"),
    );
    await runJobs(caller);
    const read = () =>
      db()
        .select({ id: segments.id, labels: segments.labels })
        .from(segments)
        .where(eq(segments.documentId, id))
        .orderBy(segments.position);
    const [a] = await read();
    expect((await read()).map(({ labels }) => labels)).toEqual([["door", "sign"], ["tree"]]);
    await patchSegment(caller, a!.id, { labels: ["sign", "mine"] });
    const body = strings("labels: door, sign, new", "No label");
    await replaceContent(caller, id, { body, file: null }, { onChange: "needs_work" });
    await runJobs(caller);
    expect((await read()).map(({ labels }) => labels)).toEqual([["sign", "mine", "new"], []]);
  });

  test("segments uploaded with keys keep these keys, notes, length limits and targets, and are exported with translations", async () => {
    const { caller, project } = await newProject({ ...BY_HAND, targetLanguages: ["es", "ca"] });
    const segmentsSent = [
      { key: "a", source: "Yes & <b>no</b>", note: "A button", maxLength: 20 },
      { key: "b", source: "The house", target: "La casa" },
    ];
    await expect(addDocument(caller, project.id, "ui", { segments: segmentsSent })).rejects.toMatchObject({
      code: "invalid_request",
      details: { errors: [{ path: "language", code: "required" }] },
    });
    const sent = await addDocument(caller, project.id, "ui", { segments: segmentsSent, language: "es" });
    await runJobs(caller);
    const [a, b] = await textsOf(sent.id);
    expect(a).toMatchObject({ key: "a", note: "A button", maxLength: 20, state: "untranslated" });
    expect(b).toMatchObject({ text: "La casa", state: "translated", origin: "import", edited: false, revision: 1 });
    expect((await textsOf(sent.id, "ca"))[1]).toMatchObject({ text: null, state: "untranslated" });
    const written = await writeTarget(caller.accountId, sent.id, "es", CURRENT);
    expect(JSON.parse(Buffer.from(written.bytes).toString())).toEqual({
      segments: [
        {
          key: "a",
          source: "Yes & <b>no</b>",
          target: null,
          state: null,
          note: "A button",
          maxLength: 20,
        },
        { key: "b", source: "The house", target: "La casa", state: "translated" },
      ],
    });
    expect(written.counts).toMatchObject({ segments: 2, translated: 1, source: 1 });
  });
});

test("a document that declares another source language is imported with a warning", async () => {
  const { caller, project } = await newProject(BY_HAND);
  const xliff = (language: string) =>
    `<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="${language}"><file id="f"><unit id="a"><segment><source>Some words</source></segment></unit></file></xliff>`;
  const german = await addDocument(caller, project.id, "a.xlf", xliff("de"));
  const british = await addDocument(caller, project.id, "b.xlf", xliff("en-GB"));
  await runJobs(caller);
  expect((await getDocument(caller, german.id)).version.warnings).toEqual([
    {
      code: "source_differs",
      message: "The file says that its source language is German (de), not English (en).",
    },
  ]);
  expect((await getDocument(caller, british.id)).version.warnings).toEqual([]);
});

describe("existing translations in an uploaded document", () => {
  const PO = (header: string) =>
    `msgid ""\nmsgstr "${header}Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Yes"\nmsgstr "Sí"\n\n#, fuzzy\nmsgid "House"\nmsgstr "Caza"\n\nmsgid "Car"\nmsgstr ""\n`;

  test("existing translations in an uploaded document are imported with their states", async () => {
    const { caller, project } = await newProject({ ...BY_HAND, targetLanguages: ["ca", "es"] });
    const sent = await addDocument(caller, project.id, "es.po", PO("Language: es\\n"));
    await runJobs(caller);
    const states = async (language: string) =>
      (await textsOf(sent.id, language)).map(({ text, state, origin }) => [text, state, origin]);
    expect(await states("es")).toEqual([
      ["Sí", "translated", "import"],
      ["Caza", "draft", "import"],
      [null, "untranslated", null],
    ]);
    expect(await states("ca")).toEqual(Array(3).fill([null, "untranslated", null]));
    await expectExactCounters(project.id);
  });

  test("translations in a file that declares no language are imported only if the request names the language", async () => {
    const { caller, project } = await newProject({ ...BY_HAND, targetLanguages: ["ca", "es"] });
    const unsaid = await addDocument(caller, project.id, "a.po", PO(""));
    const said = await addDocument(caller, project.id, "b.po", { content: PO(""), language: "es" });
    await runJobs(caller);
    expect((await textsOf(unsaid.id)).map(({ text }) => text)).toEqual([null, null, null]);
    expect((await getDocument(caller, unsaid.id)).version.warnings).toMatchObject([{ code: "targets_ignored" }]);
    expect((await textsOf(said.id)).map(({ text }) => text)).toEqual(["Sí", "Caza", null]);
    expect((await textsOf(said.id, "ca")).map(({ text }) => text)).toEqual([null, null, null]);
  });

  test("reviewed translations in an uploaded document are imported as reviewed, and exported with that state", async () => {
    const { caller, project } = await newProject();
    const xliff = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="es"><file id="f">
<unit id="u1"><segment state="final"><source>Yes</source><target>Sí</target></segment></unit>
<unit id="u2"><segment state="initial"><source>House</source></segment></unit></file></xliff>`;
    const sent = await addDocument(caller, project.id, "a.xlf", xliff);
    await runJobs(caller);
    expect((await textsOf(sent.id)).map(({ text, state }) => [text, state])).toEqual([
      ["Sí", "reviewed"],
      ["Casa", "draft"],
    ]);
    const written = await writeTarget(caller.accountId, sent.id, "es", FINAL);
    expect(Buffer.from(written.bytes).toString()).toContain("<source>House</source></segment>");
    const current = Buffer.from((await writeTarget(caller.accountId, sent.id, "es", CURRENT)).bytes).toString();
    expect(current).toContain("<target>Casa</target>");
  });
});

describe("uploading a new document version", () => {
  test("a new document version that changes only punctuation, case or spacing keeps reviews, completion and the default export", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(
      caller,
      project.id,
      "en.json",
      '{"a":"Save changes","b":"Delete %s file","c":"Costs 1.5"}',
    );
    await runJobs(caller);
    const before = await textsOf(sent.id);
    const texts = ["Guardar cambios", "Borrar %s archivo", "Cuesta 1,5"];
    await change(
      project.id,
      before.map(({ id, codes }, i) => ({
        segmentId: id,
        text: codes.length > 0 ? "Borrar <x1/> archivo" : texts[i]!,
        state: "reviewed",
      })),
    );
    const next = { body: { content: '{"a":"save  changes.","b":"Delete %s files","c":"Costs 15"}' }, file: null };
    const preview = await previewContent(caller, sent.id, next, { onChange: "needs_work" });
    expect(preview).toMatchObject({ changed: 3, wordsToReview: 5 });
    await replaceContent(caller, sent.id, next, { onChange: "needs_work" });
    await runJobs(caller);
    const after = await textsOf(sent.id);
    expect(after.map(({ state, outdated }) => [state, outdated])).toEqual([
      ["reviewed", true],
      ["needs_work", true],
      ["needs_work", true],
    ]);
    expect(after[0]).toMatchObject({ approvedRevision: 1, reviewedBy: before[0]!.reviewedBy });
    const written = await writeTarget(caller.accountId, sent.id, "es", { minState: "reviewed", outdated: "skip" });
    expect(Buffer.from(written.bytes).toString()).toBe('{"a":"Guardar cambios"}');
    await expectExactCounters(project.id);
  });

  test("a new document version keeps the states of changed texts if the project is set to keep them", async () => {
    const { caller, project } = await newProject({ ...BY_HAND, settings: { autoStart: false, sourceChanges: "keep" } });
    const sent = await addDocument(caller, project.id, "a.txt", "The car is red.");
    await runJobs(caller);
    const [segment] = await textsOf(sent.id);
    await change(project.id, [{ segmentId: segment!.id, text: "El coche es rojo.", state: "translated" }]);
    const next = { body: { content: "The car is blue." }, file: null };
    await replaceContent(caller, sent.id, next, { onChange: "needs_work" });
    await runJobs(caller);
    expect((await textsOf(sent.id))[0]).toMatchObject({ state: "translated", outdated: true });
    const [ready] = await db()
      .select({ data: events.data })
      .from(events)
      .where(sql`${events.projectId} = ${project.id} and type = 'document.ready'`)
      .orderBy(sql`${events.sequence} desc`)
      .limit(1);
    expect(ready?.data).toMatchObject({ changes: { changed: 1, wordsToReview: 0 } });
  });

  test("a new document version with one changed sentence marks only that sentence's translation as outdated", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(
      caller,
      project.id,
      "a.txt",
      "The house is big.\nThe car is red.\nBread and butter.\n",
    );
    await runJobs(caller);
    const before = await textsOf(sent.id);
    const texts = ["La casa es grande.", "El coche es rojo.", "Pan y mantequilla."];
    await change(
      project.id,
      before.map(({ id }, i) => ({ segmentId: id, text: texts[i]!, state: "reviewed" })),
    );
    const next = { body: { content: "The house is big.\nThe car is blue.\nBread and butter.\n" }, file: null };
    const preview = await previewContent(caller, sent.id, next, { onChange: "needs_work" });
    expect(preview).toMatchObject({ added: 0, changed: 1, removed: 0, unchanged: 2, wordsToReview: 4 });
    await replaceContent(caller, sent.id, next, { onChange: "needs_work" });
    await runJobs(caller);
    const after = await textsOf(sent.id);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[1]).toMatchObject({
      source: "The car is blue.",
      previousSource: "The car is red.",
      text: "El coche es rojo.",
      state: "needs_work",
      outdated: true,
      approvedRevision: 1,
    });
    for (const i of [0, 2]) {
      const untouched = { state: "reviewed", outdated: false, revision: 1, previousSource: null };
      expect(after[i]).toMatchObject({ text: texts[i], ...untouched });
    }
    const final = await writeTarget(caller.accountId, sent.id, "es", FINAL);
    expect(Buffer.from(final.bytes).toString()).toBe("La casa es grande.\nThe car is blue.\nPan y mantequilla.\n");
    expect(final.counts).toMatchObject({ reviewed: 2, source: 1, lastReviewed: 0, outdated: 0 });
    const allowed = await writeTarget(caller.accountId, sent.id, "es", { ...FINAL, outdated: "keep" });
    expect(Buffer.from(allowed.bytes).toString()).toContain("El coche es rojo.");
    expect(allowed.counts).toMatchObject({ lastReviewed: 1, outdated: 1 });
    const remembered = await db().select().from(memoryUnits).where(eq(memoryUnits.accountId, caller.accountId));
    expect(remembered.map(({ source }) => source).sort()).toEqual(before.map(({ source }) => source).sort());
    await expectExactCounters(project.id);
  });

  test("a new document version that corrects a typo keeps the confirmed translation if the request asks for that", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.txt", "Teh house is big.\n");
    await runJobs(caller);
    const [{ id } = { id: "" }] = await textsOf(sent.id);
    await change(project.id, [{ segmentId: id, text: "La casa es grande.", state: "reviewed" }]);
    await replaceContent(
      caller,
      sent.id,
      { body: { content: "The house is big.\n" }, file: null },
      { onChange: "keep" },
    );
    await runJobs(caller);
    expect((await textsOf(sent.id))[0]).toMatchObject({
      source: "The house is big.",
      state: "reviewed",
      outdated: false,
    });
  });

  test("a new document version removes missing segments from the counters, and restores their translations if they return", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.txt", "One house.\nTwo cars.\n");
    await runJobs(caller);
    const [, second] = await textsOf(sent.id);
    await change(project.id, [{ segmentId: second!.id, text: "Dos coches.", state: "reviewed" }]);
    const put = async (content: string) => {
      await replaceContent(caller, sent.id, { body: { content }, file: null }, { onChange: "needs_work" });
      await runJobs(caller);
    };
    await put("One house.\n");
    expect((await getDocument(caller, sent.id)).version).toMatchObject({ removed: 1, added: 0, changed: 0 });
    expect((await getDocument(caller, sent.id)).progress.segments).toMatchObject({ total: 1, reviewed: 0 });
    await put("Two cars.\nOne house.\n");
    expect(await textsOf(sent.id)).toMatchObject([
      { id: second!.id, text: "Dos coches.", state: "reviewed" },
      { source: "One house.", state: "untranslated" },
    ]);
    await expectExactCounters(project.id);
  });

  test('a new document version with another text for a key sets the confirmed translation to "needs work"', async () => {
    const { caller, project } = await newProject(BY_HAND);
    const [a, b] = [
      { key: "a", source: "The house", target: "La casa" },
      { key: "b", source: "The tree", target: "El árbol" },
    ];
    const sent = await addDocument(caller, project.id, "texts", { segments: [a, b] });
    await runJobs(caller);
    for (const segments of [[b], [{ key: "a", source: "The car" }, b]]) {
      await replaceContent(caller, sent.id, { body: { segments }, file: null }, { onChange: "needs_work" });
      await runJobs(caller);
    }
    expect(await textsOf(sent.id)).toMatchObject([
      { source: "The car", text: "La casa", state: "needs_work", outdated: true, previousSource: "The house" },
      { source: "The tree", text: "El árbol", state: "translated", outdated: false },
    ]);
    await expectExactCounters(project.id);
  });

  test("a new document version that swaps the texts of two keys moves the translations with the texts", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.json", '{"a":"The house","b":"The car"}');
    await runJobs(caller);
    const [a] = await textsOf(sent.id);
    await change(project.id, [{ segmentId: a!.id, text: "La casa", state: "reviewed" }]);
    const body = { content: '{"a":"The car","b":"The house"}' };
    await replaceContent(caller, sent.id, { body, file: null }, { onChange: "needs_work" });
    await runJobs(caller);
    expect(await textsOf(sent.id)).toMatchObject([
      { key: "a", source: "The car", state: "untranslated" },
      { key: "b", source: "The house", text: "La casa", state: "reviewed", outdated: false },
    ]);
  });

  test("uploading the same bytes creates no version, and uploading during an import is refused", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.txt", "One house.\n");
    const put = (content: string) =>
      replaceContent(caller, sent.id, { body: { content }, file: null }, { onChange: "needs_work" });
    await expect(put("Two houses.\n")).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "import_running", jobId: sent.version.jobId },
    });
    await runJobs(caller);
    expect((await put("One house.\n")).isSent).toBe(false);
    expect((await put("Two houses.\n")).isSent).toBe(true);
  });

  test("a new document version excludes segments that a bulk action excluded during its import", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.txt", "The house is big.\nThe car is red.\n");
    await runJobs(caller);
    const next = { body: { content: "A title.\nThe house is big.\nThe car is red.\n" }, file: null };
    const { document } = await replaceContent(caller, sent.id, next, { onChange: "needs_work" });
    const reading = await claimOf(document.version.jobId!);
    const effects = await JOB_HANDLERS[reading.type]!.run(reading, contextOf());
    const exclude = BulkBody.parse({ language: "es", filter: { q: "house" }, action: { type: "exclude" } });
    const excluding = await db().transaction((tx) => sendBulk(caller, project.id, exclude, tx));
    await runJob(excluding);
    await endJob(reading, WORKER, { state: "succeeded" }, effects);
    const excluded = async () => (await textsOf(sent.id)).map((one) => one.excluded);
    expect(await excluded()).toEqual([false, true, false]);
    await expectExactCounters(project.id);
    await runJob(await db().transaction((tx) => sendUndo(caller, excluding, tx)));
    expect(await excluded()).toEqual([false, false, false]);
  });

  test("a new document version that can't be read with the given options doesn't change the document", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.md", "---\ntitle: The title\n---\n");
    await runJobs(caller);
    const [title] = await textsOf(sent.id);
    await change(project.id, [{ segmentId: title!.id, text: "El título", state: "reviewed" }]);
    const written = async () =>
      Buffer.from((await writeTarget(caller.accountId, sent.id, "es", FINAL)).bytes).toString();
    const patched = await patchDocument(caller, sent.id, { exclude: ["front_matter"] });
    expect(patched.options).toEqual({ exclude: ["front_matter"] });
    expect(await written(), "while it waits").toContain("title: El título");
    await runJobs(caller);
    expect((await getDocument(caller, sent.id)).error).toMatchObject({ code: "no_translatable_text" });
    expect(await written(), "after it failed").toContain("title: El título");
  });

  test("changing one option of a document keeps its other options", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.md", "---\ntitle: The title\n---\n\nThe house.\n");
    await runJobs(caller);
    await patchDocument(caller, sent.id, { exclude: ["front_matter"] });
    await runJobs(caller);
    const { options } = await patchDocument(caller, sent.id, { include: ["attributes"] });
    expect(options).toEqual({ exclude: ["front_matter"], include: ["attributes"] });
  });

  test("uploading the same bytes with other options imports the document again", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "a.md", "---\ntitle: The title\n---\n\nThe house.\n");
    await runJobs(caller);
    const before = await sources(sent.id);
    await patchDocument(caller, sent.id, { exclude: ["front_matter"] });
    await runJobs(caller);
    expect(before).toEqual(["The title", "The house."]);
    expect(await sources(sent.id)).toEqual(["The house."]);
    const kept = await db()
      .select({ version: documentChunks.version })
      .from(documentChunks)
      .where(eq(documentChunks.documentId, sent.id));
    expect(kept.map(({ version }) => version).sort()).toEqual([1, 2]);
  });
});

test("a document deleted before its import leaves no segments, translations or events", async () => {
  const { caller, project } = await newProject(BY_HAND);
  const sent = await addDocument(caller, project.id, "a.txt", "One house.\n");
  await deleteDocument(caller, sent.id);
  await runJob(sent.version.jobId!);
  expect(await db().select().from(segments).where(eq(segments.projectId, project.id))).toEqual([]);
  expect(await db().select().from(translations).where(eq(translations.projectId, project.id))).toEqual([]);
  const reported = await db()
    .select()
    .from(events)
    .where(sql`${events.projectId} = ${project.id} and type = 'document.ready'`);
  expect(reported).toEqual([]);
});
