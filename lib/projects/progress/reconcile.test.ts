import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { progressCounters, projects } from "@/db/schema";
import { addDocument, newProject, runJobs } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { getProject } from "@/lib/projects/project-view";
import { countDrift } from "./counters";
import { reconcileCounters } from "./reconcile";

afterAll(closeSandbox);

async function workedOn() {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "ca"] });
  const segments = [
    { key: "a", source: "The house is big.", target: "La casa es grande." },
    { key: "b", source: "The tree is green." },
  ];
  await addDocument(caller, project.id, "texts.json", { segments, language: "es" });
  await runJobs(caller);
  const read = async () => (await getProject(caller, project.id)).progress.segments;
  return { projectId: project.id, read };
}

/** Simulates that counters have not been verified for two days. */
const neglect = (projectId: string) =>
  db().update(projects).set({ countersCheckedAt: sql`now() - interval '2 days'` }).where(eq(projects.id, projectId));

const falsify = (projectId: string) =>
  db().update(progressCounters).set({ sReviewed: 7 }).where(eq(progressCounters.projectId, projectId));

test("wrong progress counters are corrected by a daily recount", async () => {
  const { projectId, read } = await workedOn();
  const right = await read();
  expect(await countDrift(db(), projectId)).toBe(0);
  await falsify(projectId);
  expect(await countDrift(db(), projectId)).toBe(2);
  await reconcileCounters();
  expect((await read()).reviewed).toBe(14);
  await neglect(projectId);
  await reconcileCounters();
  expect(await read()).toEqual(right);
});

test("recounting doesn't change the version of a project whose counters are correct", async () => {
  const { projectId } = await workedOn();
  const version = async () => (await db().select().from(projects).where(eq(projects.id, projectId)))[0]!.updatedAt;
  const before = await version();
  await neglect(projectId);
  await reconcileCounters();
  expect(await version()).toEqual(before);
});

test("recounting restores missing progress counters", async () => {
  const { projectId, read } = await workedOn();
  const right = await read();
  await db().delete(progressCounters).where(eq(progressCounters.projectId, projectId));
  await neglect(projectId);
  await reconcileCounters();
  expect(await read()).toEqual(right);
});

test("recounting skips projects that haven't changed since the last recount", async () => {
  const { projectId, read } = await workedOn();
  await falsify(projectId);
  await db()
    .update(projects)
    .set({ countersCheckedAt: sql`now() - interval '2 days'`, updatedAt: sql`now() - interval '3 days'` })
    .where(eq(projects.id, projectId));
  await reconcileCounters();
  expect((await read()).reviewed).toBe(14);
});
