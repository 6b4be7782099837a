import { and, eq, isNull, sql } from "drizzle-orm";
import { documents } from "@/db/schema";
import type { ProjectChange } from "@/lib/projects/change/project-change";

/**
 * Creates the translation rows of a language for all segments of a project. Open issues about a source count in the new
 * language, too. Call `recountDocuments` afterwards.
 */
export async function addLanguageRows(change: ProjectChange, language: string): Promise<void> {
  const { tx, project } = change;
  change.touchContent();
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(eq(documents.accountId, project.accountId), eq(documents.projectId, project.id), isNull(documents.deletedAt)),
    );
  // One statement per document, because a document's number of segments, and so the duration, is limited.
  for (const { id } of rows) {
    await tx.execute(sql`
      insert into translations (segment_id, language, account_id, project_id, document_id, open_comments)
      select s.id, ${language}, s.account_id, s.project_id, s.document_id,
             (select count(*) from comments c
               where c.segment_id = s.id and c.kind = 'issue' and c.language is null and c.resolved_at is null)
        from segments s
       where s.document_id = ${id} and s.removed_in is null
      on conflict do nothing`);
  }
}
