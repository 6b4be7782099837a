import { describe, expect, test } from "vitest";
import { languageStatus, projectStatus } from "./status";

const none = { untranslated: 0, draft: 0, needsWork: 0, translated: 0, reviewed: 0 };

describe("languageStatus", () => {
  test.each([
    ["has no segments", "mt_review", none, 0, "pending"],
    ["has anything untranslated", "mt_review", { ...none, untranslated: 1, reviewed: 9 }, 0, "translating"],
    ["has drafts that wait for a translator", "mt_translate_review", { ...none, draft: 1 }, 0, "translating"],
    ["has rejected texts", "human", { ...none, needsWork: 1, reviewed: 3 }, 0, "translating"],
    ["has drafts that wait for review", "mt_review", { ...none, draft: 4 }, 0, "in_review"],
    ["has all but one reviewed", "mt_review", { ...none, translated: 1, reviewed: 9 }, 0, "in_review"],
    ["has all reviewed", "mt_review", { ...none, reviewed: 9 }, 0, "completed"],
    ["has all reviewed and an open error", "mt_review", { ...none, reviewed: 9 }, 1, "in_review"],
    ["needs no review", "mt_only", { ...none, draft: 9 }, 0, "completed"],
    ["needs no review but has a rejected text", "mt_only", { ...none, draft: 8, needsWork: 1 }, 0, "in_review"],
  ] as const)(
    "languageStatus returns the expected status of a language that %s",
    (_, workflow, counts, qaErrors, expected) => {
      expect(languageStatus(workflow, counts, qaErrors)).toBe(expected);
    },
  );
});

describe("projectStatus", () => {
  const project = { stored: "draft", started: true, forced: false } as const;
  test.each([
    ["was not started", { ...project, started: false, languages: ["translating"] }, "draft"],
    ["has no content", { ...project, languages: ["pending", "pending"] }, "draft"],
    ["still translates one language", { ...project, languages: ["completed", "translating"] }, "in_progress"],
    ["has a language without content yet", { ...project, languages: ["in_review", "pending"] }, "in_progress"],
    ["has every language in review or done", { ...project, languages: ["in_review", "completed"] }, "in_review"],
    ["has every language done", { ...project, languages: ["completed", "completed"] }, "completed"],
    ["was completed by force", { ...project, forced: true, languages: ["in_review"] }, "completed"],
    ["was completed by force but is empty", { ...project, forced: true, languages: ["pending"] }, "draft"],
    ["was completed and has new work", { ...project, stored: "completed", languages: ["in_review"] }, "in_review"],
    ["was cancelled", { ...project, stored: "cancelled", languages: ["completed"] }, "cancelled"],
    ["was archived", { ...project, stored: "archived", languages: ["completed"] }, "archived"],
  ] as const)("projectStatus returns the expected status of a project that %s", (_, given, expected) => {
    expect(projectStatus(given)).toBe(expected);
  });
});
