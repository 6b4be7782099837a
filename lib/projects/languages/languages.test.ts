import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { addDocument, eventsOf, newProject, runJobs, textsOf } from "@/e2e/projects";
import { createComment, listComments } from "@/lib/projects/segments/comments";
import { CommentsQuery, CreateCommentBody } from "@/lib/schemas/comments";
import { AddLanguageBody, MAX_LANGUAGES, PatchLanguageBody } from "@/lib/schemas/projects";
import { addLanguage, listLanguagesOf, patchLanguage, readLanguage, removeLanguage } from "./languages";
import { requireProjectLanguages } from "./require-language";

async function worked(over: Record<string, unknown> = {}) {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "fr"], ...over });
  const segments = [{ key: "a", source: "The house is big." }];
  const document = await addDocument(caller, project.id, "texts.json", { segments });
  await runJobs(caller);
  const add = (input: Record<string, unknown>) =>
    db().transaction((tx) => addLanguage(caller, project.id, AddLanguageBody.parse(input), tx));
  const patch = (tag: string, input: Record<string, unknown>) =>
    patchLanguage(caller, project.id, tag, PatchLanguageBody.parse(input));
  return { caller, project, document, add, patch };
}

const fault = (...errors: unknown[]) => ({ code: "invalid_request", details: { errors } });

describe("adding a language", () => {
  test("a new language is added at the end, and all its segments are untranslated", async () => {
    const { caller, project, document, add } = await worked();
    expect(await add({ language: "de", dueAt: "2999-01-01T00:00:00Z" })).toMatchObject({
      language: "de",
      dueAt: "2999-01-01T00:00:00.000Z",
      translator: null,
    });
    const all = await listLanguagesOf(caller, project.id);
    expect(all.map(({ language }) => language)).toEqual(["es", "fr", "de"]);
    expect((await textsOf(document.id, "de")).map(({ state, text }) => [state, text])).toEqual([
      ["untranslated", null],
    ]);
    expect(await eventsOf(project.id)).toContain("project.language.added");
  });

  test("a language can't be added if it is the source language, is already in the project or exceeds the limit of languages", async () => {
    const { add } = await worked();
    await expect(add({ language: "en" })).rejects.toMatchObject(fault({ path: "language", code: "same_language" }));
    await expect(add({ language: "es" })).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "language_exists" },
    });
    const codes = "de it pt ca gl nl sv da nb fi pl cs sk hu ro bg el tr ru uk ar he ja ko zh vi th id ms hi bn eu";
    const more = codes.split(" ").concat("et lv lt sl hr sr mk sq is ga cy mt af sw fa ur ta te".split(" "));
    const full = await worked({ targetLanguages: more.slice(0, MAX_LANGUAGES) });
    await expect(full.add({ language: "fr" })).rejects.toMatchObject({
      code: "too_large",
      message: `A project can have at most ${MAX_LANGUAGES} target languages.`,
      details: { limit: MAX_LANGUAGES, actual: MAX_LANGUAGES + 1, field: "language" },
    });
  });
});

describe("assigning people to a language", () => {
  test("only members whose role allows the work can be assigned to a language", async () => {
    const { caller, add, patch } = await worked();
    const translator = await newPerson({ accountId: caller.accountId, role: "translator" });
    const viewer = await newPerson({ accountId: caller.accountId, role: "viewer" });
    const stranger = await newPerson();
    const unfit = (path: string) => ({ path, code: "format", reason: "unfit_member" });
    await expect(
      add({ language: "de", translatorId: stranger.userId, reviewerId: translator.userId }),
    ).rejects.toMatchObject(fault(unfit("translatorId"), unfit("reviewerId")));
    await expect(patch("es", { translatorId: viewer.userId })).rejects.toMatchObject(fault(unfit("translatorId")));
    expect(await patch("es", { translatorId: translator.userId })).toMatchObject({
      translator: { id: translator.userId },
    });
  });

  test("reviewer and due date of a language can be changed separately", async () => {
    const { caller, project, patch } = await worked();
    const reviewer = await newPerson({ accountId: caller.accountId, role: "reviewer" });
    await patch("ES", { reviewerId: reviewer.userId, dueAt: "2999-01-01T00:00:00Z" });
    expect(await patch("es", { reviewerId: null })).toMatchObject({
      reviewer: null,
      dueAt: "2999-01-01T00:00:00.000Z",
    });
    expect(await patch("es", { dueAt: null })).toMatchObject({ dueAt: null });
    expect(await readLanguage(caller, project.id, "fr")).toMatchObject({ reviewer: null, dueAt: null });
    const before = await eventsOf(project.id);
    await patch("es", {});
    expect(await eventsOf(project.id)).toEqual(before);
    await expect(patch("gl", {})).rejects.toMatchObject({ code: "not_found" });
  });
});

test("removing a language deletes its translations and comments, and keeps those of other languages", async () => {
  const { caller, project, document } = await worked();
  const [{ id: segmentId } = { id: "" }] = await textsOf(document.id);
  for (const language of ["es", "fr"]) {
    const body = CreateCommentBody.parse({ segmentId, language, body: `In ${language}` });
    await db().transaction((tx) => createComment(caller, project.id, body, tx));
  }
  await removeLanguage(caller, project.id, "es");
  expect(await textsOf(document.id, "es")).toEqual([]);
  expect(await textsOf(document.id, "fr")).toHaveLength(1);
  const { comments } = await listComments(caller, project.id, CommentsQuery.parse({}));
  expect(comments.map(({ body }) => body)).toEqual(["In fr"]);
  await expect(removeLanguage(caller, project.id, "fr")).rejects.toMatchObject({
    code: "conflict",
    details: { reason: "last_language" },
  });
});

test("requested languages are matched to project languages without duplicates, and the error for an unknown language gives its index", async () => {
  const { caller, project } = await worked();
  const row = { id: project.id, accountId: caller.accountId } as never;
  expect(await requireProjectLanguages(row, ["FR", "es", "fr"])).toEqual(["fr", "es"]);
  await expect(requireProjectLanguages(row, ["es", "gl"], db(), "languages")).rejects.toMatchObject(
    fault({ path: "languages.1", code: "unsupported_language", suggestions: ["es", "fr"] }),
  );
  await expect(requireProjectLanguages(row, ["gl"])).rejects.toMatchObject(fault({ path: "language" }));
});
