import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { getJob } from "@/lib/jobs/jobs";
import { listDocuments } from "@/lib/projects/documents/documents";
import { putDocument } from "@/lib/projects/documents/put-document";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { DocumentsQuery } from "@/lib/schemas/documents";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { deleteBranch, getBranch, listBranches, projectOfBranch } from "./branches";
import { createInBranch } from "./create-in-branch";
import { sendMerge } from "./merge";

afterAll(async () => {
  await closeSandbox();
  await closeDatabase();
});

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

describe("a branch", () => {
  test("has a copy of main's document with its work, and each branch only its own", async () => {
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

  test("that is deleted is gone, and main stays", async () => {
    const { caller, projectId, put, texts } = await worked();
    await put({ ...BASE, d: "The door." }, "one");
    await deleteBranch(caller, projectId, "one");
    expect((await listBranches(caller, projectId)).branches).toEqual([]);
    expect(await texts()).toMatchObject({ a: "La casa es grande." });
  });

  test("takes new documents only at paths that are free in main", async () => {
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

describe("merging", () => {
  test("brings content and work of the branch to main, each to its own segment, and ends the branch", async () => {
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

  test("is refused where both changed, unless it is said whose content counts", async () => {
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
