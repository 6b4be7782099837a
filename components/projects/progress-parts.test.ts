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

const filled = (parts: readonly { percent: number }[]) => parts.reduce((sum, { percent }) => sum + percent, 0);

test("a bar is empty at 0 %, whatever is drafted or sent back", () => {
  const drafted = progress({ total: 10, draft: 8, needsWork: 2 }, { draftedPercent: 100 });
  const { percent, parts } = progressParts("mt_review", drafted);
  expect([percent, filled(parts)]).toEqual([0, 0]);
});

test("drafts fill the bar where nobody reviews them", () => {
  const { percent, parts } = progressParts("mt_only", progress({ total: 10, draft: 10 }, { draftedPercent: 100 }));
  expect([percent, filled(parts)]).toEqual([100, 100]);
});

test("the percentage is rounded down, so that 100 % means all", () => {
  const { percent } = progressParts("human", progress({ total: 1000, translated: 999 }, { translatedPercent: 99.9 }));
  expect(percent).toBe(99);
});

test.each([
  ["mt_review", { untranslated: 1, draft: 2, needsWork: 3, translated: 4 }, ["translate 1", "revise 3", "review 6"]],
  ["mt_translate_review", { untranslated: 1, draft: 2, translated: 4 }, ["translate 3", "review 4"]],
  ["human", { draft: 2, reviewed: 5 }, ["translate 2"]],
  ["mt_only", { draft: 2, needsWork: 1 }, ["revise 1"]],
] as const)("in the workflow %s people have left what it gives them", (workflow, counts, expected) => {
  expect(tasksOf(workflow, progress(counts)).map(({ task, count }) => `${task} ${count}`)).toEqual(expected);
});

test("a project says what it waits for", () => {
  const project = {
    status: "in_progress",
    activity: null,
    documentCount: 1,
    workflow: "human",
    allowedTransitions: ["cancelled"],
    languages: [{ status: "completed" }, { status: "translating" }],
    progress: progress({ total: 2, untranslated: 1 }),
  } as unknown as Project;
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
