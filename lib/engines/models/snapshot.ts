import type { OfferStatus } from "@/lib/engines/bergamot/models/manifest";

/**
 * The pairs of Mozilla's released models, for installations without internet access: for each language, the megabytes
 * to download for English into it and from it into English. `t` marks the tiny architecture and `b` the base one; the
 * others are base-memory. The catalogue's test compares them with Mozilla's records of 17 October 2025.
 */
const RELEASED =
  "ar 24.7 23.8, az - 14.7t, bg 23.6 24.5, bn 14.4t 14.2t, ca 24.2 24.6, cs 24.5 24.5, da 14.2t 14.0t, de 23.9 24.5, " +
  "el 14.2t 14.0t, es 25.1 24.1, et 24.2 24.1, fa 14.7t 14.6t, fi 24.6 23.6, fr 25.0 24.6, gu 14.6t 13.9t, " +
  "he 14.8t 14.4t, hi 14.6t 14.2t, hr 14.7t 14.0t, hu 15.5t 25.0, id 14.5t 13.9t, is 24.7 23.7, it 25.1 25.6, " +
  "ja 45.9b 34.9, kn 14.9t 14.3t, ko 45.7b 48.2b, lt 14.4t 23.9, lv 14.4t 25.0, ml 14.6t 13.6t, ms 14.2t 14.8t, " +
  "nl 24.3 25.0, pl 24.2 23.6, pt 24.2 24.8, ro 14.4t 13.5t, ru 14.2t 31.1b, sk 14.7t 23.9, sl 25.3 23.6, " +
  "sq 14.3t -, sr 14.4t -, sv 14.6t 14.3t, ta - 13.9t, te 15.1t 13.8t, tr 14.1t 14.5t, uk 14.1t 23.8, vi 14.5t -, " +
  "zh-Hans 47.6b 36.1";

const ARCHITECTURES = { t: "tiny", b: "base", "": "base-memory" } as const;
const MEGABYTE = 1_000_000;

/** A pair that a model translates, with the size of its download. */
export type KnownPair = {
  readonly source: string;
  readonly target: string;
  readonly downloadBytes: number;
  readonly architecture: string;
  readonly status: OfferStatus;
};

/** Estimated download in bytes if a catalogue doesn't give the size. */
export function estimatedBytes(architecture: string): number {
  return (architecture === "tiny" ? 15 : 24) * MEGABYTE;
}

function pair(source: string, target: string, cell: string): KnownPair[] {
  if (cell === "-") return [];
  const [, megabytes, letter] = /^([\d.]+)([tb]?)$/.exec(cell)!;
  const downloadBytes = Math.round(Number(megabytes) * MEGABYTE);
  const architecture = ARCHITECTURES[letter as keyof typeof ARCHITECTURES];
  return [{ source, target, downloadBytes, architecture, status: "released" }];
}

export const SNAPSHOT: readonly KnownPair[] = RELEASED.split(", ").flatMap((row) => {
  const [language = "", into = "-", from = "-"] = row.split(" ");
  return [...pair(language, "en", into), ...pair("en", language, from)];
});
