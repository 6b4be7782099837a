import type { Analysis, Rates, Volume } from "@/lib/schemas/analysis";
import { ANALYSIS_BANDS, type AnalysisBand } from "@/lib/vocabulary/projects";

export type AfterBand = AnalysisBand | "machine" | "untranslated";
type Counts = Pick<Volume, "segments" | "words" | "characters">;
type View = Pick<Analysis["languages"][number], "before" | "after">;

/** Adds up segments by band, before and after the work, and their cost by the workspace's rates. */
export class Volumes {
  readonly #before = new Map<AfterBand, Counts>();
  readonly #after = new Map<AfterBand, Counts>();

  constructor(readonly rates: Rates | null) {}

  add(before: AnalysisBand, after: AfterBand, { words, characters }: Omit<Counts, "segments">): void {
    for (const [counts, band] of [
      [this.#before, before],
      [this.#after, after],
    ] as const) {
      const sum = counts.get(band) ?? NOTHING;
      counts.set(band, {
        segments: sum.segments + 1,
        words: sum.words + words,
        characters: sum.characters + characters,
      });
    }
  }

  view(): View {
    const before = this.#bands(this.#before, ANALYSIS_BANDS);
    const after = this.#bands(this.#after, [...ANALYSIS_BANDS, "machine", "untranslated"]);
    return { before: { ...before, total: total(before) }, after: { ...after, total: total(after) } };
  }

  #bands<Band extends AfterBand>(counts: ReadonlyMap<AfterBand, Counts>, bands: readonly Band[]) {
    return Object.fromEntries(
      bands.map((band): [Band, Volume] => {
        const volume = counts.get(band) ?? NOTHING;
        return [band, { ...volume, cost: this.#cost(band, volume.words) }];
      }),
    ) as Record<Band, Volume>;
  }

  #cost(band: AfterBand, words: number): number | null {
    if (!this.rates) return null;
    // Untranslated text has no cost.
    const percent = band === "untranslated" ? 0 : (this.rates.percent[band] ?? DEFAULT_PERCENT[band] ?? 100);
    return rounded((words * this.rates.perWord * percent) / 100);
  }
}

const NOTHING: Counts = { segments: 0, words: 0, characters: 0 };
const DEFAULT_PERCENT: Partial<Record<AfterBand, number>> = { repetition: 0, context: 0 };

function total(bands: Readonly<Record<string, Volume>>): Volume {
  const volumes = Object.values(bands);
  const sum = (of: keyof Counts) => volumes.reduce((all, one) => all + one[of], 0);
  const costs = volumes.map(({ cost }) => cost);
  return {
    segments: sum("segments"),
    words: sum("words"),
    characters: sum("characters"),
    cost: costs.includes(null) ? null : rounded(costs.reduce<number>((all, cost) => all + (cost ?? 0), 0)),
  };
}

/** Rounds to a hundredth of a cent, because rates per word are small. */
function rounded(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
