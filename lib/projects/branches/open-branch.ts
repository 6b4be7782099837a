import { eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { documents, projects } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import { findByPath, requireDocument } from "@/lib/projects/documents/documents";
import { addLanguageRows } from "@/lib/projects/documents/language-rows";
import { lastVersion } from "@/lib/projects/documents/last-version";
import { requireNoRunningImport } from "@/lib/projects/documents/replace-content";
import type { DocumentRow } from "@/lib/projects/documents/version-row";
import { recountDocuments } from "@/lib/projects/progress/counters";
import type { ProjectRow } from "@/lib/projects/require-project";
import { findBranch } from "./branches";
import { copyLinks, followSettings, settingsForBranch } from "./follow-main";
import { forkDocument } from "./fork-document";

/**
 * Opens a branch of a project, after creating it if needed with main's languages, workflow and settings. It reads
 * main's memories and glossaries; its confirmed texts are written to memories only after merging. Throws 404, and 409
 * for an inactive project.
 */
export function openBranch(caller: Caller, projectId: string, name: string, tx: Transaction): Promise<ProjectRow> {
  return changeProject(tx, { ...asCaller(caller), projectId }, async (change) => {
    const { project, actor } = change;
    const found = await findBranch(project, name, tx);
    if (found) {
      await followSettings(change);
      await followLanguages(caller, project, found, tx);
      return found;
    }
    const [branch] = await tx
      .insert(projects)
      .values({
        id: newId("project"),
        accountId: project.accountId,
        branchOf: project.id,
        branch: name,
        sourceLanguage: project.sourceLanguage,
        ...settingsForBranch(project),
        startedAt: project.startedAt,
        createdBy: actor.id,
      })
      .returning();
    await addLanguages(tx, project, branch!);
    for (const which of ["glossaries", "memories"] as const) await copyLinks(tx, project.id, branch!.id, which);
    return branch!;
  });
}

/** Adds languages that main has got since. */
async function followLanguages(caller: Caller, project: ProjectRow, branch: ProjectRow, tx: Transaction) {
  const added = await addLanguages(tx, project, branch);
  if (added.length === 0) return;
  await changeProject(tx, { ...asCaller(caller), projectId: branch.id }, async (change) => {
    for (const language of added) await addLanguageRows(change, language);
    const rows = await tx.select({ id: documents.id }).from(documents).where(eq(documents.projectId, branch.id));
    await recountDocuments(
      change,
      rows.map(({ id }) => id),
    );
  });
}

async function addLanguages(tx: Transaction, project: ProjectRow, branch: ProjectRow): Promise<string[]> {
  const rows = await tx.execute<{ language: string }>(sql`
    insert into project_languages (project_id, account_id, language, position, translator_id, reviewer_id)
    select ${branch.id}, account_id, language, position, translator_id, reviewer_id
      from project_languages where project_id = ${project.id}
    on conflict do nothing returning language`);
  return rows.map(({ language }) => language);
}

/**
 * Copies a document of main into a branch, unless it has been copied. Throws 404, or 409 while main imports the document.
 */
export async function copyIntoBranch(
  caller: Caller,
  projectId: string,
  name: string,
  documentId: string,
): Promise<DocumentRow> {
  return db().transaction(async (tx) => {
    // Also locks main's row until the copy is complete.
    const branch = await openBranch(caller, projectId, name, tx);
    const document = await requireDocument(caller, documentId, tx);
    const own = await findByPath(branch, document.path, tx);
    if (own) return own;
    requireNoRunningImport(await lastVersion(documentId, tx));
    return requireDocument(caller, await forkDocument(tx, branch, document), tx);
  });
}
