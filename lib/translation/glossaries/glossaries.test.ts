import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { db } from "@/db/client";
import { glossaries } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { CreateTermBody } from "@/lib/schemas/glossaries";
import { createTerm, deleteTerm, getTerm, listTerms, patchTerm } from "./edit-terms";
import { exportGlossary } from "./export";
import { createGlossary, deleteGlossary, getGlossary, listGlossaries } from "./glossaries";
import { importGlossary } from "./import";
import { termFinder, termsIn, termsInMany } from "./terms";

beforeAll(() => bundleWorkers());
afterAll(closeSandbox);

let person: TestPerson;
let glossaryId: string;
beforeEach(async () => {
  person = await newPerson();
  glossaryId = await newGlossary();
});

const newGlossary = async (sourceLanguage = "en") =>
  (await createGlossary(person, { name: "Terms", sourceLanguage }, db())).id;
const add = (source: string, over: Partial<z.input<typeof CreateTermBody>> = {}, into = glossaryId) =>
  db().transaction((tx) => createTerm(person, into, CreateTermBody.parse({ source, ...over }), tx));
const es = (text: string, usage: "preferred" | "admitted" | "forbidden" = "preferred") => ({
  language: "es",
  text,
  usage,
});
const importText = (text: string, options: Parameters<typeof importGlossary>[3] = {}, into = glossaryId) =>
  db().transaction((tx) => importGlossary(person, into, { bytes: Buffer.from(text) }, options, tx));
const sources = async (ids: readonly string[], text: string, target = "es", source = "en") =>
  (await termsIn(db(), person.accountId, ids, text, source, target)).map((hit) => hit.source);
const terms = async (into = glossaryId) => (await listTerms(person, into, { limit: 100, sort: "source" })).terms;
const count = async () => {
  const [row] = await db()
    .select({
      kept: glossaries.terms,
      counted: sql<number>`(select count(*)::int from glossary_terms where glossary_id = ${glossaryId})`,
    })
    .from(glossaries)
    .where(eq(glossaries.id, glossaryId));
  return row;
};

describe("finding glossary terms", () => {
  test("the longest matching glossary terms are found, even in inflected forms, and each term is listed once, at its first position", async () => {
    await add("memory", { targets: [es("memoria")] });
    await add("translation memory", { targets: [es("memoria de traducción")] });
    await add("API key", { targets: [es("clave de API")] });
    const hits = await termsIn(
      db(),
      person.accountId,
      [glossaryId],
      "Translation memories and API keys. A translation memory has a memory.",
      "en",
      "es",
    );
    expect(hits.map(({ source, start, end }) => [source, start, end])).toEqual([
      ["translation memory", 0, 20],
      ["API key", 25, 33],
      ["memory", 62, 68],
    ]);
    expect(await sources([glossaryId], "Memorable")).toEqual([]);
  });

  test("case-sensitive glossary terms match only in the same case", async () => {
    await add("IT", { caseSensitive: true, targets: [es("TI")] });
    expect(await sources([glossaryId], "Do it now")).toEqual([]);
    expect(await sources([glossaryId], "Ask IT now")).toEqual(["IT"]);
  });

  test("glossary terms for pt-BR are not used for pt", async () => {
    await add("train", { targets: [{ language: "pt", text: "comboio", usage: "preferred" }] });
    await add("bus", { targets: [{ language: "pt-BR", text: "ônibus", usage: "preferred" }] });
    const targets = async (language: string) =>
      (await termsIn(db(), person.accountId, [glossaryId], "The train and the bus", "en", language)).flatMap((hit) =>
        hit.targets.map(({ text }) => text),
      );
    expect(await targets("pt-BR")).toContain("ônibus");
    expect(await targets("pt")).toEqual(["comboio"]);
  });

  test("glossary terms are found in scripts without spaces", async () => {
    const ja = await newGlossary("ja");
    await add("翻訳", { targets: [es("traducción")] }, ja);
    await add("翻訳メモリ", { targets: [es("memoria de traducción")] }, ja);
    expect(await sources([ja], "この翻訳メモリは新しい", "es", "ja")).toEqual(["翻訳メモリ"]);
  });

  test("glossary terms are used only if they have a translation into the target language or are marked as untranslatable", async () => {
    await add("house", { targets: [es("casa")] });
    await add("Dragoman", { doNotTranslate: true });
    const text = "The house of Dragoman";
    expect(await sources([glossaryId], text)).toEqual(["house", "Dragoman"]);
    expect(await sources([glossaryId], text, "es-MX")).toEqual(["house", "Dragoman"]);
    expect(await sources([glossaryId], text, "es-ES")).toEqual(["house", "Dragoman"]);
    expect(await sources([glossaryId], text, "ca")).toEqual(["Dragoman"]);
    expect(await sources([glossaryId], text, "es", "fr")).toEqual([]);
  });

  test("a term that two glossaries contain is taken from the glossary listed first", async () => {
    const second = await newGlossary();
    await add("house", { targets: [es("hogar"), es("casa", "admitted")] });
    await add("House", { targets: [es("vivienda")] }, second);
    const [hit, ...rest] = await termsIn(db(), person.accountId, [second, glossaryId], "A house", "en", "es");
    expect(rest).toEqual([]);
    expect(hit?.targets.map(({ text }) => text)).toEqual(["vivienda"]);
    const [other] = await termsIn(db(), person.accountId, [glossaryId, second], "A house", "en", "es");
    expect(other?.targets.map(({ text }) => text)).toEqual(["hogar", "casa"]);
  });

  test("changes of a glossary term take effect immediately", async () => {
    const term = await add("house", { targets: [es("casa")] });
    expect(await sources([glossaryId], "A house")).toEqual(["house"]);
    await patchTerm(person, glossaryId, term.id, { source: "home" });
    expect(await sources([glossaryId], "A house or a home")).toEqual(["home"]);
    await deleteTerm(person, glossaryId, term.id);
    expect(await sources([glossaryId], "A home")).toEqual([]);
    await importText("source,es\nhome,hogar\n");
    expect(await sources([glossaryId], "A home")).toEqual(["home"]);
    await deleteGlossary(person, glossaryId);
    expect(await sources([glossaryId], "A home")).toEqual([]);
  });

  test("glossary terms for many texts are returned in order, and never from another account's glossary", async () => {
    await add("house", { targets: [es("casa")] });
    const many = await termsInMany(db(), person.accountId, [glossaryId], ["A sea", "A house", ""], "en", "es");
    expect(many.map((hits) => hits.length)).toEqual([0, 1, 0]);
    const stranger = await newPerson();
    expect(await termsIn(db(), stranger.accountId, [glossaryId], "A house", "en", "es")).toEqual([]);
  });

  test("all occurrences of a repeated glossary term are found", async () => {
    await add("house", { targets: [es("casa")] });
    const find = await termFinder(db(), person.accountId, [glossaryId], "en", "es");
    expect(find("A house, two houses").map(({ start }) => start)).toEqual([2, 13]);
  });
});

describe("managing a glossary", () => {
  test("a glossary refuses a second term with the same text and part of speech, and a repeated translation", async () => {
    const term = await add("open", { partOfSpeech: "verb", targets: [es("abrir")] });
    await add("open", { partOfSpeech: "adjective" });
    await expect(add("open", { partOfSpeech: "verb" })).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "term_exists", termId: term.id },
    });
    await expect(patchTerm(person, glossaryId, term.id, { partOfSpeech: "adjective" })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(
      add("close", { targets: [es("cerrar"), { ...es("cerrar"), language: "es-ES" }] }),
    ).rejects.toMatchObject({
      details: { errors: [{ path: "targets.1", code: "duplicate" }] },
    });
    expect(await count()).toEqual({ kept: 2, counted: 2 });
  });

  test("the terms of a glossary can be searched and listed by name or newest first, page by page", async () => {
    for (const [source, target] of [
      ["tree", "árbol"],
      ["House", "casa"],
      ["sea", "mar"],
    ] as const)
      await add(source, { targets: [es(target)], definition: source === "sea" ? "Salt water, 100% wet" : "" });
    const all = async (sort: "source" | "-createdAt") => {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await listTerms(person, glossaryId, { limit: 2, sort, ...(cursor ? { cursor } : {}) });
        seen.push(...page.terms.map((term) => term.source));
        cursor = page.nextCursor;
      }
      return seen;
    };
    expect(await all("source")).toEqual(["House", "sea", "tree"]);
    expect(await all("-createdAt")).toEqual(["sea", "House", "tree"]);
    const found = async (query: { q?: string; language?: string }) =>
      (await listTerms(person, glossaryId, { limit: 20, sort: "source", ...query })).terms.map(({ source }) => source);
    expect(await found({ q: "HOU" })).toEqual(["House"]);
    expect(await found({ q: "árb" })).toEqual(["tree"]);
    expect(await found({ q: "100%" })).toEqual(["sea"]);
    expect(await found({ language: "ca" })).toEqual([]);
    expect(await found({ language: "es-ES" })).toEqual(["House", "sea", "tree"]);
  });

  test("another account's glossary can't be read or changed", async () => {
    const term = await add("house");
    const stranger = await newPerson();
    for (const attempt of [
      () => getGlossary(stranger, glossaryId),
      () => deleteGlossary(stranger, glossaryId),
      () => listTerms(stranger, glossaryId, { limit: 20, sort: "source" }),
      () => getTerm(stranger, glossaryId, term.id),
      () => patchTerm(stranger, glossaryId, term.id, { source: "home" }),
      () => deleteTerm(stranger, glossaryId, term.id),
      () => exportGlossary(stranger, glossaryId, "csv"),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    expect((await listGlossaries(stranger, { limit: 20 })).glossaries).toEqual([]);
  });
});

describe("importing a glossary", () => {
  test("a glossary import adds and changes terms, keeps attributes that the file doesn't contain, and reports skipped rows", async () => {
    await add("house", { definition: "A building", targets: [es("hogar"), { ...es("maison"), language: "fr" }] });
    const report = await importText("source,es,es:forbidden\nhouse,casa,hogar\ntree,árbol,\n,x,\n");
    expect(report).toMatchObject({ added: 1, updated: 1, skipped: 1, errors: [{ number: 4, code: "no_source" }] });
    const [house] = await terms();
    expect(house).toMatchObject({
      source: "house",
      definition: "A building",
      targets: [
        { language: "es", text: "casa", usage: "preferred" },
        { language: "es", text: "hogar", usage: "forbidden" },
        { language: "fr", text: "maison", usage: "preferred" },
      ],
    });
    expect(await count()).toEqual({ kept: 2, counted: 2 });
  });

  test("a glossary import can replace all existing terms", async () => {
    await add("house");
    expect(await importText("tree,árbol\n", { targetLanguage: "es", replace: true })).toMatchObject({ added: 1 });
    expect((await terms()).map(({ source }) => source)).toEqual(["tree"]);
    expect(await count()).toEqual({ kept: 1, counted: 1 });
  });

  test("importing an unreadable file doesn't change the glossary", async () => {
    for (const text of ["house,casa\n", '<!DOCTYPE tbx [<!ENTITY a "b">]><tbx/>'])
      await expect(importText(text, { replace: true })).rejects.toMatchObject({ code: "unreadable_file" });
    expect((await getGlossary(person, glossaryId)).version).toBe(1);
  });

  test.each(["csv", "tbx"] as const)(
    "exporting a glossary as %s and importing it preserves all terms",
    async (format) => {
      await add("open", {
        partOfSpeech: "verb",
        caseSensitive: true,
        targets: [es("abrir"), es("abra, por favor", "admitted")],
      });
      await add('the "API"', { doNotTranslate: true, definition: "Line one\nline two" });
      const exported = await exportGlossary(person, glossaryId, format);
      const copy = await newGlossary();
      await importText(await new Response(exported.stream).text(), {}, copy);
      const plain = (list: Awaited<ReturnType<typeof terms>>) =>
        list.map(({ id: _, createdAt: __, updatedAt: ___, ...term }) => term);
      expect(plain(await terms(copy))).toEqual(plain(await terms()));
    },
  );
});
