import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { changeProject } from "@/lib/projects/change/change-project";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { getProject } from "@/lib/projects/project-view";
import { sendTargetImport } from "@/lib/projects/targets/import-target";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import { QaIssuesQuery } from "@/lib/schemas/segments";
import { sendRecheck } from "@/lib/work/jobs/recheck";
import { listQaIssues } from "./qa-issues";

afterAll(closeSandbox);

/** A document of `count` segments. The first `faulty` translations lack a number of their source. */
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

test("findings of a check that reports more than a fifth of a file's finished texts are shown as one entry", async () => {
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
] as const)("QA findings that are reported in %s are listed individually", async (_, texts) => {
  const { list } = await translated(texts);
  const found = await list();
  expect(found.misreadings).toEqual([]);
  expect(checksOf(found).filter((check) => check === CHECK)).toHaveLength(texts.faulty);
});

test("errors of a check that reports most texts of an imported file count as warnings and don't prevent approval", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const texts = (text: (i: number) => string) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`k${i}`, text(i)])));
  const source = texts((i) => `Number ${i} of {total} houses`);
  const document = await addDocument(caller, project.id, "en.json", source);
  await runJobs(caller);
  const file = texts((i) => `Número ${i} de ${i < 10 ? "todas las" : "{total}"} casas`);
  await sendTargetImport(caller, document.id, { language: "es", mode: "translated" }, Buffer.from(file));
  await runJobs(caller);
  const errors = async () => (await getProject(caller, project.id)).progress.qa.errors;
  const list = () => listQaIssues(caller, project.id, QaIssuesQuery.parse({ limit: "100", severity: "error" }));
  expect([await errors(), checksOf(await list())]).toEqual([0, []]);
  expect((await list()).misreadings).toMatchObject([{ check: "placeholder.missing", findings: 10, translations: 25 }]);
  const target = { accountId: caller.accountId, projectId: project.id, actor: { type: "user", id: null } as const };
  const segmentId = (await textsOf(document.id))[0]!.id;
  const approve = (change: Parameters<typeof changeTranslations>[0]) =>
    changeTranslations(change, "es", [{ segmentId, state: "reviewed" }], { onErrors: "refuse" });
  await db().transaction((tx) => changeProject(tx, target, approve));
  await db().transaction((tx) => sendRecheck(tx, { ...target, createdBy: null }));
  await runJobs(caller);
  expect([await errors(), (await textsOf(document.id))[0]]).toMatchObject([0, { state: "reviewed" }]);
});

test("a new document version that adds or removes flags also updates segments with unchanged text", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const po = (flags: string) => `msgid ""\nmsgstr "Language: en\\n"\n\n${flags}msgid "Open {name}"\nmsgstr ""\n`;
  const document = await addDocument(caller, project.id, "app.pot", po(""));
  await runJobs(caller);
  const target = { accountId: caller.accountId, projectId: project.id, actor: { type: "user", id: null } as const };
  const segmentId = (await textsOf(document.id))[0]!.id;
  const change = { segmentId, text: "Abrir", state: "draft" as const, origin: { type: "human" as const } };
  await db().transaction((tx) => changeProject(tx, target, (one) => changeTranslations(one, "es", [change])));
  const errors = async () => (await getProject(caller, project.id)).progress.qa.errors;
  expect(await errors()).toBe(1);
  for (const [flags, expected] of [
    ["#, ignore-placeholder.missing\n", 0],
    ["", 1],
  ] as const) {
    const file = { fileName: "app.pot", bytes: Buffer.from(po(flags)) };
    await replaceContent(caller, document.id, { body: undefined, file }, { onChange: "needs_work" });
    await runJobs(caller);
    await db().update(jobs).set({ runAt: sql`now()` }).where(eq(jobs.accountId, caller.accountId));
    await runJobs(caller);
    expect(await errors(), flags).toBe(expected);
  }
});
