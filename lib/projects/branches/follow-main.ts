import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { projects } from "@/db/schema";
import { changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import type { ProjectRow } from "@/lib/projects/require-project";

/** Columns that a branch copies from its project. */
export function settingsForBranch({ name, description, workflow, settings }: ProjectRow) {
  return { name, description, workflow, settings };
}

/** Copies a project's settings to its branches after a change. Returns the ids of the branches that changed. */
export async function followSettings({ tx, project, actor }: ProjectChange): Promise<readonly string[]> {
  const mainSettings = settingsForBranch(project);
  const branches = await branchesOf(tx, project);
  const stale = branches.filter((branch) => !isDeepStrictEqual(settingsForBranch(branch), mainSettings));
  const target = { accountId: project.accountId, actor, allowArchived: true, allowCancelled: true };
  for (const { id } of stale)
    await changeProject(tx, { ...target, projectId: id }, (branch) => branch.update(mainSettings));
  return stale.map(({ id }) => id);
}

/** Copies a project's list of glossaries, or of memories to read, to its branches. Returns their ids. */
export async function followLinks(
  tx: Transaction,
  project: ProjectRow,
  which: "glossaries" | "memories",
): Promise<readonly string[]> {
  const ids = (await branchesOf(tx, project)).map(({ id }) => id);
  for (const id of ids) await copyLinks(tx, project.id, id, which);
  return ids;
}

/** Replaces the glossaries or memories of a branch by its project's. Branches write to no memory before merging. */
export async function copyLinks(
  tx: Transaction,
  projectId: string,
  branchId: string,
  which: "glossaries" | "memories",
): Promise<void> {
  if (which === "glossaries") {
    await tx.execute(sql`delete from project_glossaries where project_id = ${branchId}`);
    await tx.execute(sql`
      insert into project_glossaries (project_id, glossary_id, account_id, position)
      select ${branchId}, glossary_id, account_id, position from project_glossaries where project_id = ${projectId}`);
    return;
  }
  await tx.execute(sql`delete from project_memories where project_id = ${branchId}`);
  await tx.execute(sql`
    insert into project_memories (project_id, memory_id, account_id, position, can_write)
    select ${branchId}, memory_id, account_id, position, false from project_memories where project_id = ${projectId}`);
}

function branchesOf(tx: Transaction, { accountId, id }: ProjectRow): Promise<ProjectRow[]> {
  return tx
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.branchOf, id), isNull(projects.deletedAt)));
}
