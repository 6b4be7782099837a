import type { z } from "zod";
import { sql } from "@/db/client";
import type { Caller } from "@/lib/auth/caller";
import { sourceHash } from "@/lib/memory/hash";
import type { DictionaryBody, DictionaryEntry } from "@/lib/schemas/dictionary";
import { baseLanguage } from "@/lib/text/languages";
import { plainSegment, plainText } from "@/lib/text/segment";

const MAX_ENTRIES = 12;

type Row = {
  readonly translation: string;
  readonly name: string;
  readonly note: string;
  readonly isPreferred: boolean;
};

/**
 * What the workspace's glossaries and memories say of a word: its translations, preferred and reviewed ones first, or
 * the other translations of the same term for a word of the target language. Regions of languages are ignored.
 */
export async function lookUp(
  caller: Pick<Caller, "accountId">,
  body: z.output<typeof DictionaryBody>,
): Promise<{ entries: DictionaryEntry[] }> {
  const [terms, units] = await Promise.all([
    glossaryRows(caller.accountId, body),
    body.side === "source" ? memoryRows(caller.accountId, body) : [],
  ]);
  const all = [
    ...terms.map((row) => ({ ...row, origin: "glossary" as const })),
    ...units.map((row) => ({ ...row, translation: plainText(row.translation), origin: "memory" as const })),
  ];
  const seen = new Set(body.side === "target" ? [body.text.toLowerCase()] : []);
  const entries = all.filter(({ translation }) => {
    const folded = translation.toLowerCase();
    return !seen.has(folded) && seen.add(folded);
  });
  return { entries: entries.slice(0, MAX_ENTRIES).map(({ note, ...entry }) => ({ ...entry, note: note || null })) };
}

function glossaryRows(accountId: string, { text, source, target, side }: z.output<typeof DictionaryBody>) {
  const word = text.toLowerCase();
  const isMeant =
    side === "source"
      ? sql()`lower(term.source) = ${word}`
      : sql()`exists (select from glossary_targets other
                       where other.term_id = term.id and other.language = translated.language
                         and lower(other.text) = ${word})`;
  return sql()<Row[]>`
    select translated.text as translation, glossary.name, term.definition as note,
           translated.usage = 'preferred' as "isPreferred"
      from glossary_terms term
      join glossaries glossary on glossary.id = term.glossary_id
      join glossary_targets translated on translated.term_id = term.id and translated.usage <> 'forbidden'
     where glossary.account_id = ${accountId} and split_part(glossary.source_language, '-', 1) = ${baseLanguage(source)}
       and split_part(translated.language, '-', 1) = ${baseLanguage(target)} and ${isMeant}
     order by "isPreferred" desc, translated.position, glossary.name
     limit ${2 * MAX_ENTRIES}`;
}

/** Units whose whole source is the word, in its case or capitalised or not. */
function memoryRows(accountId: string, { text, source, target }: z.output<typeof DictionaryBody>) {
  const cases = new Set([text, text.toLowerCase(), text.charAt(0).toUpperCase() + text.slice(1)]);
  const hashes = [...cases].map((one) => sourceHash(plainSegment(one).text));
  return sql()<Row[]>`
    select unit.target as translation, memory.name, '' as note, unit.reviewed as "isPreferred"
      from memory_units unit join memories memory on memory.id = unit.memory_id
     where unit.account_id = ${accountId} and unit.source_hash = any(${hashes}::text[])
       and split_part(unit.target_language, '-', 1) = ${baseLanguage(target)}
       and split_part(memory.source_language, '-', 1) = ${baseLanguage(source)}
     order by unit.reviewed desc, unit.updated_at desc
     limit ${2 * MAX_ENTRIES}`;
}
