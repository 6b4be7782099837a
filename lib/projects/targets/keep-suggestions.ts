import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { segmentSuggestions } from "@/db/schema";
import type { Present } from "@/lib/projects/translations/translation-rows";
import { type Forms, sameForms, splitForms } from "@/lib/text/plurals/plural-forms";
import { sourceHash } from "@/lib/translation/memory/hash";
import type { Actor } from "@/lib/work/events/actor";
import type { Job } from "@/lib/work/jobs/queue";
import type { Told } from "./receipt";

type SuggestedTexts = {
  readonly language: string;
  readonly actor: Actor;
  /** Encoded texts by key of their segment. */
  readonly texts: ReadonlyMap<string, string>;
  /** All forms of plural messages. */
  readonly forms: ReadonlyMap<string, Forms>;
};

const SUGGESTED: Told = { outcome: "accepted", reason: "Added as a suggestion." };
const KNOWN: Told = { outcome: "unchanged", reason: "Equal to the text or to a suggestion in the project." };

/** Maximum suggestions per segment and language; the newest are kept. */
const MAX_SUGGESTIONS = 20;

/**
 * Stores texts as suggestions for their segments. Texts that equal the current translation or an earlier suggestion
 * count as unchanged.
 */
export async function keepSuggestions(
  tx: Transaction,
  job: Job<unknown>,
  { language, actor, texts: given, forms }: SuggestedTexts,
  sent: readonly Present[],
): Promise<ReadonlyMap<string, Told>> {
  const textsOf = ({ segment: { key, pluralRule }, pluralHeader }: Present): { text: string; forms: Forms | null } => {
    const own = pluralRule && forms.get(key);
    const split = own ? splitForms(pluralRule, language, own, pluralHeader ?? undefined) : null;
    return { text: split?.text ?? given.get(key)!, forms: split?.forms ?? null };
  };
  const kept = sent
    .map((one) => ({ ...one, ...textsOf(one) }))
    .filter(({ before, text, forms: own }) => text !== before.text || (own !== null && !sameForms(own, before.forms)))
    .map(({ segment: { id, sourceHash: hash }, text, forms: own }) => ({
      segmentId: id,
      language,
      accountId: job.accountId,
      text,
      forms: own,
      textHash: sourceHash(text, own ?? undefined),
      sourceHash: hash,
      jobId: job.id,
      createdBy: actor.id,
    }));
  const added =
    kept.length === 0
      ? []
      : await tx
          .insert(segmentSuggestions)
          .values(kept)
          .onConflictDoUpdate({
            target: [segmentSuggestions.segmentId, segmentSuggestions.language, segmentSuggestions.textHash],
            set: {
              sourceHash: sql`excluded.source_hash`,
              jobId: sql`excluded.job_id`,
              createdBy: sql`excluded.created_by`,
              createdAt: sql`now()`,
            },
            // The same text for another source counts as a new suggestion.
            setWhere: sql`${segmentSuggestions.sourceHash} <> excluded.source_hash`,
          })
          .returning({ segmentId: segmentSuggestions.segmentId });
  await forgetOldest(tx, language, added);
  const isAdded = new Set(added.map(({ segmentId }) => segmentId));
  return new Map(sent.map(({ segment: { id, key } }) => [key, isAdded.has(id) ? SUGGESTED : KNOWN]));
}

async function forgetOldest(tx: Transaction, language: string, added: { segmentId: string }[]): Promise<void> {
  if (added.length === 0) return;
  await tx.execute(sql`
    delete from segment_suggestions s using (
      select segment_id, language, text_hash,
             row_number() over (partition by segment_id order by created_at desc, text_hash) as place
        from segment_suggestions
       where language = ${language} and segment_id = any(${sql.param(added.map(({ segmentId }) => segmentId))}::text[])
    ) ranked
     where ranked.place > ${MAX_SUGGESTIONS} and s.segment_id = ranked.segment_id and s.language = ranked.language
       and s.text_hash = ranked.text_hash`);
}
