import { parseLanguage } from "@/lib/text/languages";
import { MODEL_STATUSES, type ModelSet, type OfferStatus } from "./manifest";

/** A file that a source offers. Undefined fields are unknown and cannot be checked. */
export type OfferedFile = {
  readonly kind: "model" | "lex" | "vocab" | "srcvocab" | "trgvocab";
  readonly name: string;
  readonly url: string;
  readonly packed?: { readonly size: number; readonly sha256: string };
  readonly unpacked?: { readonly size: number; readonly sha256: string };
};

/** A model for a pair: all its files, in one version. */
export type Offer = {
  readonly source: string;
  readonly target: string;
  readonly version: string;
  readonly architecture: string;
  readonly precision: ModelSet["precision"];
  readonly status: OfferStatus;
  /** True for a mobile build, used for pairs that have no other. */
  readonly isMobile: boolean;
  readonly origin: string;
  readonly files: readonly OfferedFile[];
};

/** The larger architecture translates better, the smaller one is faster and needs less memory. */
export type Architecture = "base-memory" | "tiny";
const RUNNABLE = ["base-memory", "tiny", "base"];

/** True if the files form a model: the model itself and one vocabulary, or one per language. */
export function isComplete(files: readonly OfferedFile[]): boolean {
  const has = (kind: OfferedFile["kind"]): boolean => files.some((file) => file.kind === kind);
  return has("model") && (has("vocab") || (has("srcvocab") && has("trgvocab")));
}

/**
 * The highest major version that this engine can load. Firefox also skips higher ones, since their format is unknown
 * (TranslationsParent.sys.mjs).
 */
const MAX_MAJOR_VERSION = 3;

/**
 * The best offer of each pair that this engine can load: by status, then desktop before mobile, the preferred
 * architecture, and the highest version.
 */
export function bestOffers(offers: readonly Offer[], wished: Architecture): Map<string, Offer> {
  const best = new Map<string, Offer>();
  for (const offer of offers) {
    if (!RUNNABLE.includes(offer.architecture) || numbersIn(offer.version)[0]! > MAX_MAJOR_VERSION) continue;
    const pair = `${offer.source}-${offer.target}`;
    const known = best.get(pair);
    if (!known || compare(offer, known, wished) > 0) best.set(pair, offer);
  }
  return best;
}

/** Bytes to download; 0 if unknown. */
export function downloadSize({ files }: Offer): number {
  return files.reduce((sum, file) => sum + (file.packed?.size ?? file.unpacked?.size ?? 0), 0);
}

/** The canonical BCP 47 tag, or null for an invalid one. Models with the tag `zh` write simplified characters. */
export function canonicalTag(tag: string): string | null {
  const canonical = parseLanguage(tag);
  return canonical === "zh" ? "zh-Hans" : canonical;
}

/** Positive if `a` is newer: compares numerically, and a preview (`3.0a1`) is older than every release. */
export function compareVersions(a: string, b: string): number {
  if (isPreview(a) !== isPreview(b)) return isPreview(a) ? -1 : 1;
  const [numbersA, numbersB] = [numbersIn(a), numbersIn(b)];
  for (let i = 0; i < Math.max(numbersA.length, numbersB.length); i++) {
    const difference = (numbersA[i] ?? 0) - (numbersB[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compare(a: Offer, b: Offer, wished: Architecture): number {
  const byStatus = MODEL_STATUSES.indexOf(b.status) - MODEL_STATUSES.indexOf(a.status);
  const byDevice = Number(b.isMobile) - Number(a.isMobile);
  const order = ({ architecture }: Offer): number => (architecture === wished ? -1 : RUNNABLE.indexOf(architecture));
  return byStatus || byDevice || order(b) - order(a) || compareVersions(a.version, b.version);
}

function numbersIn(version: string): number[] {
  return (version.match(/\d+/g) ?? ["0"]).map(Number);
}

function isPreview(version: string): boolean {
  return /[a-z]/i.test(version);
}
