import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { projects } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import { cancelProjectJobs } from "@/lib/projects/jobs/cancel-jobs";
import { viewProjects } from "@/lib/projects/project-view";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProject } from "@/lib/projects/require-project";
import type { Branch } from "@/lib/schemas/branches";

/**
 * The project that stores a branch; without a branch name, the project itself. So code for projects also works in
 * branches. Throws 404.
 */
export async function projectOfBranch(
  caller: Caller,
  projectId: string,
  branch: string | undefined,
  tx: Transaction = db(),
): Promise<string> {
  if (branch === undefined) return projectId;
  const project = await requireProject(caller, projectId, tx);
  return (await requireBranch(project, branch, tx)).id;
}

/** The row of a branch. Throws 404. */
export async function requireBranch(project: ProjectRow, name: string, tx: Transaction = db()): Promise<ProjectRow> {
  const row = await findBranch(project, name, tx);
  if (!row) throw notFound("branch");
  return row;
}

/** The row of a branch; undefined if it does not exist. */
export async function findBranch(
  { accountId, id }: Pick<ProjectRow, "accountId" | "id">,
  name: string,
  tx: Transaction = db(),
): Promise<ProjectRow | undefined> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(
      and(
        eq(projects.accountId, accountId),
        eq(projects.branchOf, id),
        eq(projects.branch, name),
        isNull(projects.deletedAt),
      ),
    );
  return row;
}

/** The branches of a project, most recently changed first. Throws 404. */
export async function listBranches(caller: Caller, projectId: string): Promise<{ branches: Branch[] }> {
  await requireProject(caller, projectId);
  const rows = await db()
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, caller.accountId), eq(projects.branchOf, projectId), isNull(projects.deletedAt)))
    .orderBy(desc(projects.updatedAt), desc(projects.id));
  return { branches: await viewBranches(caller, rows) };
}

/** One branch. Throws 404. */
export async function getBranch(caller: Caller, projectId: string, name: string): Promise<Branch> {
  const row = await requireBranch(await requireProject(caller, projectId), name);
  const [branch] = await viewBranches(caller, [row]);
  return branch!;
}

/**
 * Deletes a branch with its documents and translations; main is not changed. Throws 404, 409 for an inactive project.
 */
export async function deleteBranch(caller: Caller, projectId: string, name: string): Promise<void> {
  await db().transaction((tx) =>
    changeProject(tx, { ...asCaller(caller), projectId }, async ({ project }) =>
      endBranch(tx, await requireBranch(project, name, tx)),
    ),
  );
}

/** Deletes a branch with its jobs. Its data is kept for as long as that of deleted projects. */
export async function endBranch(tx: Transaction, branch: ProjectRow): Promise<void> {
  await cancelProjectJobs(tx, branch);
  await tx.update(projects).set({ deletedAt: sql`now()` }).where(eq(projects.id, branch.id));
}

async function viewBranches(caller: Caller, rows: readonly ProjectRow[]): Promise<Branch[]> {
  const views = await viewProjects(caller, rows);
  return views.map((view, i) => ({
    name: rows[i]!.branch!,
    projectId: rows[i]!.branchOf!,
    documents: view.documentCount,
    progress: view.progress,
    languages: view.languages.map(({ language, status, progress }) => ({ language, status, progress })),
    activity: view.activity,
    createdAt: view.createdAt,
    updatedAt: view.updatedAt,
  }));
}
