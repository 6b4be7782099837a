import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { getDocument } from "@/lib/projects/documents/documents";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { TargetQuery } from "@/lib/schemas/documents";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { getJob, jobValuesCsv, listJobValues } from "@/lib/work/jobs/jobs";
import { downloadTarget } from "./download-target";
import { sendTargetImport } from "./import-target";

afterAll(closeSandbox);

async function newDocument(name: string, content: string) {
  const { caller, project } = await newProject({ workflow: "human" });
  const { id } = await addDocument(caller, project.id, name, content);
  await runJobs(caller);
  return { caller, id };
}

async function bring(caller: Caller, id: string, file: string, existing?: "keep" | "replace" | "suggest") {
  const input = { language: "es", existing };
  const jobId = await sendTargetImport(caller, id, input, Buffer.from(file));
  await runJobs(caller);
  const [job] = await db().select().from(jobs).where(eq(jobs.id, jobId));
  expect(job).toMatchObject({ state: "succeeded", error: null });
  const { values, ...counts } = job!.result as Record<string, number>;
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(values);
  return { jobId, counts: job!.result as Record<string, number> };
}

async function edit(caller: Caller, id: string, source: string, body: Record<string, unknown>): Promise<void> {
  const row = (await textsOf(id)).find((one) => one.source === source)!;
  await editTranslation(caller, row.id, "es", row.revision, PatchTranslationBody.parse(body));
}

/** The job of a document's latest version, and the values in its receipt. */
async function receiptOf(caller: Caller, documentId: string) {
  const { version } = await getDocument(caller, documentId);
  const { result } = await getJob(caller, version.jobId!);
  const { values } = await listJobValues(caller, version.jobId!, { limit: 20 });
  return { result: result as { receipt: Record<string, number> }, values };
}

const po = (entries: string) =>
  `msgid ""\nmsgstr ""\n"Language: es\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n${entries}`;

describe("import receipts", () => {
  test("an import receipt lists every value of a JSON file with its line, outcome and reason", async () => {
    const { caller, id } = await newDocument("en.json", '{"a":"House","b":"Tree","n":{"c":"Car"},"d":"Dog"}');
    await edit(caller, id, "Tree", { text: "El árbol", state: "reviewed" });
    await edit(caller, id, "Dog", { text: "El perro", state: "translated" });
    const file =
      '{\n  "a": "Casa",\n  "b": "Arbolito",\n  "n": {\n    "c": "",\n    "x": "Otro"\n  },\n  "d": "El perro"\n}\n';
    const { jobId, counts } = await bring(caller, id, file);
    expect(counts).toMatchObject({ accepted: 1, conflicts: 1, notFound: 1, unchanged: 1, values: 4 });
    const { values } = await listJobValues(caller, jobId, { limit: 20 });
    expect(values.map(({ key, outcome, line }) => [key, outcome, line])).toEqual([
      ["a", "accepted", 2],
      ["b", "conflict", 3],
      ["n.x", "notFound", 6],
      ["d", "unchanged", 8],
    ]);
    const page = await listJobValues(caller, jobId, { limit: 1, outcome: ["conflict", "notFound"] });
    expect(page.values.map(({ key }) => key)).toEqual(["b"]);
    const next = await listJobValues(caller, jobId, {
      limit: 1,
      outcome: ["conflict", "notFound"],
      cursor: page.nextCursor!,
    });
    expect(next).toMatchObject({ values: [{ key: "n.x" }], nextCursor: null });
    const csv = await jobValuesCsv(caller, jobId, { limit: 20, outcome: ["notFound"] });
    expect(csv).toBe("key,outcome,reason,line\r\nn.x,notFound,The document has no such text.,6\r\n");
    const { caller: stranger } = await newProject();
    await expect(listJobValues(stranger, jobId, { limit: 20 })).rejects.toMatchObject({ code: "not_found" });
  });

  test("an import receipt counts each plural form, but no empty or obsolete texts", async () => {
    const source = po(
      'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "Open"\nmsgstr ""\n\nmsgid "Close"\nmsgstr ""\n',
    );
    const { caller, id } = await newDocument("app.pot", source);
    const file = po(
      'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d archivo"\nmsgstr[1] ""\n"%d archivos"\n\nmsgid "Open"\nmsgstr "Abrir"\n\nmsgid "Close"\nmsgstr ""\n\nmsgid "Mine"\nmsgstr "Mío"\n\n#~ msgid "Old"\n#~ msgstr "Viejo"\n',
    );
    expect((await bring(caller, id, file)).counts).toMatchObject({ accepted: 3, notFound: 1, values: 4 });
  });

  test("an import receipt counts a value of an unexpected type as not understood", async () => {
    const { caller, id } = await newDocument("en.yml", "en:\n  a: House\n  b: Tree\n");
    const { jobId, counts } = await bring(caller, id, "es:\n  a: Casa\n  b:\n    deep: !ruby/sym Árbol\n");
    expect(counts).toMatchObject({ accepted: 1, notUnderstood: 1, values: 2 });
    const { values } = await listJobValues(caller, jobId, { limit: 20, outcome: ["notUnderstood"] });
    expect(values).toMatchObject([{ key: "es.b.deep", line: 4 }]);
  });

  test("importing a file without any translation for the document is refused", async () => {
    const { caller, id } = await newDocument("en.json", '{"a":"House"}');
    await expect(
      sendTargetImport(caller, id, { language: "es", mode: "translated" }, Buffer.from('{"x":"Otro"}')),
    ).rejects.toMatchObject({ code: "no_translations_matched" });
    await bring(caller, id, "{}");
  });
});

describe("importing over edited texts", () => {
  const SOURCE = '{"a":"House","b":"Tree","c":"Car"}';
  const BASE = '{"a":"Casa","b":"Árbol","c":"Coche"}';

  async function edited() {
    const document = await newDocument("en.json", SOURCE);
    const { caller, id } = document;
    expect((await bring(caller, id, BASE)).counts).toMatchObject({ accepted: 3 });
    await edit(caller, id, "House", { text: "Hogar", state: "translated" });
    return { ...document, shown: async () => (await textsOf(id)).map(({ text }) => text) };
  }

  test("importing the same or an older file keeps edited texts and counts them as kept", async () => {
    const { caller, id, shown } = await edited();
    expect((await bring(caller, id, BASE)).counts).toMatchObject({ kept: 1, unchanged: 2, replaced: 0 });
    expect(await shown()).toEqual(["Hogar", "Árbol", "Coche"]);
  });

  test("an import applies changes of unedited texts, and reports a conflict for a text changed in both the project and the file", async () => {
    const { caller, id, shown } = await edited();
    const { counts, jobId } = await bring(caller, id, '{"a":"Vivienda","b":"Arbolito","c":"Coche"}');
    expect(counts).toMatchObject({ conflicts: 1, accepted: 1, unchanged: 1, kept: 0 });
    expect(await shown()).toEqual(["Hogar", "Arbolito", "Coche"]);
    const { values } = await listJobValues(caller, jobId, { limit: 20, outcome: ["conflict"] });
    expect(values).toMatchObject([{ key: "a", reason: "Changed in the project and in the file." }]);
  });

  test('an import keeps an edited text even if its editor marked it as "needs work"', async () => {
    const { caller, id, shown } = await edited();
    await edit(caller, id, "House", { text: "Hogares", state: "needs_work", comment: "Which house?" });
    const { counts } = await bring(caller, id, '{"a":"Vivienda","b":"Árbol","c":"Coche"}');
    expect(counts).toMatchObject({ conflicts: 1, replaced: 0, unchanged: 2 });
    expect(await shown()).toEqual(["Hogares", "Árbol", "Coche"]);
  });

  test("an import can replace edited texts or add suggestions on request, but never replaces reviewed texts", async () => {
    const { caller, id, shown } = await edited();
    await edit(caller, id, "Tree", { text: "El árbol", state: "reviewed" });
    expect((await bring(caller, id, BASE, "suggest")).counts).toMatchObject({ accepted: 2, unchanged: 1 });
    expect(await shown()).toEqual(["Hogar", "El árbol", "Coche"]);
    expect((await bring(caller, id, BASE, "replace")).counts).toMatchObject({
      replaced: 1,
      conflicts: 1,
      unchanged: 1,
    });
    expect(await shown()).toEqual(["Casa", "El árbol", "Coche"]);
  });

  test("the first import of a file keeps edited texts and replaces machine drafts", async () => {
    const { caller, id } = await newDocument("en.json", SOURCE);
    await edit(caller, id, "House", { text: "Hogar", state: "translated" });
    expect((await bring(caller, id, BASE)).counts).toMatchObject({ kept: 1, accepted: 2 });
  });

  test("an import receipt lists the outcome of each existing translation in an uploaded document", async () => {
    const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "fr"] });
    const bilingual = (tree: string) =>
      po(
        `msgid "House"\nmsgstr "Casa"\n\nmsgid "Tree"\nmsgstr "${tree}"\n\nmsgid "Dog"\nmsgstr ""\n\nmsgid "%d car"\nmsgid_plural "%d cars"\nmsgstr[0] "%d coche"\nmsgstr[1] "%d coches"\n`,
      );
    const { id } = await addDocument(caller, project.id, "app.po", bilingual("Arbol"));
    await runJobs(caller);
    const first = await receiptOf(caller, id);
    expect(first.result).toMatchObject({ added: 4, receipt: { accepted: 4, unchanged: 0, values: 4 } });
    expect(first.values.map(({ key, outcome, line }) => [key, outcome, line])).toEqual([
      ["House", "accepted", 8],
      ["Tree", "accepted", 11],
      ["%d car", "accepted", 18],
      ["%d car", "accepted", 19],
    ]);
    await edit(caller, id, "House", { text: "La casa", state: "translated" });
    const body = { content: bilingual("Árbol") };
    await replaceContent(caller, id, { body, file: null }, { onChange: "needs_work" });
    await runJobs(caller);
    const second = await receiptOf(caller, id);
    expect(second.result).toMatchObject({ unchanged: 4, receipt: { accepted: 1, kept: 1, unchanged: 2, values: 4 } });
    expect(second.values.map(({ outcome }) => outcome)).toEqual(["kept", "accepted", "unchanged", "unchanged"]);
    expect((await textsOf(id)).map(({ text }) => text).slice(0, 2)).toEqual(["La casa", "Árbol"]);
  });

  test("an import receipt gives the language of each text in a multilingual catalogue", async () => {
    const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "fr"] });
    const unit = (value: string) => ({ stringUnit: { state: "translated", value } });
    const strings = { Dog: { localizations: { es: unit("Perro"), fr: unit("Chien") } }, Cat: {} };
    const catalogue = JSON.stringify({ sourceLanguage: "en", strings, version: "1.0" }, null, 2);
    const { id } = await addDocument(caller, project.id, "Localizable.xcstrings", catalogue);
    await runJobs(caller);
    const { result, values } = await receiptOf(caller, id);
    expect(result.receipt).toMatchObject({ accepted: 2, values: 2 });
    expect(values).toMatchObject([{ key: "es: Dog" }, { key: "fr: Dog" }]);
  });

  test("translations of a JSON document can be imported from a PO, CSV or TMX file, by key or by source", async () => {
    const files = {
      "es.po": po('msgctxt "b"\nmsgid "Open {name}"\nmsgstr "Abrir {name}"\n\nmsgid "Gone"\nmsgstr "Se fue"\n'),
      "es.csv": "key,en,es\nb,Open {name},Abrir {name}\nx,Gone,Se fue\n",
      "es.tmx":
        '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Open {name}</seg></tuv><tuv xml:lang="es"><seg>Abrir {name}</seg></tuv></tu><tu><tuv xml:lang="en"><seg>Gone</seg></tuv><tuv xml:lang="es"><seg>Se fue</seg></tuv></tu></body></tmx>',
    };
    for (const [fileName, content] of Object.entries(files)) {
      const { caller, id } = await newDocument("en.json", '{"a":"House","b":"Open {name}"}');
      const jobId = await sendTargetImport(caller, id, { language: "es", fileName }, Buffer.from(content));
      await runJobs(caller);
      const job = await getJob(caller, jobId);
      expect(job, fileName).toMatchObject({ status: "succeeded", result: { accepted: 1, notFound: 1, values: 2 } });
      expect((await textsOf(id)).map(({ text }) => text)).toEqual([null, "Abrir <x1/>"]);
      const query = TargetQuery.parse({ language: "es", minState: "draft", untranslated: "source" });
      const target = await downloadTarget(caller, id, query);
      expect(await new Response(target.stream).text(), fileName).toBe('{"a":"House","b":"Abrir {name}"}');
    }
  });

  test("an import as suggestions can't be combined with another rule for existing texts", async () => {
    const { caller, id } = await newDocument("en.json", '{"a":"House"}');
    for (const [mode, existing] of [
      ["suggest", "keep"],
      ["suggest", "replace"],
      ["draft", "suggest"],
    ] as const)
      await expect(
        sendTargetImport(caller, id, { language: "es", mode, existing }, Buffer.from('{"a":"Casa"}')),
      ).rejects.toMatchObject({ code: "invalid_request", details: { errors: [{ path: "existing" }] } });
  });
});
