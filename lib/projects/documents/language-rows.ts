import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { documents } from "@/db/schema";
import type { ProjectRow } from "@/lib/projects/lock";

/**
 * Gives every segment of a project a translation to begin with in a language, where it has none. The project must be
 * locked; `recountDocuments` must follow.
 */
export async function addLanguageRows(tx: Transaction, project: ProjectRow, language: string): Promise<void> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(eq(documents.accountId, project.accountId), eq(documents.projectId, project.id), isNull(documents.deletedAt)),
    );
  // One statement for each document: their number of segments is limited, and so is a statement's time.
  for (const { id } of rows) {
    await tx.execute(sql`
      insert into translations (segment_id, language, account_id, project_id, document_id)
      select id, ${language}, account_id, project_id, document_id from segments
       where document_id = ${id} and removed_in is null
      on conflict do nothing`);
  }
}
