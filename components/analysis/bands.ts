import type { Analysis, Volume } from "@/lib/schemas/analysis";
import { ANALYSIS_BANDS } from "@/lib/vocabulary/projects";

/** Before translation: bands of matches. After translation: origins of the translations. */
export type Phase = "before" | "after";

const BANDS = {
  before: ANALYSIS_BANDS,
  after: [...ANALYSIS_BANDS, "machine", "untranslated"],
} as const;
type Band = (typeof BANDS)[Phase][number];

type Counted = Pick<Analysis["languages"][number], Phase>;

/** The bands of a phase in order, cheapest first. */
export function bandsOf(counted: Counted, phase: Phase): readonly { readonly band: Band; readonly volume: Volume }[] {
  const volumes = counted[phase] as Readonly<Partial<Record<Band, Volume>>>;
  return BANDS[phase].flatMap((band) => {
    const volume = volumes[band];
    return volume ? [{ band, volume }] : [];
  });
}
