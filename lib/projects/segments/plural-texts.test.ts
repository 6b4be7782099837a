import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { translationChanges } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { sendBulk, sendUndo } from "@/lib/projects/bulk/send";
import { pretranslate } from "@/lib/projects/pretranslate/pretranslate";
import { createProject } from "@/lib/projects/projects";
import { linkGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { CreateTermBody } from "@/lib/schemas/glossaries";
import { UnitsQuery } from "@/lib/schemas/memories";
import { PretranslateBody } from "@/lib/schemas/pretranslate";
import { CreateProjectBody } from "@/lib/schemas/projects";
import { PatchTranslationBody, SegmentsQuery } from "@/lib/schemas/segments";
import { createTerm } from "@/lib/translation/glossaries/edit-terms";
import { createGlossary } from "@/lib/translation/glossaries/glossaries";
import { memoriesOf } from "@/lib/translation/memory/match";
import { listUnits, patchUnit } from "@/lib/translation/memory/units";
import { listProjectEvents } from "@/lib/work/events/events";
import { publishTranslationChanges } from "@/lib/work/events/translation-changes";
import { getJob } from "@/lib/work/jobs/jobs";
import { editTranslation } from "./edit-translation";
import { getSegment, listSegments } from "./list-segments";
import { findMatches } from "./matches";

afterAll(closeSandbox);

const FILES = { one: "One selected file", other: "{count} selected files" };
const PLIKI = {
  one: "Jeden wybrany plik",
  few: "{count} wybrane pliki",
  many: "{count} wybranych plików",
  other: "{count} wybranego pliku",
};

/** A project with target language Polish, the same plural message twice, and a text equal to its main form. */
async function messages() {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["pl"] });
  const document = await addDocument(caller, project.id, "a.json", {
    segments: [
      { key: "files", sourceForms: FILES },
      { key: "again", sourceForms: FILES },
      { key: "plain", source: FILES.other },
    ],
  });
  await runJobs(caller);
  const [first, again, plain] = (await textsOf(document.id, "pl")).map(({ id }) => id);
  const edit = async (id: string, body: Record<string, unknown>) => {
    const { translation } = await getSegment(caller, id, "pl");
    return editTranslation(caller, id, "pl", translation.revision, PatchTranslationBody.parse(body));
  };
  const formsOf = async (id: string) => (await getSegment(caller, id, "pl")).translation.forms;
  return { caller, projectId: project.id, first: first!, again: again!, plain: plain!, edit, formsOf };
}

test("a plural message is one segment that counts the words and characters of all source forms", async () => {
  const { caller, first } = await messages();
  const segment = await getSegment(caller, first, "pl");
  expect(segment).toMatchObject({
    source: FILES.other,
    sourceForms: FILES,
    plural: { rule: "cardinal", forms: [{ name: "one", samples: [1], required: true }, {}, {}, { name: "other" }] },
    wordCount: 6,
    charCount: FILES.one.length + FILES.other.length,
    repetitions: 1,
    translation: { text: null, forms: {}, state: "untranslated" },
  });
});

test("a plural translation with missing forms is a draft with issues for them, and one without any form is untranslated", async () => {
  const { first, edit } = await messages();
  const some = await edit(first, { forms: { one: PLIKI.one } });
  expect(some).toMatchObject({ text: null, forms: { one: PLIKI.one }, state: "draft", origin: { type: "human" } });
  expect(some.issues.map(({ check, params }) => `${check} ${params.form}`).sort()).toEqual([
    "plural.categories few",
    "plural.categories many",
    "plural.categories other",
  ]);
  await expect(edit(first, { state: "translated" })).rejects.toMatchObject({ status: 409 });
  expect(await edit(first, { forms: { one: null } })).toMatchObject({ forms: {}, state: "untranslated", issues: [] });
  await expect(edit(first, { state: "translated" })).rejects.toMatchObject({ status: 400 });
});

test("an approved plural translation is copied to repetitions and saved in the memory with all forms", async () => {
  const { caller, projectId, first, again, plain, edit, formsOf } = await messages();
  const { propagated } = await edit(first, { forms: PLIKI, state: "reviewed", propagate: true });
  expect(propagated).toEqual([again]);
  expect(await formsOf(again)).toEqual(PLIKI);
  const memoryId = (await memoriesOf(db(), caller.accountId, projectId)).write!.id;
  const unitsOf = async (q: string) => (await listUnits(caller, memoryId, UnitsQuery.parse({ q }))).units;
  const [unit] = await unitsOf("wybrane PLIKI");
  expect(unit).toMatchObject({ source: FILES.other, sourceForms: FILES, target: PLIKI.other, forms: PLIKI });
  // A text that equals only the main form is similar to the message but not the same.
  const { matches } = await findMatches(caller, plain, "pl");
  expect(matches).toMatchObject([{ match: 99, origin: "memory", target: PLIKI.other, forms: PLIKI }]);

  const corrected = await patchUnit(caller, memoryId, unit!.id, { forms: { other: "pliku", few: "pliki" } });
  expect(corrected).toMatchObject({ target: "pliku", forms: { ...PLIKI, other: "pliku", few: "pliki" } });
  const refused = { details: { errors: [{ path: "forms" }] } };
  await expect(patchUnit(caller, memoryId, unit!.id, { target: "x" })).rejects.toMatchObject(refused);
  await expect(patchUnit(caller, memoryId, unit!.id, { forms: { two: "x" } })).rejects.toMatchObject(refused);

  const next = await otherProject(caller);
  expect((await findMatches(caller, next.id, "pl")).matches).toMatchObject([
    { match: 100, sourceForms: FILES, forms: { one: PLIKI.one, few: "pliki" } },
  ]);
  await db().transaction((tx) =>
    pretranslate(caller, next.projectId, PretranslateBody.parse({ languages: ["pl"], method: ["tm"] }), tx),
  );
  await runJobs(caller);
  expect((await getSegment(caller, next.id, "pl")).translation).toMatchObject({
    state: "draft",
    forms: { ...PLIKI, other: "pliku", few: "pliki" },
    origin: { type: "tm", match: 100 },
  });
});

/** Another project of the account with the same memory, and with the message at another position. */
async function otherProject(caller: Caller) {
  const body = CreateProjectBody.parse({
    name: "Other",
    sourceLanguage: "en",
    targetLanguages: ["pl"],
    workflow: "human",
  });
  const project = await db().transaction((tx) => createProject(caller, body, tx));
  const document = await addDocument(caller, project.id, "b.json", {
    segments: [{ key: "elsewhere", sourceForms: FILES }],
  });
  await runJobs(caller);
  const [one] = await textsOf(document.id, "pl");
  return { projectId: project.id, id: one!.id };
}

test("pretranslation fills missing plural forms and keeps forms that a person typed", async () => {
  const { caller, projectId, first, again, edit, formsOf } = await messages();
  await edit(first, { forms: PLIKI, state: "translated" });
  await edit(again, { forms: { one: "1 plik, wybrany" } });
  const { jobs } = await db().transaction((tx) =>
    pretranslate(caller, projectId, PretranslateBody.parse({ languages: ["pl"], method: ["tm"] }), tx),
  );
  await runJobs(caller);
  expect(await formsOf(again)).toEqual({ ...PLIKI, one: "1 plik, wybrany" });
  expect((await getSegment(caller, again, "pl")).translation).toMatchObject({
    state: "draft",
    origin: { edited: true },
  });
  // After the undo, only the typed form remains.
  await db().transaction((tx) => sendUndo(caller, jobs[0]!.id, tx));
  await runJobs(caller);
  expect(await formsOf(again)).toEqual({ one: "1 plik, wybrany" });
});

test("a search finds text in any plural form; a replacement changes every form and is undone as a whole", async () => {
  const { caller, projectId, first, edit, formsOf } = await messages();
  await edit(first, { forms: PLIKI });
  const found = async (q: string) =>
    (await listSegments(caller, projectId, SegmentsQuery.parse({ language: "pl", q }))).segments.map(({ id }) => id);
  expect(await found("wybranych PLIKÓW")).toEqual([first]);
  expect((await found("one selected")).length).toBe(2);
  const bulk = async (action: Record<string, unknown>) => {
    const body = BulkBody.parse({ language: "pl", filter: { q: "wybran" }, action });
    const id = await db().transaction((tx) => sendBulk(caller, projectId, body, tx));
    await runJobs(caller);
    return getJob(caller, id);
  };
  const job = await bulk({ type: "replace", find: "wybran", replace: "zaznaczon" });
  expect(job.result).toMatchObject({ changed: 1 });
  expect(await formsOf(first)).toEqual(
    Object.fromEntries(Object.entries(PLIKI).map(([name, text]) => [name, text.replace("wybran", "zaznaczon")])),
  );
  await db().transaction((tx) => sendUndo(caller, job.id, tx));
  await runJobs(caller);
  expect(await formsOf(first)).toEqual(PLIKI);
  expect((await bulk({ type: "clear" })).result).toMatchObject({ changed: 1 });
  expect(await formsOf(first)).toEqual({});
});

test("webhook events and responses to outdated edits contain all plural forms", async () => {
  const { caller, projectId, first, edit } = await messages();
  await edit(first, { forms: PLIKI });
  const stale = editTranslation(caller, first, "pl", 0, PatchTranslationBody.parse({ forms: { one: "x" } }));
  await expect(stale).rejects.toMatchObject({ status: 412, details: { current: { forms: PLIKI } } });
  await db()
    .update(translationChanges)
    .set({ createdAt: new Date(0) })
    .where(eq(translationChanges.projectId, projectId));
  await publishTranslationChanges();
  const { events } = await listProjectEvents(caller, projectId, { types: ["translations.updated"], limit: 10 });
  expect(events[0]?.data).toMatchObject({ segments: [{ source: FILES.other, sourceForms: FILES, forms: PLIKI }] });
});

test("glossary terms are checked in each plural form whose source contains the term", async () => {
  const { caller, projectId, first, edit } = await messages();
  const { id: glossaryId } = await createGlossary(caller, { name: "Words", sourceLanguage: "en" }, db());
  const term = { source: "files", targets: [{ language: "pl", text: "zbiór" }] };
  await db().transaction((tx) => createTerm(caller, glossaryId, CreateTermBody.parse(term), tx));
  await linkGlossaries(caller, projectId, { glossaries: [{ glossaryId }] });
  const { issues } = await edit(first, { forms: { ...PLIKI, many: "{count} wybranych zbiór" } });
  // In the source, the form for one has no "files".
  expect(issues.map(({ check, params }) => `${check} ${params.form}`).sort()).toEqual([
    "glossary.missing few",
    "glossary.missing other",
  ]);
});
