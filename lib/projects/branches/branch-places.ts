import { and, inArray, isNotNull } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { projects } from "@/db/schema";

/** A branch as callers name it: by project and branch name. */
export type BranchPlace = { readonly projectId: string; readonly branch: string };

/** Those of the projects that are branches, by id. */
export async function branchesOf(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, BranchPlace>> {
  const rows = await tx
    .select({ id: projects.id, projectId: projects.branchOf, branch: projects.branch })
    .from(projects)
    .where(and(inArray(projects.id, [...new Set(ids)]), isNotNull(projects.branchOf)));
  return new Map(rows.map(({ id, projectId, branch }) => [id, { projectId: projectId!, branch: branch! }]));
}
