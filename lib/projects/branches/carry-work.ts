import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { segmentSuggestions } from "@/db/schema";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { sourceHash } from "@/lib/translation/memory/hash";
import type { OriginType, TranslationState } from "@/lib/vocabulary/segments";
import type { Actor } from "@/lib/work/events/actor";
import { decide, type Side } from "./carry-decision";

/** A segment of main and its counterpart in a branch. */
export type SegmentPair = {
  readonly mainId: string;
  readonly branchId: string;
  /** True if both have the same source after main gets the branch's content. */
  readonly isSameSource: boolean;
  /** The source on main has changed. */
  readonly isNewSource: boolean;
};

export type CarryCounts = { carried: number; suggested: number };

/** Translations of main that have changed since the branch was created, as `segment language`. */
export async function changedInMain(tx: Transaction, pairs: readonly SegmentPair[]): Promise<ReadonlySet<string>> {
  const rows = await tx.execute<{ id: string; language: string }>(sql`
    select m.segment_id as id, m.language from ${asPairs(pairs)}
      join translations b on b.segment_id = p.branch_id
      join translations m on m.segment_id = p.main_id and m.language = b.language
     where m.revision > coalesce(b.base_revision, 0)`);
  return new Set(rows.map(({ id, language }) => `${id} ${language}`));
}

type Worked = {
  readonly main_id: string;
  readonly branch_id: string;
  readonly language: string;
  readonly author: string | null;
  readonly source_hash: string;
  readonly branch: Carried;
  readonly main: Side;
};
type Carried = Side & {
  readonly originDetail: { engine?: string } | null;
  readonly outdated: boolean;
  readonly qualityScore: number | null;
};

/**
 * Copies a branch's translations to main with their author, state and origin. Where main keeps its own translation, the
 * branch's becomes a suggestion.
 */
export async function carryWork(
  change: ProjectChange,
  pairs: readonly SegmentPair[],
  mainChanges: ReadonlySet<string>,
  jobId: string,
): Promise<CarryCounts> {
  const { tx, project, actor } = change;
  const side = (of: string) => sql`jsonb_build_object('text', ${sql.raw(of)}.text, 'forms', ${sql.raw(of)}.forms,
    'state', ${sql.raw(of)}.state, 'origin', ${sql.raw(of)}.origin, 'edited', ${sql.raw(of)}.edited,
    'originDetail', ${sql.raw(of)}.origin_detail, 'outdated', ${sql.raw(of)}.outdated,
    'qualityScore', ${sql.raw(of)}.quality_score)`;
  const worked = await tx.execute<Worked>(sql`
    select p.main_id, p.branch_id, b.language, s.source_hash,
           case when b.state = 'reviewed' then b.reviewed_by else b.updated_by end as author,
           ${side("b")} as branch, ${side("m")} as main
      from ${asPairs(pairs)}
      join segments s on s.id = p.branch_id
      join translations b on b.segment_id = p.branch_id
      join translations m on m.segment_id = p.main_id and m.language = b.language
     where b.revision > coalesce(b.base_revision, 0) and b.text is not null
     order by b.language, p.main_id`);
  const byId = new Map(pairs.map((pair) => [pair.mainId, pair]));
  const groups = new Map<string, { language: string; actor: Actor; changes: Change[] }>();
  const suggested: Worked[] = [];
  for (const one of worked) {
    const pair = byId.get(one.main_id)!;
    const isMainChanged = mainChanges.has(`${one.main_id} ${one.language}`);
    // A text that translates another source is not copied to main.
    const decision = pair.isSameSource
      ? decide(one.branch, one.main, isMainChanged, pair.isNewSource)
      : one.branch.text === one.main.text
        ? "keep"
        : "suggest";
    if (decision === "suggest") suggested.push(one);
    if (decision === "keep" || decision === "suggest") continue;
    const author = one.author ? authorOf(one.author) : actor;
    const name = `${one.language} ${author.id}`;
    const group = groups.get(name) ?? { language: one.language, actor: author, changes: [] };
    groups.set(name, group);
    group.changes.push(changeOf(one));
  }
  for (const { language, changes, actor: author } of groups.values())
    await changeTranslations(change, language, changes, { actor: author, batchId: jobId });
  await suggest(tx, project.accountId, suggested, jobId);
  return { carried: worked.length - suggested.length, suggested: suggested.length };
}

function changeOf({ main_id, branch }: Worked): Change {
  const { text, forms, state, origin, originDetail, edited, outdated, qualityScore } = branch;
  return {
    segmentId: main_id,
    text,
    ...(forms ? { forms } : {}),
    state: state as TranslationState,
    origin: { type: (origin ?? "human") as OriginType, ...(originDetail ? { detail: originDetail } : {}) },
    edited,
    outdated,
    qualityScore,
  };
}

function authorOf(id: string): Actor {
  return { type: id.startsWith("key_") ? "key" : "user", id };
}

async function suggest(tx: Transaction, accountId: string, rows: readonly Worked[], jobId: string): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await tx
      .insert(segmentSuggestions)
      .values(
        rows.slice(at, at + BATCH_SIZE).map(({ main_id, language, author, branch, source_hash }) => ({
          segmentId: main_id,
          language,
          accountId,
          text: branch.text!,
          textHash: sourceHash(branch.text!),
          sourceHash: source_hash,
          jobId,
          createdBy: author,
        })),
      )
      .onConflictDoNothing();
}

const BATCH_SIZE = 1_000;

function asPairs(pairs: readonly SegmentPair[]) {
  return sql`unnest(${sql.param(pairs.map(({ mainId }) => mainId))}::text[],
    ${sql.param(pairs.map(({ branchId }) => branchId))}::text[]) as p(main_id, branch_id)`;
}
