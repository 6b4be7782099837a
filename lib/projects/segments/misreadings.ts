import { sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";

/** A check with findings in so many finished texts of a file that it probably misreads the file's conventions. */
export type Misreading = {
  readonly check: string;
  readonly documentId: string;
  /** Path of the document. */
  readonly path: string;
  readonly language: string;
  /** Number of translations finished by people that have such a finding. */
  readonly findings: number;
  /** Number of all translations finished by people. */
  readonly translations: number;
};

/** Minimum number of finished translations before a check is judged by its share of findings. */
const MIN_TRANSLATIONS = 20;
/** Percentage of texts with a finding above which the check counts as misreading the file. */
const MAX_SHARE = 20;

/**
 * Checks that cannot misread a file, because they report facts or apply rules that people made. All other checks apply
 * our own rules, which a file may not follow.
 */
const CERTAIN =
  "'empty', 'length.max', 'outdated', 'fuzzy.unedited', 'issue.open', 'mt.unedited_approved', 'inconsistent', 'inconsistent.reverse', 'glossary.forbidden', 'glossary.missing', 'glossary.do_not_translate'";

/** Milliseconds for which all pages of a list exclude the same misreadings. */
const PAGES_MS = 60_000;
/** Maximum number of projects whose misreadings are cached. */
const MAX_KEPT = 100;
const kept = new Map<string, { readonly misreadings: readonly Misreading[]; readonly at: number }>();

/** The misreadings of a project, cached so that later pages of a list exclude the same ones as the first page. */
export async function misreadingsOf(
  { accountId }: Caller,
  projectId: string,
  isLaterPage: boolean,
): Promise<readonly Misreading[]> {
  const key = `${accountId} ${projectId}`;
  const known = kept.get(key);
  if (isLaterPage && known && Date.now() - known.at < PAGES_MS) return known.misreadings;
  const misreadings = await findMisreadings(db(), accountId, projectId);
  kept.delete(key);
  kept.set(key, { misreadings, at: Date.now() });
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
  return misreadings;
}

/** The misreadings of a project, by document, language and check. */
export async function findMisreadings(
  tx: Transaction | ReturnType<typeof db>,
  accountId: string,
  projectId: string,
  language?: string,
): Promise<Misreading[]> {
  const finished = sql`t.account_id = ${accountId} and t.project_id = ${projectId}
    and t.state in ('translated', 'reviewed') and (t.origin in ('human', 'import') or t.edited)`;
  const ofLanguage = language === undefined ? sql`true` : sql`q.language = ${language}`;
  const rows = await tx.execute<Misreading>(sql`
    with found as (
      select t.document_id, q.language, q.check_id, count(distinct q.segment_id)::int as findings
        from qa_issues q
        join translations t on t.segment_id = q.segment_id and t.language = q.language
        join segments s on s.id = q.segment_id and s.removed_in is null and not s.excluded
       where q.account_id = ${accountId} and q.project_id = ${projectId} and q.status = 'open' and ${ofLanguage}
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
