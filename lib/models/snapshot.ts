/**
 * The pairs that Mozilla's models translated when this version was made, for installations that cannot ask: every language
 * here with English, in both directions or, in the second list, into English only.
 */
const BOTH_WAYS =
  "ar az bg bn ca cs da de el es et fa fi fr gu he hi hr hu id is it ja kn ko lt lv ml nb nl pl pt ro ru sk sl sq sr sv ta te tr uk vi zh-Hans";
const INTO_ENGLISH = "be bs mt nn";

/** Languages whose models are of the larger architecture, in bytes as they come over the network. */
const BASE_BYTES = 24_000_000;
const TINY_BYTES = 15_000_000;
const BASE: ReadonlySet<string> = new Set(
  "ar bg ca cs de es et fi fr hu is it ja ko lt lv nl pl pt ru sk sl uk zh-Hans".split(" "),
);

/** A pair that a model translates, and what its files weigh on the way here. */
export type KnownPair = {
  readonly source: string;
  readonly target: string;
  readonly downloadBytes: number;
  readonly architecture: string;
};

function pair(source: string, target: string): KnownPair {
  const isBase = BASE.has(source === "en" ? target : source);
  return {
    source,
    target,
    downloadBytes: isBase ? BASE_BYTES : TINY_BYTES,
    architecture: isBase ? "base-memory" : "tiny",
  };
}

export const SNAPSHOT: readonly KnownPair[] = [
  ...BOTH_WAYS.split(" ").flatMap((language) => [pair(language, "en"), pair("en", language)]),
  ...INTO_ENGLISH.split(" ").map((language) => pair(language, "en")),
];
