import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import { call, newAccount } from "./client";
import { addDocument, edit, exportOf, jobEnd, makeProject, segmentsOf, until } from "./project-work";

const ES: Record<string, string> = {
  title: "La casa es grande.",
  body: "El árbol es verde.",
  end: "Hasta mañana.",
};

async function approveAll(key: string, projectId: string): Promise<void> {
  for (const segment of await segmentsOf(key, projectId)) {
    const answer = await edit(key, segment, { text: ES[segment.key] ?? "Texto.", state: "reviewed" });
    expect(answer.status, answer.text).toBe(200);
  }
}

const readProject = async (key: string, id: string) => (await call("GET", `/v1/projects/${id}`, { key })).json;
const eventTypes = async (key: string, id: string): Promise<string[]> =>
  (await call("GET", `/v1/projects/${id}/events?limit=100`, { key })).json.events
    .map((event: any) => event.type)
    .reverse();

describe("a project", () => {
  test("a project is unchanged by an update with an empty body", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    const before = await readProject(key, projectId);
    const patched = await call("PATCH", `/v1/projects/${projectId}`, { key, body: {} });
    expect([patched.status, patched.json]).toEqual([200, before]);
  });

  test("a project goes from draft to completed with one event per transition, and its progress counters add up", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    const started = await readProject(key, projectId);
    expect(started).toMatchObject({ status: "in_progress", documentCount: 1, activity: null });
    expect(started.progress.segments).toMatchObject({ total: 3, untranslated: 3, reviewed: 0 });
    expect(started.blockers).toEqual([
      {
        code: "segments_untranslated",
        language: "es",
        count: 3,
        filter: `/v1/projects/${projectId}/segments?language=es&state=untranslated`,
      },
    ]);
    const segments = await segmentsOf(key, projectId);
    for (const segment of segments)
      expect((await edit(key, segment, { text: ES[segment.key], state: "translated" })).status).toBe(200);
    const waiting = await readProject(key, projectId);
    expect(waiting).toMatchObject({ status: "in_review" });
    expect(waiting.progress).toMatchObject({ draftedPercent: 100, translatedPercent: 100, reviewedPercent: 0 });
    await approveAll(key, projectId);
    const done = await readProject(key, projectId);
    expect(done).toMatchObject({ status: "completed", blockers: [], health: { level: "ok", reasons: [] } });
    const { segments: counts } = done.progress;
    expect(counts.untranslated + counts.draft + counts.needsWork + counts.translated + counts.reviewed).toBe(
      counts.total,
    );
    const types = await eventTypes(key, projectId);
    expect(types.filter((type) => type.startsWith("project.") && !type.includes("language"))).toEqual([
      "project.created",
      "project.status_changed",
      "project.status_changed",
      "project.completed",
    ]);
  });

  test("editing a reviewed text reopens a completed project, and an export still contains the reviewed text", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    await approveAll(key, projectId);
    const [title] = await segmentsOf(key, projectId);
    expect((await edit(key, title, { text: "La casa es enorme." })).json).toMatchObject({
      state: "translated",
      approvedRevision: title.translation.revision,
    });
    expect(await readProject(key, projectId)).toMatchObject({ status: "in_review" });
    expect(await eventTypes(key, projectId)).toContain("project.reopened");
    const reviewed = await exportOf(key, projectId, { minState: "reviewed", fallback: ["lastReviewed", "source"] });
    expect(reviewed.text).toContain("La casa es grande.");
    expect(reviewed.report.files[0].segments).toMatchObject({ reviewed: 2, lastReviewed: 1, source: 0 });
    const current = await exportOf(key, projectId, { minState: "draft" });
    expect(current.text).toContain("La casa es enorme.");
  });

  test("a manager archives a project, which can then only be read and exported", async () => {
    const { key } = await newAccount();
    const { projectId, documentId } = await makeProject(key);
    await approveAll(key, projectId);
    const archived = await call("POST", `/v1/projects/${projectId}/transitions`, { key, body: { to: "archived" } });
    expect(archived.json).toMatchObject({ status: "archived", allowedTransitions: ["in_progress"] });
    const [segment] = await segmentsOf(key, projectId);
    const writes = [
      await edit(key, segment, { text: "x" }),
      await call("PATCH", `/v1/projects/${projectId}`, { key, body: { name: "Other" } }),
      await call("POST", `/v1/projects/${projectId}/languages`, { key, body: { language: "ca" } }),
      await call("POST", `/v1/projects/${projectId}/documents`, { key, body: { name: "b.txt", content: "House." } }),
      await call("DELETE", `/v1/documents/${documentId}`, { key }),
      await call("POST", `/v1/projects/${projectId}/comments`, { key, body: { segmentId: segment.id, body: "x" } }),
      await call("POST", `/v1/projects/${projectId}/pretranslate`, { key, body: {} }),
      await call("POST", `/v1/projects/${projectId}/segments/bulk`, {
        key,
        body: { language: "es", action: { type: "approve" } },
      }),
    ];
    for (const answer of writes)
      expect([answer.status, answer.json?.error.details.reason], answer.text).toEqual([409, "project_archived"]);
    expect((await exportOf(key, projectId)).text).toContain("La casa es grande.");
    const restored = await call("POST", `/v1/projects/${projectId}/transitions`, { key, body: { to: "in_progress" } });
    expect(restored.json.status).toBe("completed");
  });

  test("an incomplete project is completed only with force and a reason, and reopens when its content changes", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    const transition = (body: Record<string, unknown>) =>
      call("POST", `/v1/projects/${projectId}/transitions`, { key, body });
    expect((await transition({ to: "completed" })).json.error.details.reason).toBe("not_completed");
    expect((await transition({ to: "completed", force: true })).status).toBe(400);
    const { blockers } = await readProject(key, projectId);
    const forced = await transition({ to: "completed", force: true, reason: "Ships today." });
    expect(forced.json).toMatchObject({ status: "completed", blockers: [], skipped: blockers });
    expect(blockers).toMatchObject([{ code: "segments_untranslated", language: "es", count: 3 }]);
    expect((await transition({ to: "cancelled" })).json.error.details).toMatchObject({
      reason: "transition_not_allowed",
      allowedTransitions: ["archived"],
    });
    const [segment] = await segmentsOf(key, projectId);
    await edit(key, segment, { text: "La casa." });
    expect((await readProject(key, projectId)).status).toBe("in_progress");
  });

  test("a deleted project returns 404 like an unknown project, and can be restored", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    expect((await call("DELETE", `/v1/projects/${projectId}`, { key })).status).toBe(204);
    expect((await call("GET", `/v1/projects/${projectId}`, { key })).status).toBe(404);
    expect((await call("GET", `/v1/projects/${projectId}/segments?language=es`, { key })).status).toBe(404);
    expect((await call("GET", "/v1/projects", { key })).json.projects).toEqual([]);
    expect((await call("GET", "/v1/projects?deleted=true", { key })).json.projects).toHaveLength(1);
    expect((await call("POST", `/v1/projects/${projectId}/restore`, { key })).json.status).toBe("in_progress");
  });
});

describe("a translation", () => {
  test("a concurrent edit returns 412 with the current text and its author", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    const [segment] = await segmentsOf(key, projectId);
    expect((await edit(key, segment, { text: "Uno." })).headers.get("etag")).toBe('"1"');
    const second = await edit(key, segment, { text: "Dos." });
    expect(second.status).toBe(412);
    expect(second.json.error.details.current).toMatchObject({
      revision: 1,
      text: "Uno.",
      updatedBy: { type: "key", name: "Test" },
    });
    const unnamed = await call("PATCH", `/v1/segments/${segment.id}/translations/es`, { key, body: { text: "Tres." } });
    expect([unnamed.status, unnamed.json.error.details.errors[0].path]).toEqual([400, "If-Match"]);
  });

  test("a translation keeps its whole history, and every version can be restored", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    const [segment] = await segmentsOf(key, projectId);
    const address = `/v1/segments/${segment.id}/translations/es`;
    await edit(key, segment, { text: "Uno." }, 0);
    await edit(key, segment, { text: "Dos.", state: "reviewed" }, 1);
    const reverted = await call("POST", `${address}/revert`, {
      key,
      body: { revision: 1 },
      headers: { "If-Match": '"2"' },
    });
    expect(reverted.json).toMatchObject({ text: "Uno.", state: "draft", revision: 3, approvedRevision: 2 });
    const { revisions } = (await call("GET", `${address}/history`, { key })).json;
    expect(revisions.map((one: any) => [one.revision, one.text])).toEqual([
      [3, "Uno."],
      [2, "Dos."],
      [1, "Uno."],
    ]);
  });

  test("approving a translation fills its repetitions, which then need review", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key, {
      segments: [
        { key: "a", source: "Save" },
        { key: "b", source: "Save" },
        { key: "c", source: "Cancel" },
      ],
    });
    const [first, second] = await segmentsOf(key, projectId);
    expect(first.repetitions).toBe(1);
    const approved = await edit(key, first, { text: "Guardar", state: "reviewed" });
    expect(approved.json.propagated).toEqual([second.id]);
    const [, filled] = await segmentsOf(key, projectId);
    expect(filled.translation).toMatchObject({
      text: "Guardar",
      state: "translated",
      origin: { type: "repetition", edited: false },
    });
    const { matches } = (await call("GET", `/v1/segments/${second.id}/matches?language=es`, { key })).json;
    expect(matches[0]).toMatchObject({ target: "Guardar", match: 100 });
    const listed = await segmentsOf(key, projectId, "language=es&include=matches,issues");
    expect(listed.map((one) => one.matches[0]?.target)).toEqual(["Guardar", "Guardar", undefined]);
  });

  test("a text with an error is approved only after the text is fixed or the error ignored with a reason", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key, { segments: [{ key: "a", source: "Hello {name}, welcome." }] });
    const [segment] = await segmentsOf(key, projectId);
    const refused = await edit(key, segment, { text: "Hola, bienvenido.", state: "reviewed" });
    expect([refused.status, refused.json.error.details.reason]).toEqual([409, "qa_errors"]);
    expect((await edit(key, segment, { text: "Hola, bienvenido." })).status).toBe(200);
    const { issues } = (await call("GET", `/v1/projects/${projectId}/qa-issues?language=es&severity=error`, { key }))
      .json;
    expect(issues).not.toHaveLength(0);
    expect((await call("POST", `/v1/qa-issues/${issues[0].id}/ignore`, { key, body: {} })).status).toBe(400);
    for (const issue of issues)
      await call("POST", `/v1/qa-issues/${issue.id}/ignore`, { key, body: { reason: "No name is known here." } });
    const [ignored] = await segmentsOf(key, projectId);
    expect((await edit(key, ignored, { state: "reviewed" })).status).toBe(200);
    expect((await readProject(key, projectId)).status).toBe("completed");
  });
});

test("repeating a decision about a QA issue with its idempotency key returns the first response and changes nothing", async () => {
  const { key } = await newAccount();
  const { projectId } = await makeProject(key, { segments: [{ key: "a", source: "Hello {name}, welcome." }] });
  const [segment] = await segmentsOf(key, projectId);
  await edit(key, segment, { text: "Hola, bienvenido." });
  const listed = await call("GET", `/v1/projects/${projectId}/qa-issues?language=es&severity=error`, { key });
  const choose = (verb: string, body?: unknown) =>
    call("POST", `/v1/qa-issues/${listed.json.issues[0].id}/${verb}`, {
      key,
      ...(body ? { body } : {}),
      headers: { "Idempotency-Key": verb },
    });
  const ignored = await choose("ignore", { reason: "No name is known here." });
  expect([ignored.status, ignored.json.status]).toEqual([200, "ignored"]);
  const opened = await choose("unignore");
  expect([opened.status, opened.json.status]).toEqual([200, "open"]);
  const again = await choose("ignore", { reason: "No name is known here." });
  expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([ignored.text, "true"]);
  expect((await choose("ignore", { reason: "Another." })).status).toBe(422);
  expect((await readProject(key, projectId)).progress.qa.errors).toBe(listed.json.issues.length);
});

test("cancelling a job again returns the first response with the same idempotency key, and 409 without it", async () => {
  const { key, accountId } = await newAccount();
  const { projectId } = await makeProject(key);
  const waiting = { id: newId("job"), accountId, projectId, type: "bulk_edit", payload: {} };
  await db()
    .insert(jobs)
    .values({ ...waiting, runAt: new Date(Date.now() + 3_600_000) });
  const cancel = (headers: Record<string, string>) => call("POST", `/v1/jobs/${waiting.id}/cancel`, { key, headers });
  const first = await cancel({ "Idempotency-Key": "stop" });
  expect([first.status, first.json.status]).toEqual([200, "cancelled"]);
  const again = await cancel({ "Idempotency-Key": "stop" });
  expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
  expect((await cancel({})).json.error.details.reason).toBe("job_ended");
});

test("lowering a check's severity in a project checks its texts again", async () => {
  const { key } = await newAccount();
  const { projectId } = await makeProject(key, { segments: [{ key: "a", source: "Hello {name}, welcome." }] });
  const [segment] = await segmentsOf(key, projectId);
  await edit(key, segment, { text: "Hola, bienvenido." });
  expect((await readProject(key, projectId)).progress.qa.errors).toBe(1);
  const settings = { qaSeverities: { "placeholder.missing": "warning" } };
  expect((await call("PATCH", `/v1/projects/${projectId}`, { key, body: { settings } })).status).toBe(200);
  const after = await until(
    () => call("GET", `/v1/projects/${projectId}`, { key }),
    ({ progress }) => progress.qa.errors === 0,
  );
  expect(after.progress.qa.warnings).toBe(1);
});

describe("a project's custom checks", () => {
  const du = { id: "du", target: "\\busted\\b", message: "Say tú.", severity: "error", caseSensitive: false };

  test("a custom check reports each match of its pattern in translations until it is removed", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key, { segments: [{ key: "a", source: "You are here." }] });
    const [segment] = await segmentsOf(key, projectId);
    await edit(key, segment, { text: "Usted está aquí." });
    const set = (customChecks: unknown) =>
      call("PATCH", `/v1/projects/${projectId}`, { key, body: { settings: { customChecks } } });
    const project = () => call("GET", `/v1/projects/${projectId}`, { key });
    expect((await set([du])).json.settings.customChecks).toEqual([{ ...du, finding: "match" }]);
    await until(project, ({ progress }) => progress.qa.errors === 1);
    const [checked] = await segmentsOf(key, projectId);
    expect(checked.translation.issues).toMatchObject([
      { check: "custom.du", severity: "error", params: { message: "Say tú." } },
    ]);
    expect((await set([])).status).toBe(200);
    await until(project, ({ progress }) => progress.qa.errors === 0);
  });

  test("invalid custom checks are refused by field, also when the project is created", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    const customChecks = [du, { ...du, id: "two", source: "(", target: "a(?=b)" }];
    const faults = ["source", "target"].map((field) => ({
      path: `settings.customChecks.1.${field}`,
      code: "format",
      reason: "pattern_unusable",
    }));
    const patched = await call("PATCH", `/v1/projects/${projectId}`, { key, body: { settings: { customChecks } } });
    expect([patched.status, patched.json.error.details.errors]).toMatchObject([400, faults]);
    const body = { name: "New", sourceLanguage: "en", targetLanguages: ["es"], settings: { customChecks } };
    const created = await call("POST", "/v1/projects", { key, body });
    expect([created.status, created.json.error.details.errors]).toMatchObject([400, faults]);
    const many = Array.from({ length: 21 }, (_, i) => ({ ...du, id: `du-${i}` }));
    for (const [checks, path] of [
      [[{ ...du, id: "Du" }], "settings.customChecks.0.id"],
      [[{ ...du, message: " " }], "settings.customChecks.0.message"],
      [[du, du], "settings.customChecks"],
      [many, "settings.customChecks"],
    ] as const) {
      const body = { settings: { customChecks: checks } };
      const { status, json } = await call("PATCH", `/v1/projects/${projectId}`, { key, body });
      expect([status, json.error.details.errors[0].path]).toEqual([400, path]);
    }
  });
});

describe("a bulk action", () => {
  test("a bulk action previews its changes, runs as a job, and can be undone except for later edits", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    for (const segment of await segmentsOf(key, projectId))
      await edit(key, segment, { text: ES[segment.key], state: "translated" });
    const bulk = (body: Record<string, unknown>) =>
      call("POST", `/v1/projects/${projectId}/segments/bulk`, { key, body: { language: "es", ...body } });
    const action = { type: "approve" };
    const preview = await bulk({ action, filter: { state: ["translated"] }, dryRun: true });
    expect(preview.status).toBe(200);
    expect(preview.json).toMatchObject({ matching: 3, findings: { errors: 0 } });
    const started = await bulk({ action, filter: { state: ["translated"] } });
    expect(started.status, started.text).toBe(202);
    expect(await jobEnd(key, started.json.id)).toMatchObject({
      status: "succeeded",
      progress: { total: 3, done: 3, failed: 0 },
    });
    expect((await readProject(key, projectId)).status).toBe("completed");
    const [first] = await segmentsOf(key, projectId);
    await edit(key, first, { text: "Una casa grande.", state: "reviewed" });
    const undo = await call("POST", `/v1/jobs/${started.json.id}/undo`, { key });
    expect((await jobEnd(key, undo.json.id)).result).toMatchObject({ undone: 2, kept: 1 });
    const states = (await segmentsOf(key, projectId)).map((segment) => segment.translation.state);
    expect(states).toEqual(["reviewed", "translated", "translated"]);
  });

  test("a bulk replacement changes texts and never tags", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key, { segments: [{ key: "a", source: "A house & a tree" }] });
    const [segment] = await segmentsOf(key, projectId);
    await edit(key, segment, { text: "Una casa &amp; un amp" });
    const started = await call("POST", `/v1/projects/${projectId}/segments/bulk`, {
      key,
      body: { language: "es", action: { type: "replace", find: "amp", replace: "árbol" } },
    });
    await jobEnd(key, started.json.id);
    expect((await segmentsOf(key, projectId))[0].translation.text).toBe("Una casa &amp; un árbol");
  });
});

describe("an export", () => {
  test("an export with equal parameters and content is reused, and an edit leads to a new export", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    await approveAll(key, projectId);
    const first = await exportOf(key, projectId);
    const same = await call("POST", `/v1/projects/${projectId}/exports`, { key, body: {} });
    expect([same.status, same.json.id]).toEqual([200, first.report.id]);
    const other = await exportOf(key, projectId, { minState: "draft" });
    expect(other.report.id).not.toBe(first.report.id);
    const [segment] = await segmentsOf(key, projectId);
    await edit(key, segment, { text: "Otra casa.", state: "reviewed" });
    const newer = await exportOf(key, projectId);
    expect(newer.report.id).not.toBe(first.report.id);
    expect(newer.text).toContain("Otra casa.");
    expect(newer.report.contentRevision).toBeGreaterThan(first.report.contentRevision);
  });

  test("an export of several documents is an archive, and lists the languages that it omits", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key, { targetLanguages: ["es", "ca"] });
    await addDocument(key, projectId, [{ key: "x", source: "Another house." }], "folder/more.json");
    for (const segment of await segmentsOf(key, projectId))
      await edit(key, segment, { text: ES[segment.key] ?? "Otra casa.", state: "reviewed" });
    const { report, bytes, mediaType } = await exportOf(key, projectId, { minReviewedPercent: 90 });
    expect(report.files.map((file: any) => file.name)).toEqual(["es/folder/more.json", "es/texts.json"]);
    expect(report.warnings).toMatchObject([{ code: "language_skipped", language: "ca", reviewedPercent: 0 }]);
    expect([bytes.subarray(0, 2).toString(), mediaType]).toEqual(["PK", "application/zip"]);
  });

  test("a failed export succeeds when its job is retried after the cause is fixed", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    const body = { minReviewedPercent: 100 };
    const asked = await call("POST", `/v1/projects/${projectId}/exports`, { key, body });
    expect(await jobEnd(key, asked.json.jobId)).toMatchObject({
      status: "failed",
      error: { code: "nothing_to_export" },
    });
    await approveAll(key, projectId);
    const again = await call("POST", `/v1/jobs/${asked.json.jobId}/retry`, { key });
    expect(again.status, again.text).toBe(202);
    expect(await jobEnd(key, again.json.id)).toMatchObject({ status: "succeeded" });
    const { json: made } = await call("GET", `/v1/exports/${asked.json.id}`, { key });
    expect(made).toMatchObject({ status: "succeeded", error: null, files: [{ language: "es" }] });
    expect((await call("POST", `/v1/jobs/${asked.json.jobId}/retry`, { key })).status, "only once").toBe(409);
    expect((await exportOf(key, projectId, body)).report.id, "it stands for the content of now").toBe(made.id);
  });

  test("importing an edited XLIFF export updates translations, keeps reviewed translations, and can be undone", async () => {
    const { key } = await newAccount();
    const { projectId, documentId } = await makeProject(key);
    const [title] = await segmentsOf(key, projectId);
    await edit(key, title, { text: "La casa es grande.", state: "reviewed" });
    const xliff = await exportOf(key, projectId, { format: "xliff" });
    const worked = xliff.text
      .replace("<target>La casa es grande.</target>", "<target>Otra cosa.</target>")
      .replace(
        "<source>See you tomorrow.</source>",
        "<source>See you tomorrow.</source><target>Hasta mañana.</target>",
      );
    const form = new FormData();
    form.set("file", new File([worked], "back.xlf"));
    const sent = await call("PUT", `/v1/documents/${documentId}/target?language=es`, { key, raw: form });
    expect(sent.status, sent.text).toBe(202);
    expect((await jobEnd(key, sent.json.id)).result).toMatchObject({
      accepted: 1,
      unchanged: 0,
      conflicts: 1,
      notFound: 0,
    });
    const texts = (await segmentsOf(key, projectId)).map(({ translation }) => [translation.text, translation.state]);
    expect(texts).toEqual([
      ["La casa es grande.", "reviewed"],
      [null, "untranslated"],
      ["Hasta mañana.", "translated"],
    ]);
    const undo = await call("POST", `/v1/jobs/${sent.json.id}/undo`, { key });
    expect((await jobEnd(key, undo.json.id)).result).toMatchObject({ undone: 1 });
    expect((await segmentsOf(key, projectId))[2].translation.state).toBe("untranslated");
  });

  test("an export as XLIFF or TMX contains the translations with their states", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    await approveAll(key, projectId);
    const xliff = await exportOf(key, projectId, { format: "xliff" });
    expect(xliff.text).toContain('<segment state="reviewed">');
    expect(xliff.text).toContain("<target>La casa es grande.</target>");
    const tmx = await exportOf(key, projectId, { format: "tmx" });
    expect(tmx.text).toContain("<seg>La casa es grande.</seg>");
    expect([xliff.mediaType, tmx.mediaType]).toEqual(["application/xliff+xml", "application/x-tmx+xml"]);
  });

  test("an XLIFF export contains the reason of a rejection until the text is fixed", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    const [segment] = await segmentsOf(key, projectId);
    await edit(key, segment, { text: "La caso es grande.", state: "translated" });
    const sentBack = await edit(key, segment, { state: "needs_work", comment: "It's <casa>." }, 1);
    expect(sentBack.status, sentBack.text).toBe(200);
    const note = '<notes><note category="review">It\'s &lt;casa&gt;.</note></notes>';
    const { text } = await exportOf(key, projectId, { format: "xliff" });
    expect(text).toMatch(
      /<segment state="initial">\s*<source>The house is big\.<\/source>\s*<target>La caso es grande\./,
    );
    expect(text).toContain(note);
    await edit(key, segment, { text: "La casa es grande.", state: "translated" }, 2);
    expect((await exportOf(key, projectId, { format: "xliff" })).text).not.toContain('category="review"');
  });
});

describe("lists of segments", () => {
  test("paging through segments returns each segment once even during edits, and a cursor created with another filter is refused", async () => {
    const { key } = await newAccount();
    const segments = Array.from({ length: 12 }, (_, i) => ({ key: `k${i}`, source: `Sentence number ${i}.` }));
    const { projectId } = await makeProject(key, { segments });
    const seen: string[] = [];
    let path: string | null = `/v1/projects/${projectId}/segments?language=es&limit=5&includeTotal=true`;
    while (path) {
      const page: any = await call("GET", path, { key });
      expect(page.json.total).toBe(12);
      seen.push(...page.json.segments.map((one: any) => one.key));
      await edit(key, page.json.segments[0], { text: "Frase." });
      path = page.json.nextCursor ? `${path.split("&cursor")[0]}&cursor=${page.json.nextCursor}` : null;
    }
    expect(seen).toEqual(segments.map((segment) => segment.key));
    const { nextCursor } = (await call("GET", `/v1/projects/${projectId}/segments?language=es&limit=5`, { key })).json;
    for (const query of [`state=draft&cursor=${nextCursor}`, `cursor=${nextCursor}&offset=5`])
      expect((await call("GET", `/v1/projects/${projectId}/segments?language=es&${query}`, { key })).status).toBe(400);
    const drafts = await segmentsOf(key, projectId, "language=es&state=draft,needs_work");
    expect(drafts.map((one) => one.key)).toEqual(["k0", "k5", "k10"]);
    for (const sort of ["risk", "-updatedAt", "length"]) {
      const list = await segmentsOf(key, projectId, `language=es&sort=${sort}`);
      expect(new Set(list.map((one) => one.key)).size).toBe(12);
    }
  });

  test("filters for segments and bulk actions accept several QA issue types separated by commas", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key, {
      segments: [
        { key: "error", source: "Hello {name}, welcome." },
        { key: "warning", source: "The house is big." },
        { key: "none", source: "See you tomorrow." },
      ],
    });
    const [error, warning] = await segmentsOf(key, projectId);
    await edit(key, error, { text: "Hola, bienvenido." });
    await edit(key, warning, { text: "La casa  es grande." });
    const chosen = async (query: string) =>
      (await segmentsOf(key, projectId, `language=es&${query}`)).map((one) => one.key);
    expect(await chosen("qa=error")).toEqual(["error"]);
    expect(await chosen("qa=warning")).toEqual(["warning"]);
    expect(await chosen("qa=error,warning")).toEqual(["error", "warning"]);
    expect(await chosen("qa=none,error")).toEqual(["error", "none"]);
    const issues = async (query: string) =>
      (await call("GET", `/v1/projects/${projectId}/qa-issues?${query}`, { key })).json.issues;
    const all = await issues("severity=error,warning,info&status=open,ignored");
    const checks = [...new Set(all.map((issue: any) => issue.check))];
    expect(checks.length).toBeGreaterThan(1);
    expect(await issues(`check=${checks.join(",")}`)).toEqual(all);
    expect(await issues("language=es,ES&severity=error,warning,info&status=open,ignored")).toEqual(all);
    expect(await chosen(`check=${checks.join(",")}`)).toEqual(["error", "warning"]);
    const preview = (filter: Record<string, unknown>) =>
      call("POST", `/v1/projects/${projectId}/segments/bulk`, {
        key,
        body: { language: "es", filter, action: { type: "confirm" }, dryRun: true },
      });
    expect((await preview({ qa: ["error", "warning"] })).json).toMatchObject({ matching: 2 });
    expect((await preview({ qa: "error" })).json).toEqual({
      matching: 1,
      findings: { errors: 1, warnings: 0, ownWork: 0 },
    });
    expect((await preview({ check: checks })).json).toMatchObject({ matching: 2 });
    const [first] = await segmentsOf(key, projectId);
    const second = await addDocument(key, projectId, [{ key: "other", source: "Good night." }], "more.json");
    const documentIds = [first.documentId, second];
    expect(await chosen(`documentId=${second}`)).toEqual(["other"]);
    expect(await chosen(`documentId=${documentIds.join(",")}`)).toEqual(["error", "warning", "none", "other"]);
    expect((await preview({ documentId: documentIds })).json).toMatchObject({ matching: 4 });
    const path = `/v1/projects/${projectId}/segments?language=es`;
    for (const query of ["qa=error,bad", "qa=", "qa=error&qa=warning"])
      expect((await call("GET", `${path}&${query}`, { key })).status, query).toBe(400);
  });
});

describe("filters of lists", () => {
  test("a list filter accepts several values separated by commas and returns the rows that match any of them", async () => {
    const { key } = await newAccount();
    const { projectId, documentId } = await makeProject(key);
    const found = async (path: string) => {
      const answer = await call("GET", path, { key });
      expect(answer.status, path).toBe(200);
      return Object.values(answer.json).find(Array.isArray) as any[];
    };
    const documents = await found(`/v1/projects/${projectId}/documents?status=failed,ready`);
    expect(documents.map((one) => one.id)).toEqual([documentId]);
    expect(await found(`/v1/projects/${projectId}/documents?status=failed,queued`)).toEqual([]);
    const jobs = await found(`/v1/projects/${projectId}/jobs?status=queued,running,succeeded`);
    expect(jobs).not.toHaveLength(0);
    expect(
      await found(`/v1/projects/${projectId}/jobs?status=failed,succeeded&type=none,${jobs[0].type}`),
    ).toContainEqual(jobs[0]);
    expect(await found(`/v1/jobs/${jobs[0].id}/errors?code=a,b`)).toEqual([]);
    expect(await found("/v1/files?status=queued,completed")).toEqual([]);
    const events = await found("/v1/events?types=project.created,document.ready");
    expect(new Set(events.map((one) => one.type))).toContain("project.created");
  });
});

describe("comments", () => {
  test("comments have replies, and comments marked as issues count until they are resolved", async () => {
    const { key } = await newAccount();
    const { projectId } = await makeProject(key);
    const [segment] = await segmentsOf(key, projectId);
    const opened = await call("POST", `/v1/projects/${projectId}/comments`, {
      key,
      body: { segmentId: segment.id, language: "es", kind: "issue", issueType: "question", body: "Which house?" },
    });
    expect(opened.status, opened.text).toBe(201);
    expect((await readProject(key, projectId)).progress.openIssues).toBe(1);
    await call("POST", `/v1/projects/${projectId}/comments`, {
      key,
      body: { segmentId: segment.id, language: "es", parentId: opened.json.id, body: "The red one." },
    });
    await call("PATCH", `/v1/projects/${projectId}/comments/${opened.json.id}`, { key, body: { resolved: true } });
    const after = await until(
      () => call("GET", `/v1/projects/${projectId}`, { key }),
      ({ progress }) => progress.openIssues === 0,
    );
    expect(after.health).toEqual({ level: "ok", reasons: [] });
    const { comments } = (await call("GET", `/v1/projects/${projectId}/comments?segmentId=${segment.id}`, { key }))
      .json;
    expect(comments.map((one: any) => one.body)).toEqual(["The red one.", "Which house?"]);
  });
});
