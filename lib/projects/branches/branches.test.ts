import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { comments, projects, qaIssues, segmentSuggestions } from "@/db/schema";
import { newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { patchDocument } from "@/lib/projects/documents/change-document";
import { listDocuments } from "@/lib/projects/documents/documents";
import { putDocument } from "@/lib/projects/documents/put-document";
import { patchProject } from "@/lib/projects/edit-project";
import { requireProject } from "@/lib/projects/require-project";
import { linkGlossaries, listLinkedGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { createComment } from "@/lib/projects/segments/comments";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { CreateCommentBody } from "@/lib/schemas/comments";
import { DocumentsQuery } from "@/lib/schemas/documents";
import { PatchProjectBody } from "@/lib/schemas/projects";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { createGlossary } from "@/lib/translation/glossaries/glossaries";
import { getJob } from "@/lib/work/jobs/jobs";
import { branchChanges } from "./branch-changes";
import { deleteBranch, getBranch, listBranches, projectOfBranch } from "./branches";
import { createInBranch } from "./create-in-branch";
import { sendMerge } from "./merge";

afterAll(closeSandbox);

const BASE = { a: "The house is big.", b: "The tree is green.", c: "See you tomorrow." };

async function worked() {
  const { caller, project } = await newProject({ workflow: "human" });
  const put = async (content: Record<string, string>, branch?: string, path = "en.json") => {
    const file = { fileName: path, bytes: Buffer.from(JSON.stringify(content)) };
    const sent = { path, file, fields: undefined, body: undefined };
    const done = await putDocument(caller, project.id, sent, { onChange: "needs_work", branch });
    await runJobs(caller);
    return done;
  };
  const documents = async (branch?: string) => {
    const id = await projectOfBranch(caller, project.id, branch);
    return (await listDocuments(caller, id, DocumentsQuery.parse({}))).documents;
  };
  const rows = async (branch?: string, path = "en.json") => {
    const found = (await documents(branch)).find((one) => one.path === path);
    return found ? textsOf(found.id) : [];
  };
  const texts = async (branch?: string, path?: string) =>
    Object.fromEntries((await rows(branch, path)).map((row) => [row.key, row.text]));
  const edit = async (key: string, text: string, branch?: string, state = "translated") => {
    const row = (await rows(branch)).find((one) => one.key === key)!;
    await editTranslation(caller, row.id, "es", row.revision, PatchTranslationBody.parse({ text, state }));
  };
  const merge = async (branch: string, onConflict: "fail" | "branch" | "main" = "fail") => {
    const id = await db().transaction((tx) => sendMerge(caller, project.id, branch, onConflict, tx));
    await runJobs(caller);
    return getJob(caller, id);
  };
  await put(BASE);
  await edit("a", "La casa es grande.");
  return { caller, projectId: project.id, put, documents, rows, texts, edit, merge };
}

describe("project branches", () => {
  test("a branch gets a copy of main's document with its translations, and changes in other branches don't affect it", async () => {
    const { caller, projectId, put, texts, documents } = await worked();
    expect(await put(BASE, "one")).toMatchObject({ isNew: false, document: { changed: false } });
    expect((await listBranches(caller, projectId)).branches).toEqual([]);
    expect(await put({ ...BASE, d: "The door." }, "one")).toMatchObject({ document: { changed: true, branch: "one" } });
    await put({ ...BASE, e: "The window." }, "two");
    expect(await texts("one")).toEqual({ a: "La casa es grande.", b: null, c: null, d: null });
    expect(Object.keys(await texts("two"))).toEqual(["a", "b", "c", "e"]);
    expect(Object.keys(await texts())).toEqual(["a", "b", "c"]);
    expect((await listBranches(caller, projectId)).branches.map(({ name }) => name)).toEqual(["two", "one"]);
    expect(await getBranch(caller, projectId, "one")).toMatchObject({ name: "one", projectId, documents: 1 });
    expect(await documents("one")).toHaveLength(1);
    await expect(getBranch(caller, projectId, "three")).rejects.toMatchObject({ details: { resource: "branch" } });
  });

  test("a branch gets copies of main's issues", async () => {
    const { caller, projectId, put, rows, edit } = await worked();
    await put({ ...BASE, n: "Wait {name}." });
    await edit("n", "Espere.", undefined, "draft");
    await put({ ...BASE, n: "Wait {name}.", d: "The door." }, "one");
    const findings = async (branch?: string) => {
      const { id } = (await rows(branch)).find(({ key }) => key === "n")!;
      return db().select().from(qaIssues).where(eq(qaIssues.segmentId, id));
    };
    const [main, copy] = [await findings(), await findings("one")];
    expect(main).toMatchObject([{ checkId: "placeholder.missing", projectId }]);
    const branch = await projectOfBranch(caller, projectId, "one");
    expect(copy).toMatchObject([{ checkId: "placeholder.missing", projectId: branch, status: "open" }]);
    expect(copy[0]!.id).not.toBe(main[0]!.id);
  });

  test("a branch uses main's settings, workflow and glossaries", async () => {
    const { caller, projectId, put, rows, edit } = await worked();
    await put({ ...BASE, d: "The door." }, "one");
    await edit("d", "La puerta roja.", "one");
    const check = { id: "red", target: "roja", finding: "match", message: "No colours.", severity: "warning" };
    await patchProject(caller, projectId, PatchProjectBody.parse({ settings: { customChecks: [check] } }));
    const { id: glossaryId } = await createGlossary(caller, { name: "Words", sourceLanguage: "en" }, db());
    await linkGlossaries(caller, projectId, { glossaries: [{ glossaryId }] });
    await patchProject(caller, projectId, PatchProjectBody.parse({ workflow: "mt_translate_review" }));
    await runJobs(caller);
    const branch = await projectOfBranch(caller, projectId, "one");
    const [main, own] = [await requireProject(caller, projectId), await requireProject(caller, branch)];
    expect([own.settings, own.workflow]).toEqual([main.settings, "mt_translate_review"]);
    expect((await listLinkedGlossaries(caller, branch)).glossaries).toMatchObject([{ glossaryId }]);
    const { id } = (await rows("one")).find(({ key }) => key === "d")!;
    expect(await db().select().from(qaIssues).where(eq(qaIssues.segmentId, id))).toMatchObject([
      { projectId: branch, severity: "warning" },
    ]);
    // Opening a branch of an earlier release updates it.
    await db().update(projects).set({ settings: {} }).where(eq(projects.id, branch));
    await put({ hello: "Hello" }, "one", "new.json");
    expect((await requireProject(caller, branch)).settings).toEqual(main.settings);
  });

  test("a branch shows for each document what a merge would change", async () => {
    const { caller, projectId, put, edit } = await worked();
    await put(BASE, undefined, "same.json");
    await put({ a: BASE.a, b: "The trees are green.", d: "The door." }, "one");
    await put({ hello: "Hello" }, "one", "new.json");
    await edit("d", "La puerta.", "one");
    const changes = async () =>
      (await branchChanges(caller, projectId, "one")).documents.map(({ documentId: _, ...rest }) => rest);
    const segments = { added: 1, changed: 1, unchanged: 1, removed: 1 };
    const added = { path: "new.json", change: "added", translations: 0 };
    expect(await changes()).toEqual([
      { path: "en.json", change: "changed", segments, translations: 1 },
      { ...added, segments: { added: 1, changed: 0, unchanged: 0, removed: 0 } },
    ]);
    await put({ ...BASE, m: "The moon." });
    expect(await changes()).toMatchObject([{ path: "en.json", change: "conflict" }, { change: "added" }]);
  });

  test("deleting a branch removes it without changing main", async () => {
    const { caller, projectId, put, texts } = await worked();
    await put({ ...BASE, d: "The door." }, "one");
    await deleteBranch(caller, projectId, "one");
    expect((await listBranches(caller, projectId)).branches).toEqual([]);
    expect(await texts()).toMatchObject({ a: "La casa es grande." });
  });

  test("new documents can be added to a branch only at paths that main doesn't use", async () => {
    const { caller, projectId, documents } = await worked();
    const create = (path: string) => {
      const file = { fileName: path, bytes: Buffer.from("{}") };
      const upload = { body: undefined, fields: { path }, file } as never;
      return db().transaction((tx) => createInBranch(caller, projectId, "one", upload, tx));
    };
    await expect(create("en.json")).rejects.toMatchObject({ details: { reason: "path_taken" } });
    await create("new.json");
    expect((await documents("one")).map(({ path }) => path)).toEqual(["new.json"]);
    expect(await documents()).toHaveLength(1);
  });
});

describe("merging a branch", () => {
  test("a merge adds the branch's text as a suggestion if the translation has also changed in main", async () => {
    const { put, rows, texts, edit, merge } = await worked();
    await put({ ...BASE, d: "The door." }, "one");
    await edit("b", "El árbol verde.", "one");
    await edit("b", "El árbol es verde.");
    expect(await merge("one")).toMatchObject({ status: "succeeded", result: { carried: 0, suggested: 1 } });
    expect(await texts()).toMatchObject({ b: "El árbol es verde." });
    const main = (await rows()).find(({ key }) => key === "b")!;
    expect(await db().select().from(segmentSuggestions).where(eq(segmentSuggestions.segmentId, main.id))).toMatchObject(
      [{ language: "es", text: "El árbol verde.", sourceHash: main.sourceHash }],
    );
  });

  test("a merge updates the document in main that the branch copied, even if its path in main has changed", async () => {
    const { caller, projectId, put, documents, rows, merge } = await worked();
    await put({ ...BASE, d: "The door." }, "one");
    const [main] = await documents();
    await patchDocument(caller, main!.id, { path: "moved.json" });
    expect(await merge("one")).toMatchObject({ status: "succeeded" });
    expect((await documents()).map(({ id, path }) => [id, path])).toEqual([[main!.id, "moved.json"]]);
    expect((await rows(undefined, "moved.json")).map(({ key }) => key)).toEqual(["a", "b", "c", "d"]);
    expect((await listBranches(caller, projectId)).branches).toEqual([]);
  });

  test("a merge moves the branch's comments to main and updates main's comment counts", async () => {
    const { caller, projectId, put, rows, merge } = await worked();
    await put({ ...BASE, d: "The door." }, "one");
    const inBranch = (await rows("one")).find(({ key }) => key === "b")!;
    const remark = CreateCommentBody.parse({
      segmentId: inBranch.id,
      language: "es",
      body: "Which tree?",
      kind: "issue",
      issueType: "wrong_translation",
    });
    const branch = await projectOfBranch(caller, projectId, "one");
    const { id } = await db().transaction((tx) => createComment(caller, branch, remark, tx));
    await merge("one");
    const main = (await rows()).find(({ key }) => key === "b")!;
    expect(main.openComments).toBe(1);
    expect(await db().select().from(comments).where(eq(comments.id, id))).toMatchObject([
      { segmentId: main.id, projectId, body: "Which tree?" },
    ]);
  });

  test("a merge adds the branch's new content and translations to the matching segments of main, and closes the branch", async () => {
    const { caller, projectId, put, rows, texts, edit, merge } = await worked();
    const ids = new Map((await rows()).map(({ key, id }) => [key, id]));
    await put({ d: "The door.", a: BASE.a, b: "The trees are green." }, "one");
    await put({ hello: "Hello" }, "one", "extra.json");
    await edit("b", "Los árboles son verdes.", "one");
    await edit("d", "La puerta.", "one", "reviewed");
    expect(await merge("one")).toMatchObject({ status: "succeeded", result: { documents: 2, suggested: 0 } });
    expect(await texts()).toEqual({ d: "La puerta.", a: "La casa es grande.", b: "Los árboles son verdes." });
    expect((await rows()).map(({ key }) => key)).toEqual(["d", "a", "b"]);
    expect((await rows()).filter(({ key, id }) => ids.get(key) === id).map(({ key }) => key)).toEqual(["a", "b"]);
    expect(await texts(undefined, "extra.json")).toEqual({ hello: null });
    expect((await listBranches(caller, projectId)).branches).toEqual([]);
  });

  test("a merge is refused if the document changed in both main and the branch, unless the request says whose content wins", async () => {
    for (const [onConflict, keys] of [
      ["main", ["a", "b", "c", "m"]],
      ["branch", ["a", "b", "c", "d"]],
    ] as const) {
      const { put, texts, edit, merge } = await worked();
      await put({ ...BASE, d: "The door." }, "one");
      await edit("c", "Hasta mañana.", "one");
      await put({ ...BASE, m: "The moon." });
      await expect(merge("one")).rejects.toMatchObject({
        code: "conflict",
        details: { reason: "branch_conflict", paths: ["en.json"] },
      });
      expect(await merge("one", onConflict)).toMatchObject({ status: "succeeded", result: { documents: 1 } });
      expect(Object.keys(await texts())).toEqual(keys);
      expect(await texts()).toMatchObject({ a: "La casa es grande.", c: "Hasta mañana." });
    }
  });
});
