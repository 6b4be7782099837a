import { db } from "@/db/client";
import { termFinder } from "@/lib/glossaries/terms";
import type { Segment } from "@/lib/text/segment";
import { lookUpMemories, MEMORY_ENGINE } from "./memory-look-up";
import type { Resources } from "./resources";
import { type SegmentTranslation, type TranslatedSegments, translateSegments, type Work } from "./translate-segments";

/**
 * Translates segments with what a project or a glossary says: text that a memory knows comes from there, the rest from the
 * engine, with the terms of the glossaries. Throws as {@link translateSegments}.
 */
export async function translateWithResources(
  segments: readonly Segment[],
  work: Work,
  resources: Resources,
): Promise<TranslatedSegments> {
  const [source, target] = [work.hops[0]!.source, work.hops.at(-1)!.target];
  const remembered = await lookUpMemories(segments, resources, { source, target });
  const rest = segments.filter((_, i) => remembered[i] === null);
  const known = segments.length - rest.length;
  if (rest.length === 0 && known > 0)
    return { translations: remembered.map(fromMemory), engine: MEMORY_ENGINE, route: [source, target], ignored: [] };

  const { accountId, glossaryIds } = resources;
  const terms = glossaryIds.length > 0 ? await termFinder(db(), accountId, glossaryIds, source, target) : undefined;
  const progress = work.progress && ((done: number, total: number) => work.progress!(done + known, total + known));
  const translated = await translateSegments(rest, { ...work, terms, progress });
  if (known === 0) return translated;
  let next = 0;
  return {
    ...translated,
    translations: remembered.map((text) => (text === null ? translated.translations[next++]! : fromMemory(text))),
    engine: `${MEMORY_ENGINE}+${translated.engine}`,
  };
}

function fromMemory(text: string | null): SegmentTranslation {
  return {
    text: text ?? "",
    translated: true,
    movedCodes: [],
    placeholderRepaired: false,
    unknownWords: [],
    termFaults: [],
  };
}
