import { db } from "@/db/client";
import { escapeText, type Segment, unescapeText } from "@/lib/text/segment";
import { openTerms } from "./glossaries/terms";
import { lookUpMemories, MEMORY_ENGINE } from "./memory-look-up";
import { findPhrase, PHRASE_BOOK } from "./phrasebook/phrase-book";
import { glossaryForEngine, type TermFinder } from "./protect-terms";
import type { Resources } from "./resources";
import { type SegmentTranslation, type TranslatedSegments, translateSegments, type Work } from "./translate-segments";

/**
 * Translates segments with the resources of a project or glossary: exact matches from memories, short labels that
 * Apertium would translate from the phrase book, and everything else from the engine, with glossary terms. Throws as
 * {@link translateSegments}.
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
  const terms = opened?.find;
  const glossary = opened && glossaryForEngine(glossaryIds, opened.all);
  const phrases = segments.map((segment, i) => (remembered[i] === null ? phraseFor(segment, work, terms) : null));
  const given = segments.map((_, i) => remembered[i] ?? phrases[i] ?? null);
  const engines = [
    ...(remembered.some((text) => text !== null) ? [MEMORY_ENGINE] : []),
    ...(phrases.some((text) => text !== null) ? [PHRASE_BOOK] : []),
  ];
  const rest = segments.filter((_, i) => given[i] === null);
  const known = segments.length - rest.length;
  if (rest.length === 0 && known > 0)
    return { translations: given.map(asGiven), engine: engines.join("+"), route: [source, target], ignored: [] };

  const progress = work.progress && ((done: number, total: number) => work.progress!(done + known, total + known));
  const translated = await translateSegments(rest, { ...work, terms, glossary, progress });
  if (known === 0) return translated;
  let next = 0;
  return {
    ...translated,
    translations: given.map((text) => (text === null ? translated.translations[next++]! : asGiven(text))),
    engine: [...engines, translated.engine].join("+"),
  };
}

/** Encoded; null if a glossary term occurs, an engine was requested, or a better engine than Apertium is available. */
function phraseFor({ text, codes }: Segment, { hops, engine }: Work, terms: TermFinder | undefined): string | null {
  if (engine !== undefined || codes.length > 0 || hops.some((hop) => hop.engine.id !== "apertium")) return null;
  const plain = unescapeText(text);
  const [, before = "", label = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(plain.slice(0, 200)) ?? [];
  const phrase = plain.length <= 200 ? findPhrase(label, hops[0]!.source, hops.at(-1)!.target) : null;
  if (phrase === null || (terms && terms(plain).length > 0)) return null;
  return escapeText(before + phrase + after);
}

function asGiven(text: string | null): SegmentTranslation {
  return {
    text: text ?? "",
    translated: true,
    movedCodes: [],
    placeholderRepaired: false,
    unknownWords: [],
    termFaults: [],
  };
}
