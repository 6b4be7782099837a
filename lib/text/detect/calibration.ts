/**
 * Scores of a detected language and how often it was right. The detectors' errors are correlated, so their
 * probabilities are too high. Measured on beginnings, middles and whole sentences of FLORES-200 dev in 59 languages.
 */
const MEASURED: readonly (readonly [share: number, confidence: number])[] = [
  [0, 0],
  [0.5, 0.5],
  [0.8, 0.7],
  [0.95, 0.84],
  [0.98, 0.89],
  [0.99, 0.93],
  [0.999, 0.99],
  [1, 1],
];

/** Converts a share of the score to the probability of being right, in hundredths. */
export function confidenceOf(share: number): number {
  const above = Math.max(
    1,
    MEASURED.findIndex(([known]) => known >= share),
  );
  const [[fromShare, from], [toShare, to]] = [MEASURED[above - 1]!, MEASURED[above]!];
  return Math.round((from + ((share - fromShare) / (toShare - fromShare)) * (to - from)) * 100) / 100;
}
