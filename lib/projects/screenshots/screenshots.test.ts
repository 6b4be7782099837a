import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { createScreenshot, deleteScreenshot, listScreenshots, screenshotContent } from "./screenshots";
import { screenshotsOf } from "./segment-links";

afterAll(closeSandbox);

/** The header of a PNG of 640 × 480 pixels. */
const PNG = Buffer.from("89504e470d0a1a0a0000000d4948445200000280000001e00802000000", "hex");

async function withSegments() {
  const { caller, project } = await newProject({ workflow: "human" });
  const segments = [
    { key: "a", source: "One" },
    { key: "b", source: "Two" },
  ];
  const { id: documentId } = await addDocument(caller, project.id, "a.json", { segments });
  await runJobs(caller);
  const [a, b] = (await textsOf(documentId)).map(({ segmentId }) => segmentId) as [string, string];
  const create = (fileName: string, ...segmentIds: string[]) =>
    db().transaction((tx) => createScreenshot(caller, project.id, { file: { fileName, bytes: PNG }, segmentIds }, tx));
  const names = async (query: { limit?: number; cursor?: string; segmentId?: string } = {}) => {
    const page = await listScreenshots(caller, project.id, { limit: 20, ...query });
    return { names: page.screenshots.map(({ name }) => name), nextCursor: page.nextCursor };
  };
  return { caller, projectId: project.id, documentId, a, b, create, names };
}

test("screenshots can be listed page by page, newest first, and by segment", async () => {
  const { a, b, create, names } = await withSegments();
  await create("first.png", a, b, a);
  await create("second.png", b);
  await create("third.png");
  const page = await names({ limit: 2 });
  expect(page.names).toEqual(["third.png", "second.png"]);
  expect(await names({ limit: 2, cursor: page.nextCursor! })).toEqual({ names: ["first.png"], nextCursor: null });
  expect((await names({ segmentId: a })).names).toEqual(["first.png"]);
  expect((await names({ segmentId: b })).names).toEqual(["second.png", "first.png"]);
});

test("screenshots of several segments are listed by segment, oldest first", async () => {
  const { caller, a, b, create } = await withSegments();
  await create("first.png", a, b);
  await create("second.png", b);
  const found = await screenshotsOf(db(), caller.accountId, [a, b]);
  expect([a, b].map((id) => found.get(id)?.map(({ name }) => name))).toEqual([
    ["first.png"],
    ["first.png", "second.png"],
  ]);
});

test("a screenshot can be linked only to current segments of its project", async () => {
  const { caller, documentId, a, b, create, names } = await withSegments();
  const other = await withSegments();
  const body = { segments: [{ key: "b", source: "Two" }] };
  await replaceContent(caller, documentId, { body, file: null }, { onChange: "needs_work" });
  await runJobs(caller);
  for (const id of [a, other.a, "seg_nothing"])
    await expect(create("no.png", b, id)).rejects.toMatchObject({
      code: "invalid_request",
      details: { errors: [{ path: "segmentIds" }] },
    });
  expect((await names()).names).toEqual([]);
});

test("a deleted screenshot can't be read, and screenshots of other projects are not affected", async () => {
  const { caller, projectId, a, create, names } = await withSegments();
  const other = await withSegments();
  const { id } = await create("first.png", a);
  expect(await screenshotContent(caller, projectId, id)).toMatchObject({ name: "first.png", mediaType: "image/png" });
  const foreign = await other.create("other.png");
  await expect(deleteScreenshot(caller, projectId, foreign.id)).rejects.toMatchObject({ code: "not_found" });
  await deleteScreenshot(caller, projectId, id);
  await expect(screenshotContent(caller, projectId, id)).rejects.toMatchObject({ code: "not_found" });
  expect([(await names()).names, (await other.names()).names]).toEqual([[], ["other.png"]]);
});
