import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";

/** A check that finds so much in the finished texts of a file that it misreads the file. */
export type Misreading = {
  readonly check: string;
  readonly documentId: string;
  /** Of the document. */
  readonly path: string;
  readonly language: string;
  /** Finished translations by people with such a finding, */
  readonly findings: number;
  /** and all of them. */
  readonly translations: number;
};

/** Finished translations from which a share of findings says something about the check. */
const MIN_TRANSLATIONS = 20;
/** A greater share of findings is a misreading, in percent. */
const MAX_SHARE = 20;

/**
 * Facts of the work, and rules that people made: a high share of them is no misreading. Every other check reads a text
 * by rules of ours, which a file may not follow.
 */
const CERTAIN =
  "'empty', 'length.max', 'outdated', 'fuzzy.unedited', 'issue.open', 'mt.unedited_approved', 'inconsistent', 'inconsistent.reverse', 'glossary.forbidden', 'glossary.missing', 'glossary.do_not_translate'";

/** The misreadings of a project, by document, language and check. */
export async function findMisreadings(caller: Caller, projectId: string): Promise<Misreading[]> {
  const finished = sql`t.account_id = ${caller.accountId} and t.project_id = ${projectId}
    and t.state in ('translated', 'reviewed') and (t.origin in ('human', 'import') or t.edited)`;
  const rows = await db().execute<Misreading>(sql`
    with found as (
      select t.document_id, q.language, q.check_id, count(distinct q.segment_id)::int as findings
        from qa_issues q
        join translations t on t.segment_id = q.segment_id and t.language = q.language
        join segments s on s.id = q.segment_id and s.removed_in is null and not s.excluded
       where q.account_id = ${caller.accountId} and q.project_id = ${projectId} and q.status = 'open'
         and q.check_id not in (${sql.raw(CERTAIN)}) and q.check_id not like 'custom.%' and ${finished}
       group by 1, 2, 3
      having count(distinct q.segment_id) * 100 > ${MIN_TRANSLATIONS * MAX_SHARE}
    )
    select f.check_id as "check", f.document_id as "documentId", d.path, f.language, f.findings, c.translations
      from found f join documents d on d.id = f.document_id
      cross join lateral (
        select count(*)::int as translations
          from translations t join segments s on s.id = t.segment_id and s.removed_in is null and not s.excluded
         where t.document_id = f.document_id and t.language = f.language and ${finished}
      ) c
     where c.translations >= ${MIN_TRANSLATIONS} and f.findings * 100 > c.translations * ${MAX_SHARE}
     order by 2, 3, 1`);
  return [...rows];
}
