import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { segments, translationRevisions } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import type { AppError } from "@/lib/base/errors";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { editTranslation } from "./edit-translation";
import { listRevisions, revertTranslation } from "./history";

afterAll(closeSandbox);

async function plural() {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["pl"] });
  const document = await addDocument(caller, project.id, "a.json", {
    segments: [
      { key: "files", source: "files" },
      { key: "other", source: "A house." },
    ],
  });
  await runJobs(caller);
  const [one, other] = await textsOf(document.id, "pl");
  await db()
    .update(segments)
    .set({ pluralRule: "cardinal", sourceForms: { one: "file", other: "files" } })
    .where(eq(segments.id, one!.segmentId));
  const edit = (revision: number, body: Record<string, unknown>, id = one!.segmentId) =>
    editTranslation(caller, id, "pl", revision, PatchTranslationBody.parse(body));
  return { caller, id: one!.segmentId, otherId: other!.segmentId, edit };
}

const refusal = async (work: Promise<unknown>) => {
  const error = (await work.catch((thrown) => thrown)) as AppError;
  return [error.status, (error.details as { errors: { path: string }[] }).errors[0]?.path];
};

test("editing a plural form keeps the other forms, and missing forms prevent confirmation", async () => {
  const { edit } = await plural();
  const first = await edit(0, { forms: { one: "plik", other: "pliku" } });
  expect(first).toMatchObject({ text: "pliku", forms: { one: "plik", other: "pliku" }, state: "draft", revision: 1 });
  expect(first.issues.map(({ check, params }) => [check, params.form]).sort()).toEqual([
    ["plural.categories", "few"],
    ["plural.categories", "many"],
  ]);
  await expect(edit(1, { state: "translated" })).rejects.toMatchObject({ status: 409 });
  const all = await edit(1, { forms: { few: "pliki", many: "plików" }, state: "translated" });
  expect(all).toMatchObject({ state: "translated", revision: 2, issues: [] });
  expect(all.forms).toEqual({ one: "plik", few: "pliki", many: "plików", other: "pliku" });
  expect((await edit(2, { forms: { few: "pliki" } })).revision).toBe(2);
});

test('an edit is refused if it sends "text" for a plural message, "forms" for a simple text, or an unknown form', async () => {
  const { edit, otherId } = await plural();
  expect(await refusal(edit(0, { text: "pliki" }))).toEqual([400, "forms"]);
  expect(await refusal(edit(0, { forms: { one: "Dom." } }, otherId))).toEqual([400, "forms"]);
  expect(await refusal(edit(0, { forms: { plenty: "x" } }))).toEqual([400, "forms.plenty"]);
});

test("revisions contain every plural form; restoring an old revision without forms keeps the current forms", async () => {
  const { caller, id, edit } = await plural();
  await edit(0, { forms: { one: "a", few: "b", many: "c", other: "d" } });
  await edit(1, { forms: { few: "x", many: null } });
  const { revisions } = await listRevisions(caller, id, "pl", { limit: 10 });
  expect(revisions.map(({ forms }) => forms)).toEqual([
    { one: "a", few: "x", other: "d" },
    { one: "a", few: "b", many: "c", other: "d" },
  ]);
  const revert = (to: number) => db().transaction((tx) => revertTranslation(caller, id, "pl", to, undefined, tx));
  expect((await revert(1)).forms).toEqual({ one: "a", few: "b", many: "c", other: "d" });
  const first = and(eq(translationRevisions.segmentId, id), eq(translationRevisions.revision, 1));
  await db().update(translationRevisions).set({ forms: null, text: "e" }).where(first);
  expect((await revert(1)).forms).toEqual({ one: "a", few: "b", many: "c", other: "e" });
});

test("a plural form that the language doesn't have is refused, and the error lists its forms", async () => {
  const { edit } = await plural();
  await expect(edit(0, { forms: { two: "dwa pliki" } })).rejects.toMatchObject({
    details: {
      errors: [{ path: "forms.two", message: expect.stringContaining("Its forms: one, few, many, other.") }],
    },
  });
});
