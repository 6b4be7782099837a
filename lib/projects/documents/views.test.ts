import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { listProgress } from "@/lib/projects/progress/progress";
import { changeStatus } from "@/lib/projects/status/transitions";
import { TransitionBody } from "@/lib/schemas/projects";
import { patchDocument } from "./change-document";
import { getDocument } from "./documents";
import { replaceContent } from "./replace-content";
import { requireDocuments } from "./require-documents";

afterAll(closeSandbox);

const segments = (...sources: string[]) => sources.map((source) => ({ key: source.slice(0, 3), source }));

test("a document's view has its name, links, and the progress of each language in the project's order", async () => {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "ca", "fr"] });
  const { id } = await addDocument(caller, project.id, "docs/guide/texts.json", { segments: segments("One", "Two") });
  await runJobs(caller);
  const document = await getDocument(caller, id);
  expect(document).toMatchObject({
    path: "docs/guide/texts.json",
    name: "texts.json",
    links: { self: `/v1/documents/${id}`, source: `/v1/documents/${id}/source` },
    progress: { segments: { total: 6 } },
  });
  expect(document.languages.map(({ language, progress }) => [language, progress.segments.total])).toEqual([
    ["es", 2],
    ["ca", 2],
    ["fr", 2],
  ]);
  const [job] = await db().select().from(jobs).where(eq(jobs.id, document.version.jobId!));
  expect(job!.result).toMatchObject({ documentId: id, version: 1, segments: 2, added: 2 });
});

test("changing a document's path changes no other document, and an unknown document is refused", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const first = await addDocument(caller, project.id, "a.json", { segments: segments("One") });
  const other = await addDocument(caller, project.id, "b.json", { segments: segments("Two") });
  await runJobs(caller);
  expect((await patchDocument(caller, first.id, { path: "c.json" })).path).toBe("c.json");
  expect((await getDocument(caller, other.id)).path).toBe("b.json");
  const unknown = db().transaction((tx) =>
    requireDocuments(tx, { ...project, accountId: caller.accountId } as never, ["doc_x"]),
  );
  await expect(unknown).rejects.toMatchObject({ code: "not_found", details: { resource: "document" } });
});

test("a new document version changes only the counts of its own document", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const first = await addDocument(caller, project.id, "a.json", { segments: segments("One", "Two", "Three") });
  await addDocument(caller, project.id, "b.json", { segments: segments("Four", "Five") });
  await runJobs(caller);
  const body = { segments: segments("One", "Two", "Three", "Six") };
  await replaceContent(caller, first.id, { body, file: null }, { onChange: "needs_work" });
  await runJobs(caller);
  const { progress } = await listProgress(caller, project.id, "document");
  expect(progress.map((one) => one.progress.segments.total).sort()).toEqual([2, 4]);
});

test("an unchanged segment gets the context of its new neighbours", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const { id } = await addDocument(caller, project.id, "a.txt", "One house.\nTwo trees.\nThree cars.\n");
  await runJobs(caller);
  const context = async () => (await textsOf(id)).find(({ source }) => source === "Two trees.")!.contextHash;
  const before = await context();
  const body = { content: "No house.\nTwo trees.\nThree cars.\n" };
  await replaceContent(caller, id, { body, file: null }, { onChange: "needs_work" });
  await runJobs(caller);
  expect(await context()).not.toBe(before);
});

test("a document has failed, with a reason, if its project was cancelled before the import", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const { id } = await addDocument(caller, project.id, "a.json", { segments: segments("One") });
  await db().transaction((tx) => changeStatus(caller, project.id, TransitionBody.parse({ to: "cancelled" }), tx));
  expect(await getDocument(caller, id)).toMatchObject({ status: "failed", error: { code: "cancelled" } });
});
