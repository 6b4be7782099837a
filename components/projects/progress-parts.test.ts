import { expect, test } from "vitest";
import type { Progress, Project } from "@/lib/schemas/projects";
import { progressParts } from "./progress-parts";
import { remainingOf, tasksOf } from "./remaining";

const NONE = { total: 0, untranslated: 0, draft: 0, needsWork: 0, translated: 0, reviewed: 0, excluded: 0 };

function progress(counts: Partial<typeof NONE>, percents: Partial<Progress> = {}): Progress {
  const full = { ...NONE, ...counts };
  return {
    segments: full,
    words: full,
    draftedPercent: 0,
    translatedPercent: 0,
    reviewedPercent: 0,
    machineWords: 0,
    outdatedSegments: 0,
    qa: { errors: 0, warnings: 0 },
    openIssues: 0,
    ...percents,
  };
}

const shares = (parts: readonly { percent: number }[]) => parts.map(({ percent }) => percent);

test("the progress bar shows reviewed, translated and drafted words separately, and the percentage of reviewed words", () => {
  const { measure, percent, parts } = progressParts(
    "mt_review",
    progress({ total: 20, reviewed: 5, translated: 4, draft: 8, needsWork: 2 }, { reviewedPercent: 25 }),
  );
  expect([measure, percent, shares(parts)]).toEqual(["reviewed", 25, [25, 20, 50]]);
});

test("drafts count as progress in a workflow without review", () => {
  const drafted = progress({ total: 10, draft: 10 }, { draftedPercent: 100 });
  const { measure, percent, parts } = progressParts("mt_only", drafted);
  expect([measure, percent, shares(parts)]).toEqual(["drafted", 100, [0, 0, 100]]);
});

test("the percentage of progress is rounded down, so that only complete work shows 100 %", () => {
  const { percent } = progressParts("human", progress({ total: 1000, reviewed: 999 }, { reviewedPercent: 99.9 }));
  expect(percent).toBe(99);
});

test.each([
  ["mt_review", { untranslated: 1, draft: 2, needsWork: 3, translated: 4 }, ["translate 1", "revise 3", "review 6"]],
  ["mt_translate_review", { untranslated: 1, draft: 2, translated: 4 }, ["translate 3", "review 4"]],
  ["human", { draft: 2, reviewed: 5 }, ["translate 2"]],
  ["mt_only", { draft: 2, needsWork: 1 }, ["revise 1"]],
] as const)("the workflow %s lists the tasks that are left for people", (workflow, counts, expected) => {
  expect(tasksOf(workflow, progress(counts)).map(({ task, count }) => `${task} ${count}`)).toEqual(expected);
});

test("a project's summary shows what is left to do", () => {
  const project = {
    status: "in_progress",
    activity: null,
    documentCount: 1,
    workflow: "human",
    allowedTransitions: ["cancelled"],
    languages: [{ status: "completed" }, { status: "translating" }],
    progress: progress({ total: 2, untranslated: 1 }),
  } as Project;
  expect(remainingOf(project)).toMatchObject({
    kind: "work",
    done: 1,
    languages: 2,
    tasks: [{ task: "translate", count: 1 }],
  });
  expect(remainingOf({ ...project, documentCount: 0 }).kind).toBe("noDocuments");
  expect(remainingOf({ ...project, progress: progress({ total: 0 }) }).kind).toBe("noText");
  expect(remainingOf({ ...project, activity: "importing" }).kind).toBe("importing");
  expect(remainingOf({ ...project, allowedTransitions: ["in_progress"] }).kind).toBe("unstarted");
  expect(remainingOf({ ...project, status: "completed" }).kind).toBe("completed");
});
