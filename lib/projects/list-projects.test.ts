import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { CreateProjectBody, ProjectsQuery, TransitionBody } from "@/lib/schemas/projects";
import { SYSTEM } from "@/lib/work/events/actor";
import { changeProject } from "./change/change-project";
import { deleteProject } from "./edit-project";
import { patchLanguage } from "./languages/languages";
import { listProjects } from "./list-projects";
import { createProject } from "./projects";
import { changeStatus } from "./status/transitions";
import { type Change, changeTranslations } from "./translations/change-translations";

afterAll(closeSandbox);

test("the filter for machine drafts finds a project while any of its machine drafts is neither edited nor confirmed", async () => {
  const { caller, project } = await newProject({ settings: { autoStart: false } });
  const document = await addDocument(caller, project.id, "a.txt", "A house.\nA tree.");
  await runJobs(caller);
  const [house, tree] = await textsOf(document.id);
  const change = (segmentId: string, more: Omit<Change, "segmentId">) =>
    db().transaction((tx) =>
      changeProject(tx, { accountId: caller.accountId, projectId: project.id, actor: SYSTEM }, (changing) =>
        changeTranslations(changing, "es", [{ segmentId, ...more }]),
      ),
    );
  const found = async () => {
    const listed = await listProjects(caller, ProjectsQuery.parse({ machineDrafts: "true", includeTotal: "true" }));
    return [listed.projects.map(({ id }) => id), listed.total];
  };
  const [some, none] = [
    [[project.id], 1],
    [[], 0],
  ];
  expect(await found()).toEqual(none);
  await change(house!.id, { text: "Una casa.", state: "draft", origin: { type: "mt" } });
  await change(tree!.id, { text: "Un árbol.", state: "reviewed", origin: { type: "mt" } });
  expect(await found()).toEqual(some);
  await change(house!.id, { text: "La casa." });
  expect(await found()).toEqual(none);
  await change(house!.id, { text: "Una casa.", origin: { type: "mt" }, edited: false });
  expect(await found()).toEqual(some);
  await change(house!.id, { state: "translated" });
  expect(await found()).toEqual(none);
});

async function listed(caller: Caller, query: Record<string, string> = {}): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listProjects(
      caller,
      ProjectsQuery.parse({ limit: "2", includeTotal: "true", ...query, ...(cursor ? { cursor } : {}) }),
    );
    names.push(...page.projects.map(({ name }) => name));
    if (!page.nextCursor) expect(page.total).toBe(names.length);
    cursor = page.nextCursor;
  }
  return names;
}

describe("listing projects", () => {
  async function several() {
    const { caller } = await newProject({ name: "b", externalId: "crm-1", dueAt: "2999-03-01T00:00:00Z" });
    const create = (input: Record<string, unknown>) =>
      db().transaction((tx) =>
        createProject(
          caller,
          CreateProjectBody.parse({ sourceLanguage: "en", targetLanguages: ["es"], workflow: "human", ...input }),
          tx,
        ),
      );
    const french = await create({ name: "A", sourceLanguage: "fr", dueAt: "2999-01-01T00:00:00Z" });
    await create({ name: "b", targetLanguages: ["de", "it"] });
    const done = await create({ name: "C", dueAt: "2999-02-01T00:00:00Z" });
    const gone = await create({ name: "d" });
    await deleteProject(caller, gone.id);
    await db().transaction((tx) => changeStatus(caller, done.id, TransitionBody.parse({ to: "cancelled" }), tx));
    return { caller, french };
  }

  test("the pages of the project list contain each project once, in every sort order", async () => {
    const { caller } = await several();
    expect(await listed(caller)).toEqual(["C", "b", "A", "b"]);
    expect(await listed(caller, { sort: "name" })).toEqual(["A", "b", "b", "C"]);
    expect(await listed(caller, { sort: "-updatedAt" })).toEqual(["C", "b", "A", "b"]);
    expect(await listed(caller, { sort: "dueAt" })).toEqual(["A", "C", "b", "b"]);
    expect(await listed(caller, { sort: "progress" })).toHaveLength(4);
  });

  test("the project list can be filtered by language, status, name, due date and external id", async () => {
    const { caller } = await several();
    expect(await listed(caller, { sourceLanguage: "fr" })).toEqual(["A"]);
    expect(await listed(caller, { targetLanguage: "it,gl" })).toEqual(["b"]);
    expect(await listed(caller, { status: "cancelled" })).toEqual(["C"]);
    expect(await listed(caller, { q: "B" })).toEqual(["b", "b"]);
    expect(await listed(caller, { externalId: "crm-1" })).toEqual(["b"]);
    expect(await listed(caller, { dueBefore: "2999-02-01T00:00:00Z" })).toEqual(["A"]);
    expect(await listed(caller, { deleted: "true" })).toEqual(["d"]);
    expect(await listed(caller, { updatedSince: "2999-02-01T00:00:00Z" })).toEqual([]);
    expect(await listed(caller, { health: "blocked" })).toEqual([]);
    expect(await listed((await several()).caller, { externalId: "crm-1" })).toEqual(["b"]);
  });

  test("the project list includes archived projects only on request", async () => {
    const { caller, french } = await several();
    await db().transaction((tx) => changeStatus(caller, french.id, TransitionBody.parse({ to: "cancelled" }), tx));
    await db().transaction((tx) => changeStatus(caller, french.id, TransitionBody.parse({ to: "archived" }), tx));
    expect(await listed(caller)).toEqual(["C", "b", "b"]);
    expect(await listed(caller, { includeArchived: "true" })).toEqual(["C", "b", "A", "b"]);
    expect(await listed(caller, { status: "archived" })).toEqual(["A"]);
  });

  test("the project list of an assignee contains projects that they translate or review, and is empty for an API key", async () => {
    const { caller, french } = await several();
    const person = await newPerson({ accountId: caller.accountId, role: "reviewer" });
    await patchLanguage(caller, french.id, "es", { reviewerId: person.userId });
    expect(await listed(person, { assigneeId: "me" })).toEqual(["A"]);
    expect(await listed(caller, { assigneeId: "me" })).toEqual([]);
    await patchLanguage(caller, french.id, "es", { reviewerId: null, translatorId: person.userId });
    expect(await listed(caller, { assigneeId: person.userId })).toEqual(["A"]);
  });
});
