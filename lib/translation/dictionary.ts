import type { z } from "zod";
import { sql } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";
import type { DictionaryBody, DictionaryEntry } from "@/lib/schemas/dictionary";
import { baseLanguage } from "@/lib/text/languages";
import { plainSegment, plainText } from "@/lib/text/segment";
import { capitalised } from "@/lib/text/words";
import { sourceHash } from "./memory/hash";
import { targetLanguages } from "./memory/memories";

const MAX_ENTRIES = 12;

type Row = {
  readonly translation: string;
  readonly name: string;
  readonly note: string;
  readonly isPreferred: boolean;
};

/**
 * Entries for a word in the workspace's glossaries and memories: its translations, preferred and reviewed ones first;
 * for a word of the target language, the other translations of the same term. Ignores regions of languages.
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
     where glossary.account_id = ${accountId} and glossary.deleted_at is null and split_part(glossary.source_language, '-', 1) = ${baseLanguage(source)}
       and split_part(translated.language, '-', 1) = ${baseLanguage(target)} and ${isMeant}
     order by "isPreferred" desc, translated.position, glossary.name
     limit ${2 * MAX_ENTRIES}`;
}

/**
 * Units whose whole source is the word, as typed or with the first letter in the other case. Searched by memory and
 * language, as in the index, so that large memories are not read.
 */
async function memoryRows(
  accountId: string,
  { text, source, target }: z.output<typeof DictionaryBody>,
): Promise<readonly Row[]> {
  const memories = await sql()<{ id: string }[]>`
    select id from memories
     where account_id = ${accountId} and deleted_at is null
       and split_part(source_language, '-', 1) = ${baseLanguage(source)}`;
  const languages = await targetLanguages(memories.map(({ id }) => id));
  const places = [...languages].flatMap(([id, known]) =>
    known.filter((one) => baseLanguage(one) === baseLanguage(target)).map((language) => ({ id, language })),
  );
  const cases = new Set([text, text.toLowerCase(), capitalised(text)]);
  const hashes = [...cases].map((one) => sourceHash(plainSegment(one).text));
  return sql()<Row[]>`
    select unit.target as translation, memory.name, '' as note, unit.reviewed as "isPreferred"
      from unnest(${places.map(({ id }) => id)}::text[], ${places.map(({ language }) => language)}::text[])
           as place (memory_id, language)
      join memories memory on memory.id = place.memory_id
      join memory_units unit on unit.memory_id = place.memory_id and unit.target_language = place.language
       and unit.source_hash = any(${hashes}::text[])
     order by unit.reviewed desc, unit.updated_at desc
     limit ${2 * MAX_ENTRIES}`;
}
