import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { linkGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { CreateTermBody } from "@/lib/schemas/glossaries";
import { createTerm } from "@/lib/translation/glossaries/edit-terms";
import { createGlossary } from "@/lib/translation/glossaries/glossaries";
import { suggestTranslation } from "./suggest";

afterAll(closeSandbox);

test("an engine's suggestion equals the machine draft: it uses the project's glossaries and supports regional languages", async () => {
  const { caller, project } = await newProject({ targetLanguages: ["es-MX"] });
  const glossary = await createGlossary(caller, { name: "Terms", sourceLanguage: "en" }, db());
  const term = CreateTermBody.parse({ source: "house", targets: [{ language: "es", text: "edificio" }] });
  await db().transaction((tx) => createTerm(caller, glossary.id, term, tx));
  await linkGlossaries(caller, project.id, { glossaries: [{ glossaryId: glossary.id }] });
  const document = await addDocument(caller, project.id, "a.txt", "The house is big.");
  await runJobs(caller);
  const [draft] = await textsOf(document.id, "es-MX");
  expect(draft?.text).toContain("edificio");
  const suggestion = await suggestTranslation(caller, draft!.id, "es-MX", new AbortController().signal);
  expect(suggestion).toMatchObject({ text: draft?.text, engine: "apertium" });
});

test("a suggestion for a plural message contains each form of the language, like a machine draft", async () => {
  const { caller, project } = await newProject();
  const segments = [{ key: "a", sourceForms: { one: "The house is big.", other: "The houses are big." } }];
  const document = await addDocument(caller, project.id, "a.json", { segments });
  await runJobs(caller);
  const [draft] = await textsOf(document.id);
  const forms = { one: "La casa es grande.", other: "Las casas son grandes." };
  expect(draft).toMatchObject({ text: forms.other, forms: { one: forms.one }, state: "draft", origin: "mt" });
  const suggestion = await suggestTranslation(caller, draft!.id, "es", new AbortController().signal);
  expect(suggestion).toMatchObject({ text: forms.other, forms, engine: "apertium" });
});
