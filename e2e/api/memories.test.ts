import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { feedMemory } from "@/lib/translation/memory/feed";
import { contextHash, sourceHash } from "@/lib/translation/memory/hash";
import { call, newAccount } from "./client";
import { jobEnd } from "./project-work";

const tu = (source: string, target: string, language = "es") =>
  `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="${language}"><seg>${target}</seg></tuv></tu>`;
const tmx = (...units: string[]) => `<tmx version="1.4"><header srclang="en"/><body>${units.join("")}</body></tmx>`;

const create = async (key: string, over: Record<string, unknown> = {}) =>
  (await call("POST", "/v1/translation-memories", { key, body: { name: "Manuals", sourceLanguage: "en", ...over } }))
    .json;

function upload(
  key: string,
  id: string,
  content: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  form.set("file", new File([content], "memory.tmx"));
  return call("POST", `/v1/translation-memories/${id}/import`, { key, raw: form, headers });
}

async function importFile(key: string, id: string, content: string) {
  const sent = await upload(key, id, content);
  expect(sent.status, sent.text).toBe(202);
  expect(sent.headers.get("location")).toBe(`/v1/jobs/${sent.json.id}`);
  return jobEnd(key, sent.json.id);
}

const project = async (key: string) =>
  (await call("POST", "/v1/projects", { key, body: { name: "P", sourceLanguage: "en", targetLanguages: ["es"] } }))
    .json;

describe("translation memories", () => {
  test("translation memories are created, read, changed, listed and deleted", async () => {
    const { key } = await newAccount();
    const made = await call("POST", "/v1/translation-memories", {
      key,
      body: { name: " Manuals ", sourceLanguage: "EN", penalty: 2 },
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`/v1/translation-memories/${made.json.id}`);
    expect(made.json).toMatchObject({ name: "Manuals", sourceLanguage: "en", writePolicy: "reviewed", units: 0 });
    const path = `/v1/translation-memories/${made.json.id}`;
    expect((await call("GET", path, { key })).json).toEqual(made.json);
    const changed = await call("PATCH", path, { key, body: { writePolicy: "confirmed", penalty: 0 } });
    expect(changed.json).toMatchObject({ name: "Manuals", writePolicy: "confirmed", penalty: 0 });
    const other = await create(key, { name: "Letters", sourceLanguage: "fr" });
    const list = async (query = "") =>
      (await call("GET", `/v1/translation-memories${query}`, { key })).json.translationMemories.map(
        (one: { id: string }) => one.id,
      );
    expect(await list()).toEqual([other.id, made.json.id]);
    expect(await list("?sourceLanguage=fr")).toEqual([other.id]);
    expect(await list("?q=MANU")).toEqual([made.json.id]);
    expect((await call("DELETE", path, { key })).status).toBe(204);
    expect((await call("GET", path, { key })).status).toBe(404);
  });

  test("the error for an invalid memory lists all of its faults", async () => {
    const { key } = await newAccount();
    const { status, json } = await call("POST", "/v1/translation-memories", {
      key,
      body: { name: "", sourceLanguage: "klingonese", penalty: 101 },
    });
    expect(status).toBe(400);
    expect(
      json.error.details.errors.map((fault: { path: string; code: string }) => `${fault.path} ${fault.code}`),
    ).toEqual(["name empty", "sourceLanguage unsupported_language", "penalty range"]);
  });

  test("a memory imports TMX, exports it unchanged, and reports the units that it skipped", async () => {
    const { key } = await newAccount();
    const { id } = await create(key);
    const job = await importFile(
      key,
      id,
      tmx(
        tu("The <bpt i='1'>&lt;b&gt;</bpt>house<ept i='1'>&lt;/b&gt;</ept>", "La <bpt i='1'/>casa<ept i='1'/>"),
        tu("Tea &amp; cake", "Té y pastel"),
        tu("Cake", ""),
        tu("Sea", "Mar", "xx-nonsense"),
        tu("Sea", "Mer", "fr"),
      ),
    );
    expect(job).toMatchObject({
      type: "memory.import",
      status: "succeeded",
      result: { added: 3, updated: 0, skipped: 2 },
      errors: [
        { code: "empty", count: 1 },
        { code: "unknown_language", count: 1 },
      ],
    });
    const errors = await call("GET", `/v1/jobs/${job.id}/errors`, { key });
    expect(errors.json.errors.map((one: { message: string }) => one.message.split(":")[0])).toEqual([
      "Unit 3",
      "Unit 4",
    ]);
    expect((await call("GET", `/v1/translation-memories/${id}`, { key })).json).toMatchObject({
      units: 3,
      targetLanguages: ["es", "fr"],
    });
    const exported = await call("GET", `/v1/translation-memories/${id}/export`, { key });
    expect(exported.headers.get("content-disposition")).toContain('filename="Manuals.tmx"');
    const head = await call("HEAD", `/v1/translation-memories/${id}/export`, { key });
    for (const name of ["content-type", "content-disposition", "content-length"])
      expect(head.headers.get(name), name).toBe(exported.headers.get(name));
    const copy = await create(key);
    expect((await importFile(key, copy.id, exported.text)).result).toEqual({ added: 3, updated: 0, skipped: 0 });
    const units = async (memory: string) =>
      (await call("GET", `/v1/translation-memories/${memory}/units?limit=100`, { key })).json.units
        .map((unit: { source: string; target: string; language: string }) => [unit.language, unit.source, unit.target])
        .sort();
    expect(await units(copy.id)).toEqual(await units(id));
    expect(await units(id)).toContainEqual(["es", "The <g1>house</g1>", "La <g1>casa</g1>"]);
  });

  test("units of a memory can be searched, corrected and deleted", async () => {
    const { key } = await newAccount();
    const { id } = await create(key);
    await importFile(key, id, tmx(tu("Tea", "Té"), tu("Sea", "Mar")));
    const path = `/v1/translation-memories/${id}/units`;
    const [unit] = (await call("GET", `${path}?q=té`, { key })).json.units;
    expect(unit).toMatchObject({ source: "Tea", target: "Té", imported: true, reviewed: true });
    const changed = await call("PATCH", `${path}/${unit.id}`, { key, body: { target: "El té" } });
    expect(changed.json.target).toBe("El té");
    expect((await call("DELETE", `${path}/${unit.id}`, { key })).status).toBe(204);
    expect((await call("DELETE", `${path}/${unit.id}`, { key })).status).toBe(404);
    expect((await call("GET", `/v1/translation-memories/${id}`, { key })).json.units).toBe(1);
  });

  test("an import repeated with one Idempotency-Key runs once", async () => {
    const { key } = await newAccount();
    const { id } = await create(key);
    const first = await upload(key, id, tmx(tu("Tea", "Té")), { "Idempotency-Key": "import-1" });
    const again = await upload(key, id, tmx(tu("Tea", "Té")), { "Idempotency-Key": "import-1" });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.json.id).toBe(first.json.id);
  });
});

describe("malicious memory files", () => {
  test.each([
    [
      "exponentially growing entities",
      '<!DOCTYPE tmx [<!ENTITY a "x"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]><tmx><body/></tmx>',
    ],
    [
      "an entity that reads a file of the server",
      '<!DOCTYPE tmx [<!ENTITY x SYSTEM "file:///etc/passwd">]><tmx><body/></tmx>',
    ],
    ["unlimited nesting depth", "<tmx>".repeat(200_000)],
    ["an attribute without end", `<tmx><body><tu tuid="${"a".repeat(2_000_000)}`],
    ["content other than TMX", "%PDF-1.7"],
  ])("a memory file with %s returns 422 and imports nothing", async (_, content) => {
    const { key } = await newAccount();
    const { id } = await create(key);
    const { status, json } = await upload(key, id, content);
    expect([status, json.error.code]).toEqual([422, "unreadable_file"]);
    expect((await call("GET", `/v1/translation-memories/${id}`, { key })).json.units).toBe(0);
  });

  test("a memory file with an attribute of 50 MB is imported", async () => {
    const { key } = await newAccount({ limits: { fileBytes: 100_000_000 } });
    const { id } = await create(key);
    const job = await importFile(
      key,
      id,
      tmx(tu("Tea", "Té").replace("<tu>", `<tu tuid="${"a".repeat(50_000_000)}">`)),
    );
    expect(job.result).toMatchObject({ added: 1 });
  });

  test("a memory file over the account's limit returns 413", async () => {
    const { key } = await newAccount({ limits: { fileBytes: 1_000 } });
    const { id } = await create(key);
    const { status } = await upload(key, id, tmx(tu("Tea", "Té".repeat(1_000))));
    expect(status).toBe(413);
  });
});

describe("a project's memories", () => {
  test("a project lists its memories in order, and refuses repeated memories, another source language and a second writable memory", async () => {
    const { key } = await newAccount();
    const { id } = await project(key);
    const [a, b, french] = [
      await create(key, { name: "A" }),
      await create(key, { name: "B", sourceLanguage: "en-GB" }),
      await create(key, { sourceLanguage: "fr" }),
    ];
    const put = (memories: unknown) => call("PUT", `/v1/projects/${id}/memories`, { key, body: { memories } });
    const linked = await put([{ memoryId: b.id }, { memoryId: a.id, canWrite: true }]);
    expect(linked.json.memories.map((one: { name: string; canWrite: boolean }) => [one.name, one.canWrite])).toEqual([
      ["B", false],
      ["A", true],
    ]);
    expect((await call("GET", `/v1/projects/${id}/memories`, { key })).json).toEqual(linked.json);
    const refused = await put([
      { memoryId: a.id, canWrite: true },
      { memoryId: a.id },
      { memoryId: french.id, canWrite: true },
    ]);
    expect(
      refused.json.error.details.errors.map((fault: { path: string; code: string }) => `${fault.path} ${fault.code}`),
    ).toEqual([
      "memories.1.memoryId duplicate",
      "memories.2.memoryId unsupported_language",
      "memories.2.canWrite duplicate",
    ]);
    const stranger = await newAccount();
    const foreign = await create(stranger.key);
    expect((await put([{ memoryId: foreign.id }])).status).toBe(404);
    expect((await put([])).json.memories).toEqual([]);
  });

  test("a translation for a project takes exact matches from the project's memories and the rest from the engine", async () => {
    const { key } = await newAccount();
    const { id: projectId } = await project(key);
    const memory = await create(key);
    await call("PUT", `/v1/projects/${projectId}/memories`, {
      key,
      body: { memories: [{ memoryId: memory.id, canWrite: true }] },
    });
    await importFile(key, memory.id, tmx(tu("The house.", "El hogar de siempre.")));
    const translate = (body: Record<string, unknown>) =>
      call("POST", "/v1/translate", { key, body: { source: "en", target: "es", projectId, ...body } });
    const known = await translate({ text: "The house." });
    expect(known.json).toMatchObject({ translation: "El hogar de siempre.", engine: "memory", route: ["en", "es"] });
    const byMachine = await translate({ text: "The house.", memories: false });
    expect(byMachine.json).toMatchObject({ translation: "La casa.", engine: "apertium" });
    const both = await translate({ text: "The house.\n\nThe red car." });
    expect(both.json.engine).toBe("memory+apertium");
    expect(both.json.translation).toMatch(/^El hogar de siempre\.\n\n.*rojo/);
    const plain = await call("POST", "/v1/translate", {
      key,
      body: { text: "The house.", source: "en", target: "es" },
    });
    expect(plain.json).toMatchObject({ engine: "apertium", translation: "La casa." });
    await call("PATCH", `/v1/translation-memories/${memory.id}`, { key, body: { penalty: 1 } });
    expect((await translate({ text: "The house." })).json.engine).toBe("apertium");

    const batch = await call("POST", "/v1/translate/batch", {
      key,
      body: { texts: ["The house.", "The tree."], source: "en", target: "es", projectId },
    });
    expect(batch.status).toBe(200);
  });

  test("a memory match whose tags differ from those of the text is never used as the translation", async () => {
    const { key, accountId } = await newAccount();
    const { id: projectId } = await project(key);
    const memory = await create(key);
    await call("PUT", `/v1/projects/${projectId}/memories`, { key, body: { memories: [{ memoryId: memory.id }] } });
    const source = "The <g1>house</g1>";
    await feedMemory(db(), accountId, memory.id, [
      {
        segmentId: "seg_x",
        projectId,
        language: "es",
        source,
        target: "El hogar sin marcas",
        sourceHash: sourceHash(source),
        contextHash: contextHash(null, null),
        reviewed: true,
        createdBy: null,
      },
    ]);
    const { json } = await call("POST", "/v1/translate", {
      key,
      body: { text: "<p>The <b>house</b></p>", format: "html", source: "en", target: "es", projectId },
    });
    expect(json.translation).toContain("<b>");
    expect(json.engine).toBe("apertium");
  });
});
