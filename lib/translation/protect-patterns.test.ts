import { afterAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeEngines } from "@/lib/engines/registry";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { patchProject } from "@/lib/projects/edit-project";
import { linkGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { TranslateBatchBody, TranslateBody } from "@/lib/schemas/translate";
import { translateDocument } from "./documents";
import { createGlossary } from "./glossaries/glossaries";
import { resourcesOf } from "./resources";
import { translateBatch } from "./translate-batch";
import { translateText } from "./translate-text";

afterAll(async () => {
  await closeSandbox();
  await closeEngines();
  await closeDatabase();
});

const pair = { source: "en", target: "es" };
const { signal } = new AbortController();

test("protect patterns from the request, a glossary or the project keep matching text unchanged", async () => {
  const { caller, project } = await newProject({ targetLanguages: ["es"] });
  const glossary = await db().transaction((tx) =>
    createGlossary(caller, { name: "G", sourceLanguage: "en", protect: ["door \\d"] }, tx),
  );
  await patchProject(caller, project.id, { protect: ["Red House"] });
  const text = "The Red House has the big garden and door 7.";
  const isKept = (translation: string, ...kept: string[]) => {
    for (const one of kept) expect(translation).toContain(one);
    expect(translation).not.toContain(" has ");
  };

  const own = { ...TranslateBody.parse({ text, ...pair, protect: ["big \\w+"] }), ...pair };
  isKept((await translateText(caller, own)).translation, "big garden");
  const both = { ...own, glossaryId: glossary.id, projectId: project.id };
  isKept((await translateText(caller, both)).translation, "big garden", "door 7", "Red House");
  const batch = { ...TranslateBatchBody.parse({ texts: [text], ...pair, protect: ["big \\w+"] }), ...pair };
  const [item] = (await translateBatch(caller, batch)).translations;
  isKept((item as { translation: string }).translation, "big garden");

  const named = { projectId: project.id, protect: ["big \\w+"] };
  const upload = { bytes: Buffer.from(text), fileName: "a.txt", format: "txt", options: {} };
  const resources = await resourcesOf(caller.accountId, named);
  const request = { ...upload, ...pair, localOnly: false, resources, givenOptions: { protect: named.protect }, signal };
  isKept(Buffer.from((await translateDocument(request, async () => {})).bytes).toString(), "big garden", "Red House");

  await linkGlossaries(caller, project.id, { glossaries: [{ glossaryId: glossary.id }] });
  const document = await addDocument(caller, project.id, "a.json", JSON.stringify({ a: text }));
  await runJobs(caller);
  isKept((await textsOf(document.id))[0]!.text!, "Red House", "door 7");
});

test("a protect pattern matches a text even if pattern and text are in different Unicode normal forms (NFC and NFD)", async () => {
  const { caller } = await newProject();
  for (const protect of ["café\\w*", "cafe\u0301\\w*"])
    for (const text of ["The café is red.", "The cafe\u0301 is red."]) {
      const input = { ...TranslateBody.parse({ text, ...pair, protect: [protect] }), ...pair };
      expect((await translateText(caller, input)).translation.normalize(), `${protect} in ${text}`).toContain("café ");
    }
});

test("the phrase book doesn't translate a phrase that matches a protect pattern", async () => {
  const { caller } = await newProject();
  const input = { ...TranslateBody.parse({ text: "Settings", ...pair, protect: ["^Settings$"] }), ...pair };
  expect((await translateText(caller, input)).translation).toBe("Settings");
});

test("an invalid protect pattern is refused with 400, and the error gives its index", async () => {
  const { caller, project } = await newProject();
  const errors = [{ path: "protect.1", code: "format", reason: "pattern_unusable" }];
  const input = { ...TranslateBody.parse({ text: "A house", ...pair, protect: ["a", "(?=b)"] }), ...pair };
  await expect(translateText(caller, input)).rejects.toMatchObject({ status: 400, details: { errors } });
  const patch = { protect: ["a", "("] };
  await expect(patchProject(caller, project.id, patch)).rejects.toMatchObject({ status: 400, details: { errors } });
  const glossary = { name: "G", sourceLanguage: "en", ...patch };
  const created = db().transaction((tx) => createGlossary(caller, glossary, tx));
  await expect(created).rejects.toMatchObject({ status: 400, details: { errors } });
  expect(TranslateBody.safeParse({ text: "a", target: "es", protect: Array(21).fill("a") }).success).toBe(false);
  expect(TranslateBody.safeParse({ text: "a", target: "es", protect: ["a".repeat(201)] }).success).toBe(false);
});
