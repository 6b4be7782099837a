import type { OfferStatus } from "@/lib/engines/bergamot/models/offer";

/**
 * The pairs of Mozilla's models when this version was released, for installations without internet access: every
 * language with English, in both directions or, in the second list, into English only.
 */
const BOTH_WAYS =
  "ar az bg bn ca cs da de el es et fa fi fr gu he hi hr hu id is it ja kn ko lt lv ml nb nl pl pt ro ru sk sl sq sr sv ta te tr uk vi zh-Hans";
const INTO_ENGLISH = "be bs mt nn";

/**
 * Languages with models of the larger architecture. The sizes in bytes are estimates, the same for all pairs: a catalogue
 * that was read has the real ones.
 */
const BASE_BYTES = 24_000_000;
const TINY_BYTES = 15_000_000;
const BASE: ReadonlySet<string> = new Set(
  "ar bg ca cs de es et fi fr hu is it ja ko lt lv nl pl pt ru sk sl uk zh-Hans".split(" "),
);

/** A pair that a model translates, and the size of its download. */
export type KnownPair = {
  readonly source: string;
  readonly target: string;
  readonly downloadBytes: number;
  readonly architecture: string;
  readonly status: OfferStatus;
};

/** Estimated download in bytes, where a catalogue does not say. */
export function estimatedBytes(architecture: string): number {
  return architecture === "tiny" ? TINY_BYTES : BASE_BYTES;
}

function pair(source: string, target: string): KnownPair {
  const architecture = BASE.has(source === "en" ? target : source) ? "base-memory" : "tiny";
  return {
    source,
    target,
    downloadBytes: estimatedBytes(architecture),
    architecture,
    status: "released",
  };
}

export const SNAPSHOT: readonly KnownPair[] = [
  ...BOTH_WAYS.split(" ").flatMap((language) => [pair(language, "en"), pair("en", language)]),
  ...INTO_ENGLISH.split(" ").map((language) => pair(language, "en")),
];
