import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import type { Caller } from "@/lib/auth/caller";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { JOB_HANDLERS } from "@/lib/job-handlers";
import { requestCancel } from "@/lib/jobs/control";
import { patchDocument } from "@/lib/projects/documents/change-document";
import { patchProject } from "@/lib/projects/edit-project";
import { createComment } from "@/lib/projects/segments/comments";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { changeStatus } from "@/lib/projects/status/transitions";
import { CreateExportBody, type Export } from "@/lib/schemas/exports";
import { TransitionBody } from "@/lib/schemas/projects";
import { CreateCommentBody, PatchTranslationBody } from "@/lib/schemas/segments";
import { exportContent, getExport } from "./exports";
import { sendExport } from "./send";

afterAll(async () => {
  await closeSandbox();
  await closeDatabase();
});

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

describe("a document that has not been read", () => {
  test("is left out of an export with a warning, and said to be why there is nothing", async () => {
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
    expect(warnings).toMatchObject([{ code: "document_not_ready", documentId: broken.id, language: null }]);
  });
});

describe("an export that was cancelled", () => {
  test("with its project before it began is over, and another one takes its place", async () => {
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

  test("by itself says that it was, and not that it expired", async () => {
    const { caller, ask } = await readProject();
    const { id, jobId } = await ask();
    await db().transaction((tx) => requestCancel(caller, jobId!, JOB_HANDLERS, tx));
    expect(await getExport(caller, id)).toMatchObject({ status: "failed", error: { code: "cancelled" } });
    await expect(exportContent(caller, id)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("the same wish again gives another export", () => {
  test("after a document, or the project, has got another name", async () => {
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

  test("after more was said of a text that was sent back, where the file tells it", async () => {
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
