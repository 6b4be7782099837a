import { and, eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { addDocument, claimOf, contextOf, newProject, runJobs } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { getProject } from "@/lib/projects/project-view";
import { linkGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { CreateTermBody, PatchTermBody } from "@/lib/schemas/glossaries";
import { createTerm, deleteTerm, patchTerm } from "@/lib/translation/glossaries/edit-terms";
import { createGlossary, deleteGlossary } from "@/lib/translation/glossaries/glossaries";
import { RECHECK_JOB, sendRecheck } from "@/lib/work/jobs/recheck";
import { recheckJob } from "./job";

afterAll(closeSandbox);

const NEVER_HOGAR = { source: "house", targets: [{ language: "es", text: "hogar", usage: "forbidden" }] };

/** A project with one translated text, and a glossary. */
async function workedOn() {
  const { caller, project } = await newProject({ workflow: "human" });
  const segments = [{ key: "a", source: "The house is big.", target: "El hogar es grande." }];
  await addDocument(caller, project.id, "texts.json", { segments });
  await runJobs(caller);
  const glossary = await createGlossary(caller, { name: "Terms", sourceLanguage: "en" }, db());
  await linkGlossaries(caller, project.id, { glossaries: [{ glossaryId: glossary.id }] });
  await afterTheWait(caller);
  const add = (term: Record<string, unknown>) =>
    db().transaction((tx) => createTerm(caller, glossary.id, CreateTermBody.parse(term), tx));
  const errors = async () => (await getProject(caller, project.id)).progress.qa.errors;
  return { caller, projectId: project.id, glossaryId: glossary.id, add, errors };
}

/** Simulates that the waiting time after changes of terms has passed. */
async function afterTheWait(caller: Caller): Promise<void> {
  await db().update(jobs).set({ runAt: sql`now()` }).where(waiting(caller));
  await runJobs(caller);
}

const waiting = (caller: Caller) =>
  and(eq(jobs.accountId, caller.accountId), eq(jobs.type, RECHECK_JOB.name), eq(jobs.state, "queued"));

describe("rechecking translations", () => {
  test("translations are checked again after a glossary term of their project is added, changed or removed", async () => {
    const { caller, glossaryId, add, errors } = await workedOn();
    const term = await add(NEVER_HOGAR);
    await afterTheWait(caller);
    expect(await errors()).toBe(1);
    const targets = [{ language: "es", text: "hogar", usage: "admitted" }];
    await patchTerm(caller, glossaryId, term.id, PatchTermBody.parse({ targets }));
    await afterTheWait(caller);
    expect(await errors()).toBe(0);
    await patchTerm(caller, glossaryId, term.id, PatchTermBody.parse({ targets: NEVER_HOGAR.targets }));
    await afterTheWait(caller);
    expect(await errors()).toBe(1);
    await deleteTerm(caller, glossaryId, term.id);
    await afterTheWait(caller);
    expect(await errors()).toBe(0);
  });

  test("translations are checked again when a glossary is linked to their project, unlinked or deleted", async () => {
    const { caller, projectId, glossaryId, add, errors } = await workedOn();
    await add(NEVER_HOGAR);
    await afterTheWait(caller);
    await linkGlossaries(caller, projectId, { glossaries: [] });
    await afterTheWait(caller);
    expect(await errors()).toBe(0);
    await linkGlossaries(caller, projectId, { glossaries: [{ glossaryId }] });
    await afterTheWait(caller);
    expect(await errors()).toBe(1);
    await deleteGlossary(caller, glossaryId);
    await afterTheWait(caller);
    expect(await errors()).toBe(0);
  });

  test("translations are checked once after many terms change, and not for a glossary that their project doesn't use", async () => {
    const { caller, add } = await workedOn();
    for (const source of ["house", "tree", "garden"]) await add({ source });
    expect(await db().$count(jobs, waiting(caller))).toBe(1);
    await afterTheWait(caller);
    const other = await createGlossary(caller, { name: "Other", sourceLanguage: "en" }, db());
    await db().transaction((tx) => createTerm(caller, other.id, CreateTermBody.parse({ source: "house" }), tx));
    expect(await db().$count(jobs, waiting(caller))).toBe(0);
  });

  test("a recheck neither processes nor counts segments that a new document version removed", async () => {
    const { caller, project } = await newProject({ workflow: "human" });
    const segments = [
      { key: "a", source: "The house is big.", target: "La casa es grande." },
      { key: "b", source: "The tree.", target: "El árbol." },
    ];
    const document = await addDocument(caller, project.id, "texts.json", { segments });
    await runJobs(caller);
    const body = { segments: segments.slice(0, 1) };
    await replaceContent(caller, document.id, { body, file: null }, { onChange: "needs_work" });
    await runJobs(caller);
    const { accountId } = caller;
    const id = await db().transaction((tx) => sendRecheck(tx, { accountId, projectId: project.id, createdBy: null }));
    const job = await claimOf(id);
    const totals: number[] = [];
    await recheckJob.run(job, { ...contextOf(), progress: async (_, total) => void totals.push(total) });
    expect(totals).toEqual([1]);
  });

  test("a recheck is queued even while another recheck is running, since that recheck may already have passed the changed texts", async () => {
    const { caller, add } = await workedOn();
    await add({ source: "tree" });
    await db().update(jobs).set({ state: "running" }).where(waiting(caller));
    await add({ source: "garden" });
    expect(await db().$count(jobs, waiting(caller))).toBe(1);
  });
});
