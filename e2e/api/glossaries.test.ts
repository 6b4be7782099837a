import { describe, expect, test } from "vitest";
import { call, newAccount } from "./client";

const create = async (key: string, over: Record<string, unknown> = {}) =>
  (await call("POST", "/v1/glossaries", { key, body: { name: "Product", sourceLanguage: "en", ...over } })).json;
const addTerm = (key: string, id: string, body: Record<string, unknown>) =>
  call("POST", `/v1/glossaries/${id}/terms`, { key, body });
const es = (text: string, usage = "preferred") => ({ language: "es", text, usage });

function upload(key: string, id: string, content: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([content], "glossary.csv"));
  return call("POST", `/v1/glossaries/${id}/import`, { key, raw: form });
}

describe("glossaries", () => {
  test("glossaries and their terms are created, renamed, listed and deleted", async () => {
    const { key } = await newAccount();
    const made = await call("POST", "/v1/glossaries", { key, body: { name: "Product", sourceLanguage: "EN" } });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: "Product", sourceLanguage: "en", terms: 0, targetLanguages: [] });
    const path = `/v1/glossaries/${made.json.id}`;
    const term = await addTerm(key, made.json.id, {
      source: "  invoice ",
      definition: "A bill",
      partOfSpeech: "noun",
      targets: [es("factura"), es("recibo", "forbidden"), { language: "fr-FR", text: "facture" }],
    });
    expect(term.status).toBe(201);
    expect(term.json).toMatchObject({
      source: "invoice",
      caseSensitive: false,
      doNotTranslate: false,
      targets: [es("factura"), es("recibo", "forbidden"), { language: "fr", text: "facture", usage: "preferred" }],
    });
    expect((await call("GET", term.headers.get("location")!, { key })).json).toEqual(term.json);
    const again = await addTerm(key, made.json.id, { source: "invoice", partOfSpeech: "noun" });
    expect([again.status, again.json.error.details.reason]).toEqual([409, "term_exists"]);
    const changed = await call("PATCH", `${path}/terms/${term.json.id}`, {
      key,
      body: { doNotTranslate: true, targets: [] },
    });
    expect(changed.json).toMatchObject({ source: "invoice", doNotTranslate: true, targets: [] });
    await call("PATCH", path, { key, body: { name: "Names" } });
    const list = await call("GET", "/v1/glossaries?q=names", { key });
    expect(list.json.glossaries).toMatchObject([{ id: made.json.id, name: "Names", terms: 1, version: 3 }]);
    expect((await call("DELETE", `${path}/terms/${term.json.id}`, { key })).status).toBe(204);
    expect((await call("DELETE", path, { key })).status).toBe(204);
    expect((await call("GET", `${path}/terms`, { key })).status).toBe(404);
  });

  test("a glossary lists its terms by name in pages, and finds them by source or translation", async () => {
    const { key } = await newAccount();
    const { id } = await create(key);
    for (const [source, target] of [
      ["tree", "árbol"],
      ["House", "casa"],
      ["sea", "mar"],
    ] as const)
      await addTerm(key, id, { source, targets: [es(target)] });
    const seen: string[] = [];
    for (let path: string | null = `/v1/glossaries/${id}/terms?limit=2&sort=source`; path; ) {
      const page: Awaited<ReturnType<typeof call>> = await call("GET", path, { key });
      seen.push(...page.json.terms.map((term: { source: string }) => term.source));
      path = page.headers.get("link")?.match(/^<([^>]+)>/)?.[1] ?? null;
    }
    expect(seen).toEqual(["House", "sea", "tree"]);
    const found = await call("GET", `/v1/glossaries/${id}/terms?q=ÁRB&language=es`, { key });
    expect(found.json.terms.map((term: { source: string }) => term.source)).toEqual(["tree"]);
  });

  test("a glossary imports tables and TBX, and exports them unchanged", async () => {
    const { key } = await newAccount();
    const { id } = await create(key);
    const report = await upload(
      key,
      id,
      'source,es,es:forbidden,definition\n"invoice, paid",factura,recibo,A bill\ntree,,,\n',
    );
    expect(report.status).toBe(200);
    expect(report.json).toMatchObject({ added: 1, updated: 0, skipped: 1, errors: [{ number: 3, code: "no_target" }] });
    expect((await upload(key, id, "house,casa\n", { targetLanguage: "es" })).json).toMatchObject({ added: 1 });
    for (const format of ["csv", "tbx"]) {
      const exported = await call("GET", `/v1/glossaries/${id}/export?format=${format}`, { key });
      expect(exported.headers.get("content-disposition")).toContain(`filename="Product.${format}"`);
      // `text` does not contain the byte order mark of a table.
      const bytes = Buffer.byteLength(exported.text) + (format === "csv" ? 3 : 0);
      const head = await call("HEAD", `/v1/glossaries/${id}/export?format=${format}`, { key });
      for (const name of ["content-type", "content-disposition"])
        expect(head.headers.get(name), name).toBe(exported.headers.get(name));
      for (const { headers } of [head, exported]) expect(headers.get("content-length")).toBe(String(bytes));
      const copy = await create(key);
      await upload(key, copy.id, exported.text);
      const terms = async (glossary: string) =>
        (await call("GET", `/v1/glossaries/${glossary}/terms?sort=source`, { key })).json.terms.map(
          ({ id: _, createdAt: __, updatedAt: ___, ...term }: Record<string, unknown>) => term,
        );
      expect(await terms(copy.id)).toEqual(await terms(id));
    }
    expect((await upload(key, id, "sea,mar\n", { targetLanguage: "es", replace: "true" })).json.added).toBe(1);
    expect((await call("GET", `/v1/glossaries/${id}`, { key })).json.terms).toBe(1);
  });

  test.each([
    ["custom XML entities", '<!DOCTYPE tbx [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><tbx/>'],
    ["unlimited nesting depth", `<tbx>${"<a>".repeat(100_000)}`],
    ["no declared languages", "house,casa\n"],
    ["no text", "PK\u0003\u0004\u0000\u0000"],
  ])("a glossary refuses a file with %s", async (_, content) => {
    const { key } = await newAccount();
    const { id } = await create(key);
    const { status, json } = await upload(key, id, content);
    expect([status, json.error.code]).toEqual([422, "unreadable_file"]);
  });

  test("glossaries are refused to keys that lack the scope for glossaries, and to other accounts", async () => {
    const { key, anotherKey } = await newAccount();
    const { id } = await create(key);
    const weak = await anotherKey({ scopes: ["translate", "projects:read"] });
    const refused = await call("GET", "/v1/glossaries", { key: weak.key });
    expect([refused.status, refused.json.error.details.required]).toEqual([403, "glossaries"]);
    const stranger = await newAccount();
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["GET", "/terms"],
      ["GET", "/export"],
    ] as const) {
      const body = method === "PATCH" ? { name: "Mine" } : undefined;
      const answer = await call(method, `/v1/glossaries/${id}${path}`, { key: stranger.key, body });
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
  });
});

describe("translating with a glossary", () => {
  const translate = (key: string, body: Record<string, unknown>) =>
    call("POST", "/v1/translate", { key, body: { source: "en", target: "es", ...body } });

  test("translating with a glossary inserts its terms, keeps untranslatable terms, and leaves placeholders unchanged", async () => {
    const { key } = await newAccount();
    const { id: glossaryId } = await create(key);
    await addTerm(key, glossaryId, { source: "house", targets: [es("mansión")] });
    await addTerm(key, glossaryId, { source: "Red Sky", doNotTranslate: true, caseSensitive: true });
    const text = "The house of {house} is Red Sky.";
    expect((await translate(key, { text })).json.translation).not.toContain("mansión");
    const { json } = await translate(key, { text, glossaryId });
    expect(json.translation).toContain("mansión");
    expect(json.translation).toContain("{house}");
    expect(json.translation).toContain("Red Sky");
    expect(json.warnings.map((one: { code: string }) => one.code)).not.toContain("code_moved");
    const html = await translate(key, { text: "<p>The <b>house</b></p>", format: "html", glossaryId });
    expect(html.json.translation).toContain("<b>mansión</b>");
    const alone = await translate(key, { text: "House", glossaryId });
    expect(alone.json).toMatchObject({ translation: "Mansión", warnings: [] });
  });

  test("translating with a glossary warns about a forbidden translation", async () => {
    const { key } = await newAccount();
    const { id: glossaryId } = await create(key);
    await addTerm(key, glossaryId, { source: "house", targets: [es("mansión"), es("casa", "forbidden")] });
    const { json } = await translate(key, { text: "The houses are old.", glossaryId });
    expect(json.warnings.map((one: { code: string }) => one.code)).toContain("glossary_term_forbidden");
  });

  test("a glossary applies to each text of a batch and to documents", async () => {
    const { key } = await newAccount();
    const { id: glossaryId } = await create(key);
    await addTerm(key, glossaryId, { source: "house", targets: [es("mansión")] });
    const batch = await call("POST", "/v1/translate/batch", {
      key,
      body: { texts: ["A house", "12"], source: "en", target: "es", glossaryId },
    });
    expect(batch.json.translations[0].translation).toContain("mansión");
    expect(batch.json.translations[1].translation).toBe("12");
    const form = new FormData();
    form.set("source", "en");
    form.set("target", "es");
    form.set("glossaryId", glossaryId);
    form.set("file", new File(["The house.\n"], "a.txt"));
    const file = await call("POST", "/v1/translate/file", {
      key,
      raw: form,
      headers: { Accept: "application/octet-stream" },
    });
    expect(file.status).toBe(200);
    expect(file.text).toContain("mansión");
  });

  test("a translation for a project applies the project's glossaries after the glossary that the request names", async () => {
    const { key } = await newAccount();
    const project = await call("POST", "/v1/projects", {
      key,
      body: { name: "P", sourceLanguage: "en", targetLanguages: ["es"] },
    });
    const [a, b] = [await create(key), await create(key)];
    await addTerm(key, a.id, { source: "house", targets: [es("mansión")] });
    await addTerm(key, b.id, { source: "house", targets: [es("morada")] });
    const path = `/v1/projects/${project.json.id}/glossaries`;
    const linked = await call("PUT", path, { key, body: { glossaries: [{ glossaryId: a.id }] } });
    expect(linked.json.glossaries).toMatchObject([{ glossaryId: a.id, terms: 1 }]);
    expect((await call("GET", path, { key })).json).toEqual(linked.json);
    const projectId = project.json.id;
    expect((await translate(key, { text: "A house", projectId })).json.translation).toContain("mansión");
    expect((await translate(key, { text: "A house", projectId, glossaryId: b.id })).json.translation).toContain(
      "morada",
    );
  });

  test("another account's glossary returns the same 404 as an unknown glossary", async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()];
    const foreign = await create(theirs.key);
    const bodies: string[] = [];
    for (const glossaryId of [foreign.id, "gls_00000000000000000000000000"]) {
      const answer = await translate(mine.key, { text: "A house", glossaryId });
      expect(answer.status).toBe(404);
      bodies.push(answer.text.replace(answer.headers.get("x-request-id")!, ""));
    }
    expect(new Set(bodies).size).toBe(1);
  });
});
