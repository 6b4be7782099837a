import { afterAll, expect, test } from "vitest";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { patchProject } from "./edit-project";
import { getProject } from "./project-view";
import { editTranslation } from "./segments/edit-translation";

afterAll(closeSandbox);

const DAY_MS = 86_400_000;

test("a project needs attention if it is overdue or due soon", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const due = async (days: number | null) => {
    const dueAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    await patchProject(caller, project.id, { dueAt });
    const { health, dueAt: stored, languages } = await getProject(caller, project.id);
    expect([stored, languages[0]!.dueAt]).toEqual([dueAt, null]);
    return health;
  };
  expect(await due(null)).toEqual({ level: "ok", reasons: [] });
  expect(await due(-1)).toEqual({ level: "attention", reasons: ["overdue"] });
  expect(await due(2)).toEqual({ level: "attention", reasons: ["due_soon"] });
  expect(await due(4)).toEqual({ level: "ok", reasons: [] });
});

test("the blockers of a project in progress or in review name what is missing", async () => {
  const { caller, project } = await newProject();
  const segments = [{ key: "a", source: "Big." }];
  await patchProject(caller, project.id, { workflow: "human" });
  const { id } = await addDocument(caller, project.id, "a.json", { segments });
  await runJobs(caller);
  const blockers = async () => (await getProject(caller, project.id)).blockers.map(({ code, count }) => [code, count]);
  const edit = async (body: Record<string, unknown>) => {
    const [row] = await textsOf(id);
    await editTranslation(caller, row!.id, "es", row!.revision, PatchTranslationBody.parse(body));
  };
  expect(await blockers()).toEqual([["segments_untranslated", 1]]);
  await edit({ text: "Grande.", state: "translated" });
  expect((await getProject(caller, project.id)).status).toBe("in_review");
  expect(await blockers()).toEqual([["segments_unreviewed", 1]]);
  await edit({ state: "reviewed" });
  expect(await blockers()).toEqual([]);
});
