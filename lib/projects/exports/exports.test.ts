import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { projectExports } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { JOB_HANDLERS } from "@/lib/operate/job-handlers";
import { patchDocument } from "@/lib/projects/documents/change-document";
import { patchProject } from "@/lib/projects/edit-project";
import { getProject } from "@/lib/projects/project-view";
import { createComment } from "@/lib/projects/segments/comments";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { changeStatus } from "@/lib/projects/status/transitions";
import { sendTargetImport } from "@/lib/projects/targets/import-target";
import { writeTarget } from "@/lib/projects/targets/target";
import { CreateCommentBody } from "@/lib/schemas/comments";
import { CreateExportBody, type Export, ExportsQuery } from "@/lib/schemas/exports";
import { TransitionBody } from "@/lib/schemas/projects";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { requestCancel } from "@/lib/work/jobs/control";
import { expireExports, exportContent, getExport, listExports } from "./exports";
import { sendExport } from "./send";

afterAll(closeSandbox);

const SEGMENTS = [
  { key: "a", source: "The house", target: "La casa" },
  { key: "b", source: "The tree" },
];

async function readProject() {
  const { caller, project } = await newProject({ workflow: "human" });
  const document = await addDocument(caller, project.id, "texts", { segments: SEGMENTS });
  await runJobs(caller);
  const ask = (wish: Record<string, unknown> = {}) => askFor(caller, project.id, wish);
  return { caller, projectId: project.id, document, ask };
}

async function askFor(caller: Caller, projectId: string, wish: Record<string, unknown>): Promise<Export> {
  const body = CreateExportBody.parse(wish);
  return (await db().transaction((tx) => sendExport(caller, projectId, body, tx))).made;
}

async function made(caller: Caller, { id }: Export): Promise<string> {
  const { stream } = await exportContent(caller, id);
  return new Response(stream).text();
}

describe("exporting documents whose import hasn't finished", () => {
  test("a document that isn't imported yet is omitted from an export with a warning, even if the export is then empty", async () => {
    const { caller, project } = await newProject({ workflow: "human" });
    const broken = await addDocument(caller, project.id, "broken.json", '{"a":');
    await runJobs(caller);
    const { id: empty } = await askFor(caller, project.id, {});
    await runJobs(caller);
    expect(await getExport(caller, empty)).toMatchObject({
      status: "failed",
      error: { code: "nothing_to_export", message: expect.stringContaining("No document has been read") },
    });
    const whole = await addDocument(caller, project.id, "texts", { segments: SEGMENTS });
    await runJobs(caller);
    const { id } = await askFor(caller, project.id, {});
    await runJobs(caller);
    const { status, files, warnings } = await getExport(caller, id);
    expect(status).toBe("succeeded");
    expect(files.map(({ documentId }) => documentId)).toEqual(files.map(() => whole.id));
    expect(warnings).toMatchObject([{ code: "document_unreadable", documentId: broken.id, language: null }]);
  });
});

describe("names of exported files", () => {
  test("exported files are named by the project's pattern, and a language code is spelled the same in all file names", async () => {
    const settings = {
      fileNames: "res/values-{android}/{language_underscore}/{name}",
      languageCodes: { "zh-Hans": "zh-CN" },
    };
    const targetLanguages = ["zh-Hans", "pt-BR"];
    const { caller, project } = await newProject({ workflow: "human", targetLanguages, settings });
    const arb = '{"@@locale":"en","a":"House"}';
    const { id } = await addDocument(caller, project.id, "app.arb", arb);
    await runJobs(caller);
    const wish = { untranslated: "source" };
    const { id: first } = await askFor(caller, project.id, wish);
    await runJobs(caller);
    expect((await getExport(caller, first)).files.map(({ name }) => name)).toEqual([
      "res/values-zh-rCN/zh_CN/app.arb",
      "res/values-pt-rBR/pt_BR/app.arb",
    ]);
    const target = await writeTarget(caller.accountId, id, "zh-Hans", {
      minState: "draft",
      untranslated: "empty",
      outdated: "skip",
    });
    expect(Buffer.from(target.bytes).toString()).toContain('"@@locale":"zh-CN"');
    await patchProject(caller, project.id, { settings: { languageCodes: null } });
    const { id: second } = await askFor(caller, project.id, { ...wish, fileNames: "{apple}.lproj/{path}" });
    expect(second).not.toBe(first);
    await runJobs(caller);
    expect((await getExport(caller, second)).files.map(({ name }) => name)).toEqual([
      "zh-Hans.lproj/app.arb",
      "pt-BR.lproj/app.arb",
    ]);
  });

  test("exported file names use the language code as an imported file spelled it", async () => {
    const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["zh-Hans"] });
    const { id } = await addDocument(caller, project.id, "en.json", '{"a":"House"}');
    await runJobs(caller);
    await sendTargetImport(caller, id, { language: "zh_CN", mode: "translated" }, Buffer.from('{"a":"房子"}'));
    await runJobs(caller);
    const { id: made } = await askFor(caller, project.id, { fileNames: "{language}/{name}" });
    await runJobs(caller);
    expect((await getExport(caller, made)).files.map(({ name }) => name)).toEqual(["zh_CN/en.json"]);
    expect((await getProject(caller, project.id)).languages[0]?.language).toBe("zh-Hans");
  });
});

describe("cancelled exports", () => {
  test("an export cancelled with its project is listed as failed, and a repeated export request creates a new export", async () => {
    const { caller, projectId, ask } = await readProject();
    const first = await ask();
    const to = TransitionBody.parse({ to: "cancelled" });
    await db().transaction((tx) => changeStatus(caller, projectId, to, tx));
    expect(await getExport(caller, first.id)).toMatchObject({ status: "failed", error: { code: "cancelled" } });
    const second = await ask();
    expect(second.id).not.toBe(first.id);
    await runJobs(caller);
    expect(await getExport(caller, second.id)).toMatchObject({ status: "succeeded" });
  });

  test("a deleted export is reported as deleted rather than expired", async () => {
    const { caller, ask } = await readProject();
    const { id, jobId } = await ask();
    await db().transaction((tx) => requestCancel(caller, jobId!, JOB_HANDLERS, tx));
    expect(await getExport(caller, id)).toMatchObject({ status: "failed", error: { code: "cancelled" } });
    await expect(exportContent(caller, id)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("reusing an export for a repeated request", () => {
  test("a repeated export request creates a new export after a document or the project was renamed", async () => {
    const { caller, projectId, document, ask } = await readProject();
    const first = await ask();
    await runJobs(caller);
    expect((await ask()).id).toBe(first.id);
    await patchDocument(caller, document.id, { path: "renamed" });
    const second = await ask();
    await runJobs(caller);
    expect((await getExport(caller, second.id)).files).toMatchObject([{ name: "es/renamed" }]);
    await patchProject(caller, projectId, { name: "Renamed" });
    expect((await ask()).id).not.toBe(second.id);
  });

  test("a repeated export request creates a new export if a comment was added since and the export format includes comments", async () => {
    const { caller, projectId, document, ask } = await readProject();
    const [first] = await textsOf(document.id);
    const { id: segmentId, revision } = first!;
    const sentBack = PatchTranslationBody.parse({ state: "needs_work", comment: "Which house?" });
    await editTranslation(caller, segmentId, "es", revision, sentBack);
    const wish = { format: "xliff" };
    const before = await ask(wish);
    await runJobs(caller);
    expect(await made(caller, before)).toContain("Which house?");
    const remark = CreateCommentBody.parse({ segmentId, language: "es", body: "The green one." });
    await db().transaction((tx) => createComment(caller, projectId, remark, tx));
    const after = await ask(wish);
    await runJobs(caller);
    expect(await made(caller, after)).toContain("The green one.");
  });
});

describe("exporting a project", () => {
  async function translated() {
    const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "fr"] });
    const sources = SEGMENTS.map(({ key, source }) => ({ key, source }));
    const segments = [...sources, { key: "c", source: "You owe {amount}." }];
    const document = await addDocument(caller, project.id, "texts.json", { segments });
    const other = await addDocument(caller, project.id, "more/other.json", { segments: sources });
    await runJobs(caller);
    const edit = async (index: number, body: Record<string, unknown>, of = document.id) => {
      const { id, revision } = (await textsOf(of))[index]!;
      await editTranslation(caller, id, "es", revision, PatchTranslationBody.parse(body));
    };
    const ask = (wish: Record<string, unknown> = {}) => askFor(caller, project.id, wish);
    const run = async (wish: Record<string, unknown>) => {
      const { id } = await ask(wish);
      await runJobs(caller);
      return getExport(caller, id);
    };
    return { caller, project, document, other, edit, ask, run };
  }

  test("a strict export of a project is refused while its content has errors", async () => {
    const { other, document, edit, ask } = await translated();
    await edit(2, { text: "Debe.", state: "draft" });
    const message = "Checks found errors in one segment.";
    const refused = { code: "conflict", message, details: { reason: "qa_errors", segments: 1 } };
    await expect(ask({ strict: true })).rejects.toMatchObject(refused);
    await expect(ask({ strict: true, languages: ["es"], documentIds: [document.id] })).rejects.toMatchObject(refused);
    expect(await ask({ strict: true, languages: ["fr"] })).toMatchObject({ status: "queued" });
    expect(await ask({ strict: true, documentIds: [other.id] })).toMatchObject({ status: "queued" });
  });

  test("an export contains the requested languages and documents, in a ZIP if there are several files", async () => {
    const { document, other, run } = await translated();
    const names = ({ files }: Export) => files.map(({ name }) => name);
    const whole = await run({});
    expect(names(whole)).toEqual(["es/more/other.json", "es/texts.json", "fr/more/other.json", "fr/texts.json"]);
    expect(whole).toMatchObject({ fileName: "Test.zip", downloadUrl: `/v1/exports/${whole.id}/file` });
    expect(names(await run({ languages: ["fr"], documentIds: [other.id] }))).toEqual(["fr/more/other.json"]);
    const flat = await run({ languages: ["fr"], fileNames: "{name}", documentIds: [document.id] });
    expect(flat).toMatchObject({ fileName: "texts.json", files: [{ name: "texts.json" }] });
  });

  test("an export omits languages below the requested percentage of reviewed texts, and warns about open errors", async () => {
    const { edit, run } = await translated();
    await edit(1, { text: "El árbol", state: "reviewed" });
    await edit(2, { text: "Debe.", state: "draft" });
    const { files, warnings } = await run({ minReviewedPercent: 1 });
    expect(new Set(files.map(({ language }) => language))).toEqual(new Set(["es"]));
    expect(warnings).toMatchObject([
      { code: "qa_errors", language: "es", count: 1 },
      { code: "language_skipped", language: "fr", reviewedPercent: 0 },
    ]);
    expect(await run({ minReviewedPercent: 100 })).toMatchObject({
      status: "failed",
      error: { code: "nothing_to_export", message: expect.stringContaining("100 %") },
    });
  });

  test("a repeated export request creates a second export with the changed texts after translations changed", async () => {
    const { caller, edit, ask } = await translated();
    const first = await ask({ languages: ["es"] });
    await edit(0, { text: "La casa", state: "translated" });
    const second = await ask({ languages: ["es"] });
    expect(second.id).not.toBe(first.id);
    await runJobs(caller);
    for (const { id } of [first, second]) expect(await getExport(caller, id)).toMatchObject({ status: "succeeded" });
    expect((await ask({ languages: ["es"] })).id).toBe(second.id);
  });

  test("a TMX export marks reviewed translations", async () => {
    const { caller, document, edit, run } = await translated();
    const wish = { format: "tmx", languages: ["es"], documentIds: [document.id], minState: "draft" };
    await edit(0, { text: "La casa", state: "translated" });
    await edit(1, { text: "El árbol", state: "reviewed" });
    const units = (await made(caller, await run(wish))).split("<tu ").slice(1);
    expect(units.map((unit) => [/El árbol/.test(unit), !unit.includes('<prop type="x-reviewed">no</prop>')])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test("a TMX export pairs each plural form with the source form for the same numbers", async () => {
    const { caller, project } = await newProject({ workflow: "human" });
    const sourceForms = { one: "{n} file", other: "{n} files" };
    const { id } = await addDocument(caller, project.id, "n.json", { segments: [{ key: "n", sourceForms }] });
    await runJobs(caller);
    const [row] = await textsOf(id);
    const forms = { one: "{n} archivo", many: "{n} de archivos", other: "{n} archivos" };
    const body = PatchTranslationBody.parse({ forms, state: "reviewed" });
    await editTranslation(caller, row!.id, "es", row!.revision, body);
    const memory = await askFor(caller, project.id, { format: "tmx" });
    await runJobs(caller);
    const segs = [...(await made(caller, memory)).matchAll(/<seg>([^<]*)<\/seg>/g)].map(([, seg]) => seg!);
    const pairs = segs.flatMap((seg, i) => (i % 2 ? [] : [`${seg} = ${segs[i + 1]}`]));
    expect(pairs.sort()).toEqual(["{n} file = {n} archivo", "{n} files = {n} archivos", "{n} files = {n} de archivos"]);
  });

  test("an export is reused if the request lists the same documents in another order", async () => {
    const { document, other, ask } = await translated();
    const both = await ask({ documentIds: [document.id, other.id] });
    expect((await ask({ documentIds: [other.id, document.id, other.id] })).id).toBe(both.id);
  });

  test("a TMX export contains reviewed translations, or translations of the requested state", async () => {
    const { caller, edit, run, document } = await translated();
    await edit(0, { text: "La casa", state: "translated" });
    await edit(1, { text: "El árbol", state: "reviewed" });
    await edit(2, { text: "Debe {amount}.", state: "draft" });
    const wish = { format: "tmx", languages: ["es"], documentIds: [document.id] };
    const reviewed = await run(wish);
    expect(reviewed.files).toMatchObject([{ name: "es/es.tmx", segments: { reviewed: 1, draft: 0, translated: 0 } }]);
    expect(await made(caller, reviewed)).toContain("El árbol");
    expect(await made(caller, reviewed)).not.toContain("Debe");
    const all = await run({ ...wish, minState: "draft" });
    expect(all.files).toMatchObject([{ segments: { reviewed: 1, draft: 1, translated: 1 } }]);
  });

  test("a repeated export request reuses the export; exports are listed newest first and deleted when they expire", async () => {
    const { caller, project, ask, run } = await translated();
    const first = await run({ languages: ["es"] });
    expect((await ask({ languages: ["ES"] })).id).toBe(first.id);
    const second = await run({ languages: ["fr"] });
    const third = await ask({ languages: ["fr"], format: "xliff" });
    await expect(exportContent(caller, third.id)).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "queued" },
    });
    const page = await listExports(caller, project.id, ExportsQuery.parse({ limit: "2" }));
    expect(page.exports.map(({ id }) => id)).toEqual([third.id, second.id]);
    const rest = await listExports(caller, project.id, ExportsQuery.parse({ limit: "2", cursor: page.nextCursor }));
    expect(rest).toMatchObject({ exports: [{ id: first.id }], nextCursor: null });
    const stranger = (await newProject()).caller;
    await expect(getExport(stranger, first.id)).rejects.toMatchObject({ code: "not_found" });

    const past = new Date(Date.now() - 1000);
    await db().update(projectExports).set({ expiresAt: past }).where(eq(projectExports.id, first.id));
    expect(await getExport(caller, first.id)).toMatchObject({ status: "expired", downloadUrl: null });
    await expect(exportContent(caller, first.id)).rejects.toMatchObject({
      code: "gone",
      details: { expiredAt: past.toISOString() },
    });
    expect((await ask({ languages: ["es"] })).id).not.toBe(first.id);
    await expireExports();
    expect(await getExport(caller, second.id)).toMatchObject({ status: "succeeded" });
    expect(await getExport(caller, first.id)).toMatchObject({ status: "expired" });
  });
});
