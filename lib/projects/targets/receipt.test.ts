import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { jobValuesCsv, listJobValues } from "@/lib/work/jobs/jobs";
import { sendTargetImport } from "./import-target";

afterAll(closeSandbox);

async function newDocument(name: string, content: string) {
  const { caller, project } = await newProject({ workflow: "human" });
  const { id } = await addDocument(caller, project.id, name, content);
  await runJobs(caller);
  return { caller, id };
}

async function bring(caller: Caller, id: string, file: string, existing?: "keep" | "replace" | "suggest") {
  const input = { language: "es", mode: "translated", existing } as const;
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

const po = (entries: string) =>
  `msgid ""\nmsgstr ""\n"Language: es\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n${entries}`;

describe("the receipt of an import", () => {
  test("names every value of a JSON file with its line, outcome and reason", async () => {
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

  test("counts a plural form each, and neither empty nor obsolete texts", async () => {
    const source = po(
      'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "Open"\nmsgstr ""\n\nmsgid "Close"\nmsgstr ""\n',
    );
    const { caller, id } = await newDocument("app.pot", source);
    const file = po(
      'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d archivo"\nmsgstr[1] ""\n"%d archivos"\n\nmsgid "Open"\nmsgstr "Abrir"\n\nmsgid "Close"\nmsgstr ""\n\nmsgid "Mine"\nmsgstr "Mío"\n\n#~ msgid "Old"\n#~ msgstr "Viejo"\n',
    );
    expect((await bring(caller, id, file)).counts).toMatchObject({ accepted: 3, notFound: 1, values: 4 });
  });

  test("counts what a value in a wrong place is: not understood", async () => {
    const { caller, id } = await newDocument("en.yml", "en:\n  a: House\n  b: Tree\n");
    const { jobId, counts } = await bring(caller, id, "es:\n  a: Casa\n  b:\n    deep: !ruby/sym Árbol\n");
    expect(counts).toMatchObject({ accepted: 1, notUnderstood: 1, values: 2 });
    const { values } = await listJobValues(caller, jobId, { limit: 20, outcome: ["notUnderstood"] });
    expect(values).toMatchObject([{ key: "es.b.deep", line: 4 }]);
  });

  test("of a file none of whose translations belong to the document is a refusal", async () => {
    const { caller, id } = await newDocument("en.json", '{"a":"House"}');
    await expect(
      sendTargetImport(caller, id, { language: "es", mode: "translated" }, Buffer.from('{"x":"Otro"}')),
    ).rejects.toMatchObject({ code: "no_translations_matched" });
    await bring(caller, id, "{}");
  });
});

describe("texts that were edited here", () => {
  const SOURCE = '{"a":"House","b":"Tree","c":"Car"}';
  const BASE = '{"a":"Casa","b":"Árbol","c":"Coche"}';

  async function edited() {
    const document = await newDocument("en.json", SOURCE);
    const { caller, id } = document;
    expect((await bring(caller, id, BASE)).counts).toMatchObject({ accepted: 3 });
    await edit(caller, id, "House", { text: "Hogar", state: "translated" });
    return { ...document, shown: async () => (await textsOf(id)).map(({ text }) => text) };
  }

  test("stay when the same or an older file comes again, and are counted", async () => {
    const { caller, id, shown } = await edited();
    expect((await bring(caller, id, BASE)).counts).toMatchObject({ kept: 1, unchanged: 2, replaced: 0 });
    expect(await shown()).toEqual(["Hogar", "Árbol", "Coche"]);
  });

  test("do not hold back what only the file has changed, and conflict where both have", async () => {
    const { caller, id, shown } = await edited();
    const { counts, jobId } = await bring(caller, id, '{"a":"Vivienda","b":"Arbolito","c":"Coche"}');
    expect(counts).toMatchObject({ conflicts: 1, accepted: 1, unchanged: 1, kept: 0 });
    expect(await shown()).toEqual(["Hogar", "Arbolito", "Coche"]);
    const { values } = await listJobValues(caller, jobId, { limit: 20, outcome: ["conflict"] });
    expect(values).toMatchObject([{ key: "a", reason: "Changed here and in the file." }]);
  });

  test("stay also where their editor marked them as needing work", async () => {
    const { caller, id, shown } = await edited();
    await edit(caller, id, "House", { text: "Hogares", state: "needs_work", comment: "Which house?" });
    const { counts } = await bring(caller, id, '{"a":"Vivienda","b":"Árbol","c":"Coche"}');
    expect(counts).toMatchObject({ conflicts: 1, replaced: 0, unchanged: 2 });
    expect(await shown()).toEqual(["Hogares", "Árbol", "Coche"]);
  });

  test("are replaced or given a suggestion where that is asked for, reviewed ones never replaced", async () => {
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

  test("stay where no file was imported before, and machine drafts do not", async () => {
    const { caller, id } = await newDocument("en.json", SOURCE);
    await edit(caller, id, "House", { text: "Hogar", state: "translated" });
    expect((await bring(caller, id, BASE)).counts).toMatchObject({ kept: 1, accepted: 2 });
  });
});
