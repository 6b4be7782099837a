import { and, desc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { events, qaIssues } from "@/db/schema";
import { addDocument, eventsOf, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { CreateCommentBody } from "@/lib/schemas/comments";
import { CreateProjectBody, PatchProjectBody, TransitionBody } from "@/lib/schemas/projects";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { sendBulk } from "./bulk/send";
import { deleteProject, patchProject, restoreProject } from "./edit-project";
import { addLanguage, patchLanguage, removeLanguage } from "./languages/languages";
import { getProject } from "./project-view";
import { createProject } from "./projects";
import { createComment, listComments, patchComment } from "./segments/comments";
import { editTranslation } from "./segments/edit-translation";
import { revertTranslation } from "./segments/history";
import { reportOverdue } from "./status/report-overdue";
import { changeStatus } from "./status/transitions";

afterAll(closeSandbox);

test("an external id set on several projects concurrently is kept by one project, and the errors name that project", async () => {
  const { caller, project } = await newProject();
  const input = { name: "Another", sourceLanguage: "en", targetLanguages: ["es"] };
  const create = () => db().transaction((tx) => createProject(caller, CreateProjectBody.parse(input), tx));
  const ids = [project.id, ...(await Promise.all(Array.from({ length: 5 }, create))).map(({ id }) => id)];
  const taken = (id: string) => ({ code: "conflict", details: { reason: "external_id_taken", projectId: id } });
  for (let round = 0; round < 5; round++) {
    const externalId = `crm-${round}`;
    const done = await Promise.allSettled(
      ids.map((id) => patchProject(caller, id, PatchProjectBody.parse({ externalId }))),
    );
    const winner = ids[done.findIndex(({ status }) => status === "fulfilled")]!;
    const refused = done.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(ids.length - 1);
    for (const reason of refused) expect(reason).toMatchObject(taken(winner));
  }
  // Restoring a deleted project reports the same error.
  await patchProject(caller, ids[0]!, { externalId: "crm-restored" });
  await deleteProject(caller, ids[0]!);
  const [patched, restored] = await Promise.allSettled([
    patchProject(caller, ids[1]!, { externalId: "crm-restored" }),
    db().transaction((tx) => restoreProject(caller, ids[0]!, tx)),
  ]);
  const [loser, winner] = patched.status === "rejected" ? [patched, ids[0]!] : [restored, ids[1]!];
  expect(loser).toMatchObject({ status: "rejected", reason: taken(winner) });
});

test("a missed due date is reported once, and once more if a new due date is missed", async () => {
  const { caller, project } = await newProject();
  const reported = async () => {
    await reportOverdue();
    const rows = await db()
      .select({ data: events.data })
      .from(events)
      .where(and(eq(events.projectId, project.id), eq(events.type, "project.overdue")))
      .orderBy(events.sequence);
    return rows.map(({ data }) => (data as { dueAt: string }).dueAt);
  };
  const due = (dueAt: string) => patchProject(caller, project.id, PatchProjectBody.parse({ dueAt }));
  const [first, second] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
  await due("2999-01-01T00:00:00Z");
  expect(await reported()).toEqual([]);
  await due(first);
  await Promise.all([reportOverdue(), reportOverdue()]);
  expect(await reported()).toEqual([first]);
  await due(first);
  expect(await reported()).toEqual([first]);
  await due(second);
  expect(await reported()).toEqual([first, second]);
});

test("a cancelled project is never reported as overdue", async () => {
  const { caller, project } = await newProject();
  await patchProject(caller, project.id, PatchProjectBody.parse({ dueAt: "2026-01-01T00:00:00Z" }));
  await db().transaction((tx) => changeStatus(caller, project.id, TransitionBody.parse({ to: "cancelled" }), tx));
  await reportOverdue();
  const rows = await db().select().from(events).where(eq(events.projectId, project.id));
  expect(rows.map(({ type }) => type)).not.toContain("project.overdue");
});

test("a settings update is merged with existing settings, and null resets a setting to its default", async () => {
  const { caller, project } = await newProject();
  const patch = async (settings: Record<string, unknown>) =>
    (await patchProject(caller, project.id, PatchProjectBody.parse({ settings }))).settings;
  await patch({
    twoPersonReview: true,
    qaSeverities: { empty: "off" },
    qaSeveritiesByLanguage: { es: { empty: "info" } },
  });
  expect(
    await patch({ qaSeverities: { "url.changed": "error" }, qaSeveritiesByLanguage: { es: { "url.changed": "off" } } }),
  ).toMatchObject({
    twoPersonReview: true,
    qaSeverities: { empty: "off", "url.changed": "error" },
    qaSeveritiesByLanguage: { es: { empty: "info", "url.changed": "off" } },
  });
  expect(
    await patch({ twoPersonReview: null, qaSeverities: { empty: null }, qaSeveritiesByLanguage: null }),
  ).toMatchObject({
    twoPersonReview: false,
    qaSeverities: { "url.changed": "error" },
    qaSeveritiesByLanguage: {},
  });
});

test("custom checks of a project are compiled before they are saved, and then check existing translations", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const segments = [
    { key: "a", source: "Your house", target: "Su casa" },
    { key: "b", source: "The tree", target: "El árbol" },
  ];
  await addDocument(caller, project.id, "texts.json", { segments });
  await runJobs(caller);
  const patch = (customChecks: unknown) =>
    patchProject(caller, project.id, PatchProjectBody.parse({ settings: { customChecks } }));
  const tu = { id: "tu", target: "(?i)\\bsu\\b", message: "Say tu.", severity: "error" };
  await expect(patch([tu, { ...tu, id: "bad", source: "(?=x)" }])).rejects.toMatchObject({
    details: { errors: [{ path: "settings.customChecks.1.source", code: "format" }] },
  });
  expect(PatchProjectBody.safeParse({ settings: { customChecks: [tu, tu] } }).success).toBe(false);
  await patch([tu]);
  await runJobs(caller);
  expect((await getProject(caller, project.id)).progress.qa).toMatchObject({ errors: 1 });
  const rows = await db().select().from(qaIssues).where(eq(qaIssues.projectId, project.id));
  expect(rows).toMatchObject([{ checkId: "custom.tu", severity: "error", params: { message: "Say tu." } }]);
  await patch(null);
  await runJobs(caller);
  expect((await getProject(caller, project.id)).progress.qa).toMatchObject({ errors: 0 });
});

test("a project that becomes active again is reported as restored or reopened, even if it is completed immediately", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const segments = [
    { key: "a", source: "The house.", target: "La casa." },
    { key: "b", source: "The tree.", target: "El árbol." },
  ];
  await addDocument(caller, project.id, "texts.json", { segments });
  await runJobs(caller);
  const to = (state: string) =>
    db().transaction((tx) => changeStatus(caller, project.id, TransitionBody.parse({ to: state }), tx));
  const approve = async (q: string) => {
    const bulk = BulkBody.parse({ language: "es", filter: { q }, action: { type: "approve" } });
    await db().transaction((tx) => sendBulk(caller, project.id, bulk, tx));
    await runJobs(caller);
  };
  await approve("house");
  await to("cancelled");
  await to("in_progress");
  await approve("tree");
  await to("archived");
  expect((await to("in_progress")).status).toBe("completed");
  const reported = (await eventsOf(project.id)).filter((type) => /^project\.[a-z_]+$/.test(type));
  expect(reported).toEqual([
    "project.created",
    "project.status_changed",
    "project.cancelled",
    "project.reopened",
    "project.completed",
    "project.archived",
    "project.restored",
  ]);
  const [last] = await db()
    .select({ data: events.data })
    .from(events)
    .where(and(eq(events.projectId, project.id), eq(events.type, "project.language.status_changed")))
    .orderBy(desc(events.sequence))
    .limit(1);
  expect(last?.data).toMatchObject({ to: "completed", progress: { translatedPercent: 100, reviewedPercent: 100 } });
});

test("a project whose completion was forced isn't reopened by changes that don't affect its texts", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const segments = [
    { key: "a", source: "The house", target: "La casa" },
    { key: "b", source: "The tree", target: "El árbol" },
  ];
  const document = await addDocument(caller, project.id, "texts", { segments });
  await runJobs(caller);
  const forced = TransitionBody.parse({ to: "completed", force: true, reason: "Good enough." });
  await db().transaction((tx) => changeStatus(caller, project.id, forced, tx));
  const [first] = await textsOf(document.id);
  const { id, revision, text } = first!;
  const patch = (body: Record<string, unknown>) =>
    editTranslation(caller, id, "es", revision, PatchTranslationBody.parse(body));
  await patch({ text, state: "translated" });
  await patch({ comment: "Lovely." });
  await db().transaction((tx) => revertTranslation(caller, id, "es", revision, undefined, tx));
  await inBulk(caller, project.id, { type: "confirm" });
  expect(await getProject(caller, project.id)).toMatchObject({ status: "completed" });
  await patch({ text: "La casita" });
  expect(await getProject(caller, project.id)).toMatchObject({ status: "in_review" });
});

async function inBulk(caller: Caller, projectId: string, action: Record<string, unknown>): Promise<void> {
  const body = BulkBody.parse({ language: "es", action });
  await db().transaction((tx) => sendBulk(caller, projectId, body, tx));
  await runJobs(caller);
}

test("adding a language counts the open issues about source texts, and removing a language deletes its comments", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const document = await addDocument(caller, project.id, "texts", { segments: [{ key: "a", source: "The house" }] });
  await runJobs(caller);
  const [{ id: segmentId } = { id: "" }] = await textsOf(document.id);
  const say = (body: Record<string, unknown>) => {
    const comment = CreateCommentBody.parse({ segmentId, kind: "issue", issueType: "question", ...body });
    return db().transaction((tx) => createComment(caller, project.id, comment, tx));
  };
  const { id: ofSource } = await say({ body: "Which house?" });
  const { id: ofSpanish } = await say({ body: "Casa or hogar?", language: "es" });
  await db().transaction((tx) => addLanguage(caller, project.id, { language: "ca" }, tx));
  const open = async () => {
    const { languages } = await getProject(caller, project.id);
    return languages.map(({ language, progress }) => [language, progress.openIssues]);
  };
  expect(await open()).toEqual([
    ["es", 1],
    ["ca", 1],
  ]);
  await removeLanguage(caller, project.id, "es");
  expect((await listComments(caller, project.id, { limit: 20 })).comments).toMatchObject([{ id: ofSource }]);
  const resolve = (id: string) => patchComment(caller, project.id, id, { resolved: true });
  await expect(resolve(ofSpanish)).rejects.toMatchObject({ code: "not_found" });
  await resolve(ofSource);
  expect(await open()).toEqual([["ca", 0]]);
});

test("a language that no engine supports can't be added to a project in the workflow mt_only", async () => {
  const { caller, project } = await newProject({ workflow: "mt_only" });
  const add = (id: string) => db().transaction((tx) => addLanguage(caller, id, { language: "zu" }, tx));
  await expect(add(project.id)).rejects.toMatchObject({
    code: "invalid_request",
    details: { errors: [{ path: "language", code: "unsupported_pair" }] },
  });
  const { project: reviewed, caller: other } = await newProject();
  await db().transaction((tx) => addLanguage(other, reviewed.id, { language: "zu" }, tx));
  expect((await getProject(other, reviewed.id)).targetLanguages).toEqual(["es", "zu"]);
});

test("a project can't be started before a document is imported", async () => {
  const { caller, project } = await newProject({ workflow: "human", settings: { autoStart: false } });
  await addDocument(caller, project.id, "texts", { segments: [{ key: "a", source: "The house" }] });
  const start = () =>
    db().transaction((tx) => changeStatus(caller, project.id, TransitionBody.parse({ to: "in_progress" }), tx));
  const { allowedTransitions } = await getProject(caller, project.id);
  expect(allowedTransitions).not.toContain("in_progress");
  await expect(start()).rejects.toMatchObject({ code: "conflict", details: { allowedTransitions } });
  await runJobs(caller);
  expect((await getProject(caller, project.id)).allowedTransitions).toContain("in_progress");
  expect(await start()).toMatchObject({ status: "in_progress" });
});

test("changing the assignment or due date of a language creates an event", async () => {
  const { caller, project } = await newProject();
  await patchLanguage(caller, project.id, "es", { dueAt: "2999-01-01T00:00:00.000Z" });
  const rows = await db()
    .select({ data: events.data })
    .from(events)
    .where(and(eq(events.projectId, project.id), eq(events.type, "project.updated")));
  expect(rows).toMatchObject([{ data: { language: "es", fields: ["dueAt"] } }]);
});

test("a project keeps its creator's spelling of language codes, and languageNames always equals the setting languageCodes", async () => {
  const { caller, project } = await newProject({
    targetLanguages: ["zh_CN", "pt_BR", "no", "iw"],
    settings: { languageCodes: { nb: "no-NO" } },
    languageNames: { "zh-TW": "zh_Hant", he: "iw_IL" },
  });
  const names = { "zh-Hans": "zh_CN", "pt-BR": "pt_BR", "zh-Hant": "zh_Hant", nb: "no-NO", he: "iw_IL" };
  expect(project).toMatchObject({ targetLanguages: ["zh-Hans", "pt-BR", "nb", "he"], languageNames: names });
  expect(project.settings.languageCodes).toEqual(names);
  const patch = async (body: unknown) => patchProject(caller, project.id, PatchProjectBody.parse(body));
  const named = await patch({ languageNames: { "zh-CN": null, "zh-Hant": null, pt_BR: "br" } });
  expect(named.languageNames).toEqual({ nb: "no-NO", he: "iw_IL", "pt-BR": "br" });
  expect(named.settings.languageCodes).toEqual(named.languageNames);
  // A setting may name a language by any tag of it.
  await expect(patch({ languageNames: { nb: "en" } })).rejects.toMatchObject({ code: "invalid_request" });
  await expect(patch({ languageNames: { nb: "iw_IL" } })).rejects.toMatchObject({ code: "invalid_request" });
  const both = await patch({ settings: { languageCodes: { "zh-CN": "cn", he: null } }, languageNames: { nb: null } });
  expect(both.languageNames).toEqual({ "zh-Hans": "cn", "pt-BR": "br" });
  expect((await patch({ languageNames: null })).settings.languageCodes).toEqual({});
  for (const name of ["", "a".repeat(36), "de@formal", "../de", "zh CN"])
    expect(PatchProjectBody.safeParse({ languageNames: { de: name } }).success, name).toBe(false);
  expect(PatchProjectBody.safeParse({ languageNames: { klingonish: "k" } }).success).toBe(false);
});
