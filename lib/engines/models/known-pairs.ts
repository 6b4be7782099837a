import { perProcess } from "@/lib/base/singleton";
import { matchLanguage } from "@/lib/text/languages";
import { type KnownPair, SNAPSHOT } from "./snapshot";

/** Models translate from or into English, so all other pairs use it as pivot. */
const PIVOT = "en";

type Known = { readonly pairs: ReadonlyMap<string, KnownPair>; readonly sources: string[]; readonly targets: string[] };

const known = perProcess("known-model-pairs", () => indexed(SNAPSHOT));

/** Replaces the known pairs by those of a new catalogue. */
export function setKnownPairs(pairs: readonly KnownPair[]): void {
  known.set(indexed(pairs));
}

/** Every pair that a single model translates: from the last catalogue, or from the built-in list before that. */
export function knownPairs(): readonly KnownPair[] {
  return [...known().pairs.values()];
}

/**
 * The models for a pair: one, or two with English as pivot. Null if there are none or both languages are English. Tags
 * are canonical. `pt` serves `pt-BR`, because the models do not distinguish regions.
 */
export function modelsFor(source: string, target: string): readonly KnownPair[] | null {
  const { pairs, sources, targets } = known();
  const from = matchLanguage(source, sources);
  const to = matchLanguage(target, targets);
  if (!from || !to || from === to) return null;
  const direct = pairs.get(`${from}-${to}`);
  if (direct) return [direct];
  const [first, second] = [pairs.get(`${from}-${PIVOT}`), pairs.get(`${PIVOT}-${to}`)];
  return first && second ? [first, second] : null;
}

/** The language's tag in the models, if any model supports it; with a `side`, only as a source or as a target. */
export function modelLanguage(tag: string, side?: "sources" | "targets"): string | null {
  const { sources, targets } = known();
  return side ? matchLanguage(tag, known()[side]) : (matchLanguage(tag, sources) ?? matchLanguage(tag, targets));
}

function indexed(pairs: readonly KnownPair[]): Known {
  return {
    pairs: new Map(pairs.map((pair) => [`${pair.source}-${pair.target}`, pair])),
    sources: [...new Set(pairs.map(({ source }) => source))],
    targets: [...new Set(pairs.map(({ target }) => target))],
  };
}
