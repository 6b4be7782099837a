import { describe, expect, test } from "vitest";
import { makeZip } from "@/lib/formats/zip";
import { call, newAccount } from "./client";
import { atRest, segmentsOf } from "./project-work";

async function newProject(over: Record<string, unknown> = {}) {
  const { key } = await newAccount();
  const body = { name: "By path", sourceLanguage: "en", targetLanguages: ["es"], workflow: "human", ...over };
  const { json } = await call("POST", "/v1/projects", { key, body });
  return { key, documents: `/v1/projects/${json.id}/documents`, projectId: json.id as string };
}

function formOf(name: string, content: string | Uint8Array, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new File([content as BlobPart], name));
  return form;
}

describe("a document addressed by its path", () => {
  test("PUT of a document by path creates it with 201, updates it with 200, and changes nothing if the bytes are equal", async () => {
    const { key, documents, projectId } = await newProject();
    const put = (content: string, query = "") =>
      call("PUT", `${documents}?path=locales/en.json${query}`, { key, raw: formOf("upload.json", content) });
    expect((await put('{"a":"One house","b":"Two houses"}', "&dryRun=true")).json).toMatchObject({
      dryRun: true,
      documentId: null,
      path: "locales/en.json",
      added: 2,
    });
    const made = await put('{"a":"One house","b":"Two houses"}');
    expect([made.status, made.json]).toMatchObject([201, { path: "locales/en.json", changed: true }]);
    expect(made.headers.get("location")).toBe(`/v1/jobs/${made.json.version.jobId}`);
    // The first version is still being imported.
    const again = await put('{"a":"One house","b":"Two houses"}');
    expect([again.status, again.json.changed, again.json.id]).toEqual([200, false, made.json.id]);
    await atRest(key, projectId);

    const next = '{"a":"One small house","c":"A garden"}';
    const preview = await put(next, "&dryRun=true");
    expect(preview.json).toMatchObject({
      documentId: made.json.id,
      added: 1,
      changed: 1,
      removed: 1,
      unchanged: 0,
      wordsToReview: 5,
    });
    const updated = await put(next);
    expect([updated.status, updated.json]).toMatchObject([
      200,
      { id: made.json.id, changed: true, version: { number: 2 } },
    ]);
    await atRest(key, projectId);
    expect((await segmentsOf(key, projectId)).map((segment) => segment.source)).toEqual([
      "One small house",
      "A garden",
    ]);
    const same = await put(next, "&dryRun=true");
    expect(same.json).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 2 });
    const { json } = await call("GET", `${documents}?path=locales/en.json`, { key });
    expect(json.documents.map((one: { id: string }) => one.id)).toEqual([made.json.id]);
    expect((await call("GET", `${documents}?path=en.json`, { key })).json.documents).toEqual([]);
  });

  test("PUT of a document by path accepts JSON, and refuses another format or another account's project", async () => {
    const { key, documents } = await newProject();
    const sent = await call("PUT", `${documents}?path=ui`, {
      key,
      body: { segments: [{ key: "a", source: "The house" }] },
    });
    expect(sent.status).toBe(201);
    const wrong = await call("PUT", `${documents}?path=ui`, { key, body: { content: "{}", format: "json" } });
    expect(wrong.json.error.details.errors[0]).toMatchObject({ path: "format" });
    const stranger = await newAccount();
    const refused = await call("PUT", `${documents}?path=ui`, { key: stranger.key, body: { content: "The house" } });
    expect([refused.status, refused.json.error.code]).toEqual([404, "not_found"]);
    const bad = await call("PUT", `${documents}?path=../up.json`, { key, body: { content: "{}" } });
    expect([bad.status, bad.json.error.details.errors[0].path]).toEqual([400, "path"]);
  });
});

describe("several documents in a ZIP", () => {
  const text = (content: string) => Buffer.from(content);

  test("uploading a ZIP creates and updates documents by path, even if one of its files is invalid", async () => {
    const { key, documents, projectId } = await newProject();
    const zip = makeZip([
      ["app/en.json", text('{"a":"The house"}')],
      ["app/help.md", text("# The garden\n")],
      ["app/picture.bin", Buffer.from([0, 1, 2, 0])],
      ["__MACOSX/._en.json", text("x")],
    ]);
    const preview = await call("PUT", `${documents}?dryRun=true`, { key, raw: formOf("all.zip", zip) });
    expect(preview.json).toMatchObject({
      dryRun: true,
      documents: [
        { path: "app/en.json", added: 1 },
        { path: "app/help.md", added: 1 },
      ],
      skipped: [{ path: "app/picture.bin" }],
    });
    expect((await call("GET", documents, { key })).json.documents).toEqual([]);
    const sent = await call("PUT", documents, { key, raw: formOf("all.zip", zip) });
    expect(sent.json.documents.map((one: any) => [one.path, one.changed])).toEqual([
      ["app/en.json", true],
      ["app/help.md", true],
    ]);
    expect(sent.json.skipped).toMatchObject([{ path: "app/picture.bin", error: { code: "unsupported_media_type" } }]);
    await atRest(key, projectId);
    const next = makeZip([
      ["app/en.json", text('{"a":"The house","b":"The door"}')],
      ["app/help.md", text("# The garden\n")],
    ]);
    const updated = await call("PUT", documents, { key, raw: formOf("all.zip", next) });
    expect(updated.json.documents.map((one: any) => [one.path, one.changed, one.version.number])).toEqual([
      ["app/en.json", true, 2],
      ["app/help.md", false, 1],
    ]);
  });

  test("PUT of documents without a path requires a ZIP", async () => {
    const { key, documents } = await newProject();
    const { status, json } = await call("PUT", documents, { key, raw: formOf("en.json", '{"a":"House"}') });
    expect([status, json.error.details.errors[0]]).toMatchObject([400, { path: "path", code: "required" }]);
  });
});
