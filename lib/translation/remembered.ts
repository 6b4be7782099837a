import type { z } from "zod";
import { sql } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";
import type { RememberedBody, RememberedByTarget } from "@/lib/schemas/remembered";
import { baseLanguage, dropImpliedRegion } from "@/lib/text/languages";
import { escapeText, plainText } from "@/lib/text/segment";
import { sourceHash } from "./memory/hash";

type Row = {
  readonly language: string;
  readonly target: string;
  readonly source: string;
  readonly id: string;
  readonly name: string;
};

/**
 * The translations of exactly this text in the workspace's memories, by target language: reviewed before unreviewed,
 * newest first. Ignores memories with a penalty, whose matches need review. Keeps the white space around the text.
 */
export async function rememberedTranslations(
  { accountId }: Pick<Caller, "accountId">,
  { text, source, targets, projectId }: z.output<typeof RememberedBody>,
): Promise<z.input<typeof RememberedByTarget>> {
  const inner = text.trim();
  const before = text.slice(0, text.indexOf(inner));
  const after = text.slice(before.length + inner.length);
  const languages = [...new Set(targets.map(dropImpliedRegion))];
  const ofSource = source ? sql()`and split_part(memory.source_language, '-', 1) = ${baseLanguage(source)}` : sql()``;
  const ofProject = projectId
    ? sql()`and exists (select from project_memories linked
                         where linked.account_id = ${accountId} and linked.project_id = ${projectId}
                           and linked.memory_id = memory.id)`
    : sql()``;
  const rows = await sql()<Row[]>`
    select distinct on (unit.target_language)
           unit.target_language as language, unit.target, memory.source_language as source, memory.id, memory.name
      from memories memory
      join memory_units unit on unit.account_id = memory.account_id and unit.memory_id = memory.id
       and unit.target_language = any(${languages}::text[]) and unit.source_hash = ${sourceHash(escapeText(inner))}
     where memory.account_id = ${accountId} and memory.deleted_at is null and memory.penalty = 0
           ${ofSource} ${ofProject}
     order by unit.target_language, unit.reviewed desc, unit.updated_at desc, unit.id desc`;
  const found = new Map(rows.map((row) => [row.language, row]));
  const translations = targets.flatMap((target) => {
    const row = found.get(dropImpliedRegion(target));
    if (!row) return [];
    const translation = before + plainText(row.target) + after;
    return [[target, { translation, source: row.source, memory: { id: row.id, name: row.name } }] as const];
  });
  return { translations: Object.fromEntries(translations) };
}
