import { describe, expect, test } from "vitest";
import { baseUrl, call, newAccount } from "./client";
import { atRest, jobEnd, segmentsOf } from "./project-work";

const create = async (key: string, over: Record<string, unknown> = {}): Promise<string> => {
  const body = { name: "Documents", sourceLanguage: "en", targetLanguages: ["es"], ...over };
  return (await call("POST", "/v1/projects", { key, body })).json.id;
};

function upload(name: string, content: string | Uint8Array, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new File([content as BlobPart], name));
  return form;
}

const add = (key: string, projectId: string, sent: { body?: unknown; raw?: FormData }, query = "") =>
  call("POST", `/v1/projects/${projectId}/documents${query}`, { key, ...sent });

/** Waits for the end of the job in a response. */
const settled = (key: string, answer: { json: any; headers: Headers }) =>
  jobEnd(key, answer.headers.get("location")!.split("/").at(-1)!);

async function target(
  key: string,
  documentId: string,
  query: string,
): Promise<{ status: number; text: string; name: string }> {
  const response = await fetch(`${baseUrl()}/v1/documents/${documentId}/target?${query}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  return {
    status: response.status,
    text: await response.text(),
    name: response.headers.get("content-disposition") ?? "",
  };
}

describe("documents of a project", () => {
  test.each([
    ["page.html", '<!doctype html><html lang="en"><p>The <b>red</b> house.</p></html>', /<p>.*<b>roja<\/b>.*<\/p>/],
    ["app.json", '{"home": {"title": "The house"}}', /\{"home": \{"title": "La casa"\}\}/, "{}"],
    ["letter.txt", "The house is big.\r\n", /^La casa es grande\.\r\n$/],
  ])(
    "%s is imported, machine-translated and exported in its own format",
    async (name, content, expected, undone = content) => {
      const { key } = await newAccount();
      const projectId = await create(key);
      const sent = await add(key, projectId, { raw: upload(name, content, { path: `docs/${name}` }) });
      expect(sent.status).toBe(202);
      expect(sent.json).toMatchObject({ path: `docs/${name}`, name, currentVersion: 0, status: "queued" });
      expect(sent.headers.get("location")).toBe(`/v1/jobs/${sent.json.version.jobId}`);
      expect(await settled(key, sent)).toMatchObject({
        type: "document_import",
        status: "succeeded",
        progress: { total: 1, done: 1, failed: 0 },
        result: { added: 1 },
      });
      await atRest(key, projectId);
      const { json } = await call("GET", `/v1/documents/${sent.json.id}`, { key });
      expect(json).toMatchObject({
        status: "ready",
        languages: [{ language: "es", progress: { draftedPercent: 100 } }],
      });
      const source = await fetch(`${baseUrl()}${json.links.source}`, { headers: { Authorization: `Bearer ${key}` } });
      expect(await source.text()).toBe(content);
      const drafted = await target(key, sent.json.id, "language=es&minState=draft");
      expect(drafted.text).toMatch(expected);
      expect(drafted.name).toContain(`filename="${name.replace(".", ".es.")}"`);
      // No text is reviewed, so exports contain the source by default; key-value formats omit these keys.
      expect((await target(key, sent.json.id, "language=es")).text).toBe(undone);
    },
  );

  test("a new version of a document can be previewed with its changes, and uploading equal bytes changes nothing", async () => {
    const { key } = await newAccount();
    const projectId = await create(key, { workflow: "human" });
    const first = { key: "a", source: "The house is big." };
    const sent = await add(key, projectId, {
      body: { name: "ui", segments: [first, { key: "b", source: "The car." }] },
    });
    await settled(key, sent);
    const path = `/v1/documents/${sent.json.id}/content`;
    const body = {
      segments: [
        { ...first, source: "The house is small." },
        { key: "c", source: "Bread." },
      ],
    };
    const preview = await call("PUT", `${path}?dryRun=true`, { key, body });
    expect([preview.status, preview.json]).toMatchObject([
      200,
      { dryRun: true, added: 1, changed: 1, removed: 1, unchanged: 0, wordsToReview: 5 },
    ]);
    const put = await call("PUT", path, { key, body });
    expect(put.status).toBe(202);
    expect(await settled(key, put)).toMatchObject({ result: { added: 1, changed: 1, removed: 1, version: 2 } });
    expect((await segmentsOf(key, projectId)).map((segment) => segment.key)).toEqual(["a", "c"]);
    expect((await call("PUT", path, { key, body })).status).toBe(200);
    const wrong = await call("PUT", path, { key, body: { content: "Text" } });
    expect(wrong.json.error.details.errors[0]).toMatchObject({ path: "segments", code: "required" });
  });

  test("an invalid document is refused with the reason and the field", async () => {
    const { key } = await newAccount({ tier: "free" });
    const projectId = await create(key);
    const refused = async (sent: { body?: unknown; raw?: FormData }) => {
      const { status, json } = await add(key, projectId, sent);
      const [fault] = json.error.details.errors ?? [];
      return [status, json.error.code, fault?.path].filter((part) => part !== undefined).join(" ");
    };
    expect(await refused({ body: { name: "a.txt" } })).toBe("400 invalid_request content");
    expect(await refused({ body: { name: "../a.txt", content: "x" } })).toBe("400 invalid_request name");
    expect(await refused({ body: { name: "a.txt", content: "x", language: "fr" } })).toBe(
      "400 invalid_request language",
    );
    expect(await refused({ body: { name: "a.txt", content: "x", include: ["notes"] } })).toBe(
      "400 invalid_request include",
    );
    const twice = [1, 2].map(() => ({ key: "a", source: "x" }));
    expect(await refused({ body: { name: "a", segments: twice } })).toBe("400 invalid_request segments.1.key");
    expect(await refused({ raw: new FormData() })).toBe("400 invalid_request file");
    expect(await refused({ raw: upload("a.txt", "") })).toBe("400 invalid_request file");
    expect(await refused({ raw: upload("a.xyz", new Uint8Array([1, 2, 3, 0, 255])) })).toBe(
      "415 unsupported_media_type",
    );
    expect(await refused({ raw: upload("a.txt", "a".repeat(10 * 1024 * 1024 + 1)) })).toBe("413 too_large");
    const plain = await call("POST", `/v1/projects/${projectId}/documents`, {
      key,
      raw: "x",
      headers: { "Content-Type": "text/plain" },
    });
    expect([plain.status, plain.json.error.details.supported]).toEqual([
      415,
      ["application/json", "multipart/form-data"],
    ]);
  });

  test("repeating a document upload with its idempotency key returns the same document, and a path already in use is refused", async () => {
    const { key } = await newAccount();
    const projectId = await create(key);
    const send = (content: string) =>
      call("POST", `/v1/projects/${projectId}/documents`, {
        key,
        raw: upload("a.txt", content),
        headers: { "Idempotency-Key": "doc-1" },
      });
    const first = await send("The house.");
    const again = await send("The house.");
    expect([again.status, again.headers.get("idempotent-replayed"), again.json]).toEqual([202, "true", first.json]);
    expect((await send("The car.")).status).toBe(422);
    const taken = await add(key, projectId, { body: { name: "a.txt", content: "The car." } });
    expect([taken.status, taken.json.error.details]).toMatchObject([
      409,
      { reason: "path_taken", documentId: first.json.id },
    ]);
  });

  test("documents are listed in pages with their progress, filtered by state and path", async () => {
    const { key } = await newAccount();
    const projectId = await create(key, { workflow: "human" });
    for (const name of ["a.txt", "b.txt", "c.txt"])
      await settled(key, await add(key, projectId, { body: { name, content: "The house is big.\n" } }));
    await settled(key, await add(key, projectId, { body: { name: "broken.json", content: '{"a"' } }));
    const list = async (query: string) =>
      (await call("GET", `/v1/projects/${projectId}/documents?${query}`, { key })).json;
    const names = async (query: string) => (await list(query)).documents.map((one: { path: string }) => one.path);
    expect(await names("status=failed")).toEqual(["broken.json"]);
    expect(await names("q=TXT")).toEqual(["c.txt", "b.txt", "a.txt"]);
    const page = await list("limit=3");
    expect(page.documents[1].progress.words).toMatchObject({ total: 4, untranslated: 4 });
    expect(await names(`limit=3&cursor=${page.nextCursor}`)).toEqual(["a.txt"]);
    expect(
      (await call("GET", `/v1/projects/${projectId}/documents?q=x&cursor=${page.nextCursor}`, { key })).status,
    ).toBe(400);
  });
});

describe("pretranslation over HTTP", () => {
  test("pretranslation runs one job per requested language and counts as usage", async () => {
    const { key } = await newAccount();
    const projectId = await create(key, { targetLanguages: ["es", "ca"], settings: { autoStart: false } });
    await settled(
      key,
      await add(key, projectId, { body: { name: "a.txt", content: "The house is big.\nThe car.\n" } }),
    );
    const asked = await call("POST", `/v1/projects/${projectId}/pretranslate`, { key, body: { languages: ["ca"] } });
    expect(asked.status).toBe(202);
    expect(asked.json.jobs).toHaveLength(1);
    const job = await settled(key, asked);
    expect(job).toMatchObject({
      type: "pretranslate",
      status: "succeeded",
      progress: { total: 2, done: 2, failed: 0 },
      result: { tm: 0, mt: 2, repetitions: 0, skipped: { excluded: 0, humanText: 0 } },
      errors: [],
    });
    const { json } = await call("GET", `/v1/projects/${projectId}`, { key });
    expect(json.languages.map((one: any) => [one.language, one.status])).toEqual([
      ["es", "translating"],
      ["ca", "in_review"],
    ]);
    expect(json.status).toBe("in_progress");
    const unknown = await call("POST", `/v1/projects/${projectId}/pretranslate`, { key, body: { languages: ["de"] } });
    expect([unknown.status, unknown.json.error.details.errors[0].code]).toEqual([400, "unsupported_language"]);
    const usage = await call("GET", "/v1/usage", { key });
    expect(JSON.stringify(usage.json)).toContain("25");
  });

  test("a succeeded job can be neither cancelled nor retried", async () => {
    const { key } = await newAccount();
    const projectId = await create(key, { workflow: "human" });
    const sent = await add(key, projectId, { body: { name: "a.txt", content: "The house.\n" } });
    const { id } = await settled(key, sent);
    const reason = async (verb: string) => {
      const { status, json } = await call("POST", `/v1/jobs/${id}/${verb}`, { key });
      return [status, json.error.details.reason];
    };
    expect(await reason("cancel")).toEqual([409, "job_ended"]);
    expect(await reason("retry")).toEqual([409, "not_retryable"]);
    expect((await call("GET", `/v1/jobs/${id}/errors`, { key })).json).toEqual({ errors: [], nextCursor: null });
  });
});
