/** Formality of a translation; the `prefer_` values apply only if the engine supports it. */
export const FORMALITIES = ["default", "more", "less", "prefer_more", "prefer_less"] as const;
export type Formality = (typeof FORMALITIES)[number];

/** Formality of a project; engines that do not support it ignore it. */
export const PROJECT_FORMALITIES = ["default", "more", "less"] as const satisfies readonly Formality[];
export type ProjectFormality = (typeof PROJECT_FORMALITIES)[number];

/** Markup of a text to translate. */
export const TEXT_FORMATS = ["text", "html", "markdown"] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** Kinds of pictures that screenshots may be. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Whether a term's translation is preferred, admitted or forbidden. */
export const TERM_USAGES = ["preferred", "admitted", "forbidden"] as const;
export type TermUsage = (typeof TERM_USAGES)[number];

/** Maximum length of a text in a memory unit, in UTF-16 units. */
export const MAX_UNIT_LENGTH = 10_000;

/** What the proof compares between a finished file and its source. */
export const PROOF_KINDS = [
  "segments",
  "placeholders",
  "numbers",
  "urls",
  "emails",
  "codes",
  "links",
  "anchors",
  "pluralForms",
  "pages",
] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** One difference between a file and its translation. */
export type ProofDifference = {
  readonly kind: ProofKind;
  /** Key or number of the segment, a line, or a part of the file. */
  readonly place: string;
  /** Null if only the translation has it. */
  readonly source: string | null;
  readonly target: string | null;
};

/** The comparison of a finished file with its source; `items` are the first differences. */
export type Proof = {
  readonly compared: Readonly<Record<ProofKind, number>>;
  readonly differences: number;
  readonly items: readonly ProofDifference[];
};

/** Minimum share of letters in another language for reporting the whole text as being in that language. */
export const WHOLE_TEXT = 0.7;
