import { expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { changeProject } from "@/lib/projects/change/change-project";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import { QaIssuesQuery } from "@/lib/schemas/segments";
import { listQaIssues } from "./qa-issues";

/** A document of `count` segments whose first `faulty` translations lack a number. */
async function translated({ count, faulty, by }: { count: number; faulty: number; by: "human" | "mt" }) {
  const { caller, project } = await newProject({ workflow: "human" });
  const lines = Array.from({ length: count }, (_, i) => `House ${i + 10} is big.`);
  const document = await addDocument(caller, project.id, "houses.txt", lines.join("\n\n"));
  await runJobs(caller);
  const target = { accountId: caller.accountId, projectId: project.id, actor: { type: "user", id: null } as const };
  const changes = (await textsOf(document.id)).map(({ id: segmentId }, i) => ({
    segmentId,
    text: i < faulty ? "La casa es grande." : `La casa ${i + 10} es grande.`,
    state: by === "mt" ? ("draft" as const) : ("translated" as const),
    origin: { type: by },
  }));
  await db().transaction((tx) => changeProject(tx, target, (change) => changeTranslations(change, "es", changes)));
  const list = (query = {}) => listQaIssues(caller, project.id, QaIssuesQuery.parse({ limit: "100", ...query }));
  return { document, list };
}

const CHECK = "number.missing";
const checksOf = (found: { issues: readonly { check: string }[] }) => found.issues.map(({ check }) => check);

test("a check that reports more than a fifth of a file's finished texts is named once", async () => {
  const { document, list } = await translated({ count: 20, faulty: 5, by: "human" });
  const found = await list();
  const misreading = { check: CHECK, documentId: document.id, language: "es", findings: 5, translations: 20 };
  expect(found.misreadings).toEqual([misreading]);
  expect(checksOf(found)).not.toContain(CHECK);
  expect(checksOf(await list({ misreadings: "true" })).filter((check) => check === CHECK)).toHaveLength(5);
  expect((await list({ check: "punctuation.end" })).misreadings).toEqual([]);
  expect((await list({ language: "es", check: CHECK })).misreadings).toEqual([misreading]);
});

test.each([
  ["a fifth of the finished texts", { count: 20, faulty: 4, by: "human" }],
  ["most of fewer than 20 texts", { count: 19, faulty: 15, by: "human" }],
  ["machine drafts", { count: 20, faulty: 20, by: "mt" }],
] as const)("findings in %s are listed one by one", async (_, texts) => {
  const { list } = await translated(texts);
  const found = await list();
  expect(found.misreadings).toEqual([]);
  expect(checksOf(found).filter((check) => check === CHECK)).toHaveLength(texts.faulty);
});
