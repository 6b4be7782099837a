import { describe, expect, it } from "vitest";
import type { Project } from "@/lib/schemas/projects";
import { workOf } from "./waiting";

const ADA = { id: "usr_ada", name: "Ada" };
const BO = { id: "usr_bo", name: "Bo" };

function project(workflow: Project["workflow"], people: object, dueAt: string | null = null): Project {
  const segments = { total: 15, untranslated: 1, draft: 2, needsWork: 3, translated: 4, reviewed: 5, excluded: 0 };
  const language = { language: "es", dueAt: null, translator: null, reviewer: null, progress: { segments }, ...people };
  return { workflow, dueAt, languages: [language] } as Project;
}

const counts = (one: Project) => workOf([one], ADA.id).map(({ role, count, states }) => [role, count, states]);

describe("work that waits for a person", () => {
  it("the inbox omits work in languages that are assigned to other people", () => {
    expect(workOf([project("human", { translator: BO, reviewer: BO })], ADA.id)).toEqual([]);
  });

  it("the inbox lists drafts and rejected texts for the translator, and translated texts for the reviewer", () => {
    for (const workflow of ["human", "mt_translate_review"] as const)
      expect(counts(project(workflow, { translator: ADA, reviewer: ADA }))).toEqual([
        ["translator", 6, "untranslated,draft,needs_work"],
        ["reviewer", 4, "translated"],
      ]);
  });

  it("a reviewer of machine translation sees drafts, and also rejected texts if there is no translator", () => {
    expect(counts(project("mt_review", { reviewer: ADA }))).toEqual([["reviewer", 9, "draft,needs_work,translated"]]);
    expect(counts(project("mt_review", { reviewer: ADA, translator: BO }))).toEqual([
      ["reviewer", 6, "draft,translated"],
    ]);
    expect(counts(project("mt_review", { translator: ADA }))).toEqual([["translator", 4, "untranslated,needs_work"]]);
    expect(counts(project("mt_only", { reviewer: ADA }))).toEqual([["reviewer", 0, "draft,needs_work,translated"]]);
  });

  it("the inbox sorts work by the due date of its language or else of its project, and lists work without a due date last", () => {
    const [late, early] = ["2026-03-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
    const undated = project("human", { translator: ADA });
    const byProject = project("human", { translator: ADA }, late);
    const byLanguage = project("human", { translator: ADA, dueAt: early }, late);
    const order = workOf([undated, byProject, byLanguage], ADA.id).map(({ dueAt }) => dueAt);
    expect(order).toEqual([early, late, null]);
  });
});
