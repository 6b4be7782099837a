import { baseLanguage } from "@/lib/text/languages";
import { checkCodes } from "@/lib/text/message/codes";
import type { Segment } from "@/lib/text/segment";
import { contextHash, sourceHash } from "./memory/hash";
import { exactMatches } from "./memory/match";
import type { Resources } from "./resources";

/** Value of `engine` for text from a memory. */
export const MEMORY_ENGINE = "memory";

/** Segments looked up per query. */
const BATCH_SIZE = 1_000;

/**
 * The memories' exact match for each segment: encoded, or null. Only matches of at least 100 after the memory's penalty
 * whose codes are those of the source.
 */
export async function lookUpMemories(
  segments: readonly Segment[],
  { accountId, memories }: Resources,
  languages: { readonly source: string; readonly target: string },
): Promise<readonly (string | null)[]> {
  const ids = memories
    .filter(({ sourceLanguage }) => baseLanguage(sourceLanguage) === baseLanguage(languages.source))
    .map(({ id }) => id);
  if (ids.length === 0) return segments.map(() => null);
  const found: (string | null)[] = [];
  for (let from = 0; from < segments.length; from += BATCH_SIZE) {
    const batch = segments.slice(from, from + BATCH_SIZE);
    const wanted = batch.map(({ text, key }, i) => ({
      sourceHash: sourceHash(text),
      contextHash: contextHash(segments[from + i - 1]?.text ?? null, segments[from + i + 1]?.text ?? null, key),
    }));
    const matches = await exactMatches(accountId, ids, wanted, languages.target);
    for (const [i, match] of matches.entries())
      found.push(match && match.match >= 100 && checkCodes(batch[i]!, match.target).length === 0 ? match.target : null);
  }
  return found;
}
