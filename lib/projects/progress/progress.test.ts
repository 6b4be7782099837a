import { afterAll, describe, expect, test } from "vitest";
import { addDocument, newProject, runJobs } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { NO_COUNTS } from "./counters";
import { listProgress, progressOf } from "./progress";

afterAll(closeSandbox);

describe("progress of a project", () => {
  test("progress is measured in words and rounded down, so that 100 % means complete", () => {
    const counts = { ...NO_COUNTS, wUntranslated: 1, wReviewed: 1_999, sUntranslated: 1, sReviewed: 1 };
    expect(progressOf(counts)).toMatchObject({ draftedPercent: 99.9, translatedPercent: 99.9, reviewedPercent: 99.9 });
    expect(progressOf({ ...counts, wUntranslated: 0 })).toMatchObject({ reviewedPercent: 100 });
    expect(progressOf({ ...NO_COUNTS, wDraft: 1, wNeedsWork: 1, wTranslated: 1, wReviewed: 1 })).toMatchObject({
      draftedPercent: 100,
      translatedPercent: 50,
      reviewedPercent: 25,
    });
  });

  test("progress is measured in segments if texts have no words, and is unknown without segments", () => {
    expect(progressOf({ ...NO_COUNTS, sDraft: 3, sReviewed: 1 })).toMatchObject({ reviewedPercent: 25 });
    expect(progressOf(NO_COUNTS)).toMatchObject({
      draftedPercent: null,
      translatedPercent: null,
      reviewedPercent: null,
    });
  });
});

test("progress can be listed by language, by document, or by both", async () => {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "ca"] });
  const ids = [];
  for (const [name, count] of [
    ["a.json", 1],
    ["b.json", 2],
  ] as const) {
    const segments = Array.from({ length: count }, (_, i) => ({ key: `${i}`, source: `House ${name} ${i}` }));
    ids.push((await addDocument(caller, project.id, name, { segments })).id);
  }
  await runJobs(caller);
  const [a = "", b = ""] = ids;
  const listed = async (by: "language" | "document" | "matrix") =>
    (await listProgress(caller, project.id, by)).progress
      .map(({ language, documentId, progress }) => [language, documentId, progress.segments.total] as const)
      .sort((x, y) => `${x}`.localeCompare(`${y}`));
  const sorted = (rows: (readonly [string | null, string | null, number])[]) =>
    rows.sort((x, y) => `${x}`.localeCompare(`${y}`));
  expect(await listed("language")).toEqual([
    ["ca", null, 3],
    ["es", null, 3],
  ]);
  expect(await listed("document")).toEqual(
    sorted([
      [null, a, 2],
      [null, b, 4],
    ]),
  );
  expect(await listed("matrix")).toEqual(
    sorted([
      ["ca", a, 1],
      ["ca", b, 2],
      ["es", a, 1],
      ["es", b, 2],
    ]),
  );
});
