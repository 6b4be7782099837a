import { afterAll, expect, test } from "vitest";
import { newProject, runJobs } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { makeZip } from "@/lib/formats/zip";
import { getDocument } from "./documents";
import { previewArchive, putArchive } from "./put-archive";
import { putDocument } from "./put-document";

afterAll(closeSandbox);

const zip = (files: Record<string, string>) => {
  const entries = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
  return { file: { fileName: "all.zip", bytes: Buffer.from(makeZip(entries)) }, fields: undefined };
};
const OPTIONS = { onChange: "needs_work", branch: undefined } as const;

test("uploading an archive creates a document per file, and skips system files and unsupported formats", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const files = {
    "en/a.json": '{"a": "One house"}',
    "en/b.txt": "Two trees",
    "en/c.brew": "tea",
    "__MACOSX/en/._a.json": "x",
    "en/.DS_Store": "x",
    "en/Thumbs.db": "x",
    "en/my.DS_Store.txt": "A text",
    "en/not__MACOSX/c.txt": "A tree",
  };
  const preview = await previewArchive(caller, project.id, zip(files), OPTIONS);
  expect(preview.documents.map(({ path, added }) => [path, added])).toEqual([
    ["en/a.json", 1],
    ["en/b.txt", 1],
    ["en/my.DS_Store.txt", 1],
    ["en/not__MACOSX/c.txt", 1],
  ]);
  const { documents, skipped } = await putArchive(caller, project.id, zip(files), OPTIONS);
  expect(documents.map(({ path, format, changed }) => [path, format, changed])).toEqual([
    ["en/a.json", "json", true],
    ["en/b.txt", "txt", true],
    ["en/my.DS_Store.txt", "txt", true],
    ["en/not__MACOSX/c.txt", "txt", true],
  ]);
  expect(skipped).toMatchObject([{ path: "en/c.brew", error: { code: "unsupported_media_type" } }]);
  await runJobs(caller);
  const again = await putArchive(caller, project.id, zip({ ...files, "en/b.txt": "Three trees" }), OPTIONS);
  expect(again.documents.map(({ path, changed }) => [path, changed])).toEqual([
    ["en/a.json", false],
    ["en/b.txt", true],
    ["en/my.DS_Store.txt", false],
    ["en/not__MACOSX/c.txt", false],
  ]);
});

test("an upload that isn't an archive requires a path", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const fault = { code: "invalid_request", details: { errors: [{ path: "path", code: "required" }] } };
  const text = { file: { fileName: "a.txt", bytes: Buffer.from("One house") }, fields: undefined };
  await expect(putArchive(caller, project.id, text, OPTIONS)).rejects.toMatchObject(fault);
  await expect(putArchive(caller, project.id, { ...text, file: null }, OPTIONS)).rejects.toMatchObject(fault);
});

test("the first upload to a path creates the document and later uploads update it, even if uploads are concurrent", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const put = (text: string, fields?: { format: string }) => {
    const file = { fileName: "a.txt", bytes: Buffer.from(text) };
    return putDocument(caller, project.id, { path: "docs/a.txt", file, fields, body: undefined } as never, OPTIONS);
  };
  const both = await Promise.allSettled([put("One house"), put("Two trees")]);
  // The second request is an update. It does not wait, and is refused while the first version is being imported.
  const made = both.flatMap((one) => (one.status === "fulfilled" && one.value.isNew ? [one.value.document] : []));
  expect(made).toMatchObject([{ path: "docs/a.txt", changed: true, version: { number: 1 } }]);
  await runJobs(caller);
  expect(await put("Three cars")).toMatchObject({ isNew: false, document: { id: made[0]!.id, changed: true } });
  await runJobs(caller);
  expect(await put("Three cars")).toMatchObject({ isNew: false, document: { changed: false } });
  expect((await getDocument(caller, made[0]!.id)).version.segments).toBe(1);
  await expect(put("Four", { format: "json" })).rejects.toMatchObject({
    details: { errors: [{ path: "format", code: "format" }] },
  });
});
