import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { findBranch } from "@/lib/projects/branches/branches";
import { openBranch } from "@/lib/projects/branches/open-branch";
import { requireProject } from "@/lib/projects/require-project";
import { changeStatus } from "@/lib/projects/status/transitions";
import { TransitionBody } from "@/lib/schemas/projects";
import { asCaller, changeProject, keepProjectOpen } from "./change-project";

afterAll(closeSandbox);

const moveTo = (caller: Caller, projectId: string, to: string) =>
  db().transaction((tx) => changeStatus(caller, projectId, TransitionBody.parse({ to }), tx));

async function inState(to: "archived" | "cancelled") {
  const { caller, project } = await newProject({ workflow: "human" });
  await moveTo(caller, project.id, to);
  const touch = (allowed: Partial<Parameters<typeof changeProject>[1]> = {}) =>
    db().transaction((tx) =>
      changeProject(tx, { ...asCaller(caller), projectId: project.id, ...allowed }, async () => "changed"),
    );
  return { caller, project, touch };
}

test.each([
  ["archived", { allowArchived: true }, { allowCancelled: true }],
  ["cancelled", { allowCancelled: true }, { allowArchived: true }],
] as const)(
  "a project that is %s refuses all changes except those that its state allows",
  async (state, may, other) => {
    const { caller, project, touch } = await inState(state);
    const refused = { code: "conflict", details: { reason: `project_${state}` } };
    await expect(touch()).rejects.toMatchObject(refused);
    await expect(touch(other)).rejects.toMatchObject(refused);
    expect(await touch(may)).toBe("changed");
    await expect(db().transaction((tx) => keepProjectOpen(tx, caller.accountId, project.id))).rejects.toMatchObject(
      refused,
    );
  },
);

test("a branch is read-only if its main project is read-only", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  await db().transaction((tx) => openBranch(caller, project.id, "one", tx));
  const branch = (await findBranch(await requireProject(caller, project.id), "one"))!;
  const touch = () =>
    db().transaction((tx) => changeProject(tx, { ...asCaller(caller), projectId: branch.id }, async () => "changed"));
  expect(await touch()).toBe("changed");
  await moveTo(caller, project.id, "archived");
  await expect(touch()).rejects.toMatchObject({ details: { reason: "project_archived" } });
});

test("a project is found by the id of one of its segments, but not by a segment id of another account", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const { id } = await addDocument(caller, project.id, "a.json", { segments: [{ key: "a", source: "House" }] });
  await runJobs(caller);
  const { segmentId } = (await textsOf(id))[0]!;
  const found = (by: Caller) =>
    db().transaction((tx) => changeProject(tx, { ...asCaller(by), segmentId }, async (change) => change.project.id));
  expect(await found(caller)).toBe(project.id);
  const { caller: stranger } = await newProject();
  await expect(found(stranger)).rejects.toMatchObject({ code: "not_found", details: { resource: "segment" } });
});
