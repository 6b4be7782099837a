import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { sendBulk } from "@/lib/projects/bulk/send";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { analyze } from "./analysis";
import { analysisCsv } from "./analysis-csv";

afterAll(closeSandbox);

type Bands = Record<string, { segments: number; words: number }>;
const bands = (all: unknown) =>
  Object.fromEntries(
    Object.entries(all as Bands).flatMap(([band, { segments }]) => (segments ? [[band, segments]] : [])),
  );

async function project() {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "ca"] });
  const segments = ["One big house.", "One big house.", "Two trees.", "Three."].map((source, i) => ({
    key: `${i}`,
    source,
  }));
  const document = await addDocument(caller, project.id, "a.json", { segments });
  const other = await addDocument(caller, project.id, "b.json", { segments: [{ key: "x", source: "Four cars." }] });
  await runJobs(caller);
  const edit = async (index: number, body: Record<string, unknown>) => {
    const row = (await textsOf(document.id))[index]!;
    await editTranslation(caller, row.id, "es", row.revision, PatchTranslationBody.parse(body));
  };
  return { caller, projectId: project.id, document, other, edit };
}

describe("analyses of a project", () => {
  test("an analysis counts matches before the translation work and origins of texts after it, by language and document", async () => {
    const { caller, projectId, document, other, edit } = await project();
    await edit(0, { text: "Una casa grande." });
    await edit(1, { text: "Una casa grande.", origin: { type: "tm", match: 80 } });
    await edit(2, { text: "Dos árboles.", origin: { type: "mt", engine: "apertium" } });
    const { languages, currency } = await analyze(caller, projectId, {});
    expect(currency).toBeNull();
    expect(languages.map(({ language }) => language)).toEqual(["es", "ca"]);
    const [spanish, catalan] = languages;
    expect(bands(spanish!.before)).toMatchObject({ repetition: 1, total: 5 });
    expect(bands(spanish!.after)).toMatchObject({ new: 1, machine: 1, untranslated: 2, total: 5 });
    const fuzzy = Object.entries(bands(spanish!.after)).filter(([band]) => /\d|fuzzy/.test(band));
    expect(fuzzy).toEqual([[expect.stringMatching(/75|80/), 1]]);
    expect(bands(catalan!.after)).toEqual({ untranslated: 5, total: 5 });
    expect(spanish!.documents.map(({ documentId, path, before }) => [documentId, path, bands(before).total])).toEqual([
      [document.id, "a.json", 4],
      [other.id, "b.json", 1],
    ]);
  });

  test("an analysis counts memory matches with the same context separately from other matches", async () => {
    const { caller, projectId, document, edit } = await project();
    const segments = [
      { key: "x", source: "Four cars." },
      { key: "y", source: "Two trees." },
    ];
    await addDocument(caller, projectId, "c.json", { segments });
    await runJobs(caller);
    await edit(2, { text: "Dos árboles.", state: "reviewed" });
    const { languages } = await analyze(caller, projectId, { language: "es" });
    const before = new Map(languages[0]!.documents.map((one) => [one.path, bands(one.before)]));
    expect(before.get("a.json")).toMatchObject({ context: 1, repetition: 1, total: 4 });
    expect(before.get("c.json")).not.toHaveProperty("context");
    expect(document.path).toBe("a.json");
    const none = await newProject({ workflow: "human" });
    expect(bands((await analyze(none.caller, none.project.id, {})).languages[0]!.before)).toEqual({});
  });

  test("an analysis covers only the requested languages and documents, without removed and excluded segments", async () => {
    const { caller, projectId, document, other } = await project();
    const one = await analyze(caller, projectId, { language: "ca", document: [other.id] });
    expect(one.languages.map(({ language, before }) => [language, bands(before).total])).toEqual([["ca", 1]]);
    const body = {
      segments: [
        { key: "0", source: "One big house." },
        { key: "3", source: "Three." },
      ],
    };
    await replaceContent(caller, document.id, { body, file: null }, { onChange: "needs_work" });
    await runJobs(caller);
    const total = async () => bands((await analyze(caller, projectId, { language: "es" })).languages[0]!.before).total;
    expect(await total()).toBe(3);
    const exclude = BulkBody.parse({ language: "es", filter: { q: "Three" }, action: { type: "exclude" } });
    await db().transaction((tx) => sendBulk(caller, projectId, exclude, tx));
    await runJobs(caller);
    expect(await total()).toBe(2);
    const unknown = analyze(caller, projectId, { document: ["doc_nothing"] });
    await expect(unknown).rejects.toMatchObject({ details: { resource: "document" } });
  });
});

test("an analysis as CSV quotes cells that need it, and no cell can run as a formula", () => {
  const volume = { segments: 1, words: 2, characters: 3, cost: 0.5 };
  const csv = analysisCsv({
    currency: "EUR",
    languages: [
      {
        language: "es",
        documents: [
          {
            documentId: "doc_1",
            path: '=a,"b".json',
            before: { new: volume, total: volume },
            after: { machine: volume },
          },
          { documentId: "doc_2", path: "docs/a-b.json", before: {}, after: { new: { ...volume, cost: null } } },
        ],
      },
    ],
  } as never);
  expect(csv.split("\r\n")).toEqual([
    "language,document,phase,band,segments,words,characters,cost,currency",
    `es,"'=a,""b"".json",before,new,1,2,3,0.5,EUR`,
    `es,"'=a,""b"".json",after,machine,1,2,3,0.5,EUR`,
    "es,docs/a-b.json,after,new,1,2,3,,EUR",
    "",
  ]);
});
