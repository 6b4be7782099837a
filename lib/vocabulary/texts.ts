/** Formality of a translation; the `prefer_` values apply only if the engine supports it. */
export const FORMALITIES = ["default", "more", "less", "prefer_more", "prefer_less"] as const;
export type Formality = (typeof FORMALITIES)[number];

/** Formality of a project, which engines follow if they can. */
export const PROJECT_FORMALITIES = ["default", "more", "less"] as const satisfies readonly Formality[];
export type ProjectFormality = (typeof PROJECT_FORMALITIES)[number];

/** Markup of a text to translate. */
export const TEXT_FORMATS = ["text", "html", "markdown"] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** Kinds of pictures that screenshots may be. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** How a translation of a glossary term may be used. */
export const TERM_USAGES = ["preferred", "admitted", "forbidden"] as const;
export type TermUsage = (typeof TERM_USAGES)[number];

/** Longest text of a memory's unit, in UTF-16 units. */
export const MAX_UNIT_LENGTH = 10_000;

/** What a finished file is compared for with its source. */
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
  /** Null: only the other side has it. */
  readonly source: string | null;
  readonly target: string | null;
};

/** The comparison of a finished file with its source; `items` are the first differences. */
export type Proof = {
  readonly compared: Readonly<Record<ProofKind, number>>;
  readonly differences: number;
  readonly items: readonly ProofDifference[];
};

/** Share of letters in another language from which the whole text is reported as in that language. */
export const WHOLE_TEXT = 0.7;
