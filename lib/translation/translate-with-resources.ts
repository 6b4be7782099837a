import { db } from "@/db/client";
import type { Segment } from "@/lib/text/segment";
import { openTerms } from "./glossaries/terms";
import { lookUpMemories, MEMORY_ENGINE } from "./memory-look-up";
import { glossaryForEngine } from "./protect-terms";
import { type Resources, withVoice } from "./resources";
import { fillKnown, type TranslatedSegments, translateSegments, type Work } from "./translate-segments";

/**
 * Translates segments with the resources of a project or glossary: exact matches come from memories, everything else
 * from {@link translateSegments} with glossary terms. Throws as that function.
 */
export async function translateWithResources(
  segments: readonly Segment[],
  work: Work,
  resources: Resources,
): Promise<TranslatedSegments> {
  const [source, target] = [work.hops[0]!.source, work.hops.at(-1)!.target];
  const remembered = await lookUpMemories(segments, resources, { source, target });
  const { accountId, glossaryIds } = resources;
  const opened = glossaryIds.length > 0 ? await openTerms(db(), accountId, glossaryIds, source, target) : undefined;
  const terms = opened && { terms: opened.find, glossary: glossaryForEngine(glossaryIds, opened.all) };
  const options = withVoice(work.options ?? {}, { background: {}, protect: resources.protect ?? [] });
  return fillKnown(segments, remembered, MEMORY_ENGINE, { ...work, ...terms, options }, translateSegments);
}
