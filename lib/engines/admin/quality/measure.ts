import { type Engine, type EngineError, type Hop, isEngineError } from "@/lib/engines/engine";
import type { Router } from "@/lib/engines/routing";
import type { QualityRow } from "@/lib/schemas/engines";
import { matchLanguage } from "@/lib/text/languages";
import { plainSegment, unescapeText } from "@/lib/text/segment";
import { bleu } from "./bleu";
import { chrF } from "./chrf";
import type { TestSet } from "./test-set";

type Pair = { readonly source: string; readonly target: string };

/**
 * Translates pairs of a test set, by default all, with each engine that supports them, directly or through its own
 * pivot, and compares the results with the references. `report` is called with each row as soon as it is measured, and
 * with each pair that an engine could not translate.
 */
export async function measure(
  router: Router,
  engines: readonly Engine[],
  set: TestSet,
  report: {
    readonly row: (row: QualityRow) => void;
    readonly fault: (engine: Engine, pair: Pair, fault: EngineError) => void;
  },
  pairs: readonly Pair[] = pairsOf(set),
): Promise<readonly QualityRow[]> {
  const rows: QualityRow[] = [];
  for (const engine of engines) {
    for (const pair of pairs) {
      const hops = await routeOf(router, engine, pair);
      if (!hops) continue;
      try {
        const row = await measurePair(engine, pair, hops, set);
        rows.push(row);
        report.row(row);
      } catch (fault) {
        if (!isEngineError(fault)) throw fault;
        report.fault(engine, pair, fault);
      }
    }
  }
  return rows;
}

async function measurePair(
  engine: Engine,
  pair: Pair,
  hops: readonly Hop[],
  { sentences }: TestSet,
): Promise<QualityRow> {
  const sources = sentences.get(pair.source) ?? [];
  const references = sentences.get(pair.target) ?? [];
  // Warm-up: programs and models start with their first sentence, and that time must not be measured.
  for (const hop of hops) await hop.engine.translate([plainSegment(sources[0] ?? "")], hop, { priority: "bulk" });
  const started = performance.now();
  let segments = sources.map((text) => plainSegment(text));
  for (const hop of hops) {
    const translated = await hop.engine.translate(segments, hop, { priority: "bulk" });
    segments = translated.map(({ text }) => ({ text, codes: [] }));
  }
  const seconds = (performance.now() - started) / 1_000;
  const translations = segments.map(({ text }) => unescapeText(text));
  const words = sources.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return {
    engine: engine.id,
    ...pair,
    route: [pair.source, ...hops.map(({ target }) => target)],
    sentences: sources.length,
    chrF: round(chrF(translations, references)),
    bleu: round(bleu(translations, references)),
    wordsPerSecond: Math.round(words / seconds),
  };
}

/** The engine's tag may be less specific than the test set's: `zh` for `zh-Hans`. */
async function routeOf(router: Router, engine: Engine, { source, target }: Pair): Promise<readonly Hop[] | null> {
  const reaches = await router.languages({ engine: engine.id });
  const from = matchLanguage(
    source,
    reaches.map(({ code }) => code),
  );
  const to = matchLanguage(target, reaches.find(({ code }) => code === from)?.targets ?? []);
  return from && to ? router.route(from, to, { engine: engine.id }) : null;
}

export function pairsOf({ sentences }: TestSet): Pair[] {
  const tags = [...sentences.keys()];
  return tags.flatMap((source) => tags.flatMap((target) => (source === target ? [] : [{ source, target }])));
}

/** Rounds to one decimal, because the scores are not more precise. */
function round(score: number): number {
  return Math.round(score * 10) / 10;
}
