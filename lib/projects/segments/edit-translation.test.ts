import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { CreateCommentBody } from "@/lib/schemas/comments";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { createComment, patchComment } from "./comments";
import { editTranslation } from "./edit-translation";
import { listRevisions } from "./history";
import { patchSegment } from "./patch-segment";

afterAll(closeSandbox);

async function opened() {
  const { caller, project } = await newProject({ workflow: "human" });
  const segments = [{ key: "a", source: "The house is big." }];
  const document = await addDocument(caller, project.id, "a.json", { segments });
  await runJobs(caller);
  const text = async () => (await textsOf(document.id))[0]!;
  const { id } = await text();
  const edit = async (body: Record<string, unknown>, tag = "es") =>
    editTranslation(caller, id, tag, (await text()).revision, PatchTranslationBody.parse(body));
  return { caller, projectId: project.id, documentId: document.id, id, edit, text };
}

test("a translation is found by any spelling of its language code, and an unknown segment id is refused", async () => {
  const { caller, id, edit } = await opened();
  expect(await edit({ text: "Una." }, "es")).toMatchObject({ text: "Una.", state: "draft" });
  expect(await edit({ text: "Dos." }, "es_ES")).toMatchObject({ text: "Dos." });
  await expect(edit({ text: "Tres." }, "fr")).rejects.toMatchObject({ code: "invalid_request" });
  const body = PatchTranslationBody.parse({ text: "Tres." });
  for (const no of ["seg_nothing", `${id.slice(0, -2)}zz`])
    await expect(editTranslation(caller, no, "es", 1, body)).rejects.toMatchObject({
      code: "not_found",
      details: { resource: "segment" },
    });
  await expect(listRevisions(caller, "seg_nothing", "es", { limit: 5 })).rejects.toMatchObject({
    details: { resource: "segment" },
  });
});

test("a segment that a new document version removed can't be translated or changed", async () => {
  const { caller, documentId, id } = await opened();
  const body = { segments: [{ key: "b", source: "Another one." }] };
  await replaceContent(caller, documentId, { body, file: null }, { onChange: "needs_work" });
  await runJobs(caller);
  const gone = { code: "not_found", details: { resource: "segment" } };
  const text = PatchTranslationBody.parse({ text: "La casa." });
  await expect(editTranslation(caller, id, "es", 0, text)).rejects.toMatchObject(gone);
  await expect(patchSegment(caller, id, { maxLength: 20 })).rejects.toMatchObject(gone);
});

test("rejecting a text requires a reason, either a new comment or an open one", async () => {
  const { caller, projectId, id, edit } = await opened();
  await edit({ text: "La casa." });
  await expect(edit({ state: "needs_work" })).rejects.toMatchObject({
    code: "invalid_request",
    details: { errors: [{ path: "comment", code: "required", message: expect.stringContaining("reason") }] },
  });
  expect(await edit({ state: "needs_work", comment: "Where is big?" })).toMatchObject({ state: "needs_work" });
  await edit({ state: "translated" });
  const issue = CreateCommentBody.parse({
    segmentId: id,
    language: "es",
    body: "Wrong",
    kind: "issue",
    issueType: "wrong_translation",
  });
  const comment = await db().transaction((tx) => createComment(caller, projectId, issue, tx));
  expect(await edit({ state: "needs_work" })).toMatchObject({ state: "needs_work" });
  const resolved = await patchComment(caller, projectId, comment.id, { resolved: true });
  expect(resolved).toMatchObject({ body: "Wrong", resolvedAt: expect.any(String) });
  expect(await patchComment(caller, projectId, comment.id, { body: "Right" })).toMatchObject({
    body: "Right",
    resolvedAt: expect.any(String),
  });
});

test("a text keeps its origin, such as a memory match, until an edit sets another origin", async () => {
  const { edit, text } = await opened();
  await edit({ text: "La casa es grande.", origin: { type: "tm", match: 87, memoryName: "Mine" } });
  expect(await text()).toMatchObject({ origin: "tm", originDetail: { match: 87, memoryName: "Mine" } });
  await edit({ text: "La casona es grande.", origin: { type: "tm", match: 80 } });
  expect((await text()).originDetail).toStrictEqual({ match: 80 });
  await edit({ text: "La casa.", origin: { type: "mt", engine: "apertium" } });
  expect((await text()).originDetail).toEqual({ engine: "apertium" });
  await edit({ text: "Casa." });
  expect(await text()).toMatchObject({ origin: "mt", originDetail: { engine: "apertium" }, edited: true });
});

test("the pages of the revision list contain each revision once, newest first", async () => {
  const { caller, id, edit } = await opened();
  for (const text of ["Uno.", "Dos.", "Tres.", "Cuatro."]) await edit({ text });
  const seen: (string | null)[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listRevisions(caller, id, "es", { limit: 2, cursor });
    seen.push(page.revisions.map(({ text }) => text));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual([
    ["Cuatro.", "Tres."],
    ["Dos.", "Uno."],
  ]);
});
