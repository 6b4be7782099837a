import type { SegmentFlags } from "@/lib/text/flags";
import type { InlineCode } from "@/lib/text/segment";
import type { CheckSetting, OriginType, Severity, TranslationState } from "@/lib/vocabulary/segments";
import type { TermUsage } from "@/lib/vocabulary/texts";

/** A segment whose translation is checked. */
export type QaSegment = {
  /** The source, encoded. */
  readonly text: string;
  readonly codes: readonly InlineCode[];
  /** Maximum length of the translation in graphemes. */
  readonly maxLength?: number | null;
};

/** Context of a segment and its translation for the checks. */
export type QaContext = {
  /** BCP 47, in canonical form. */
  readonly source: string;
  readonly target: string;
  /** Format of the document: determines possible placeholders and whether the text is markup. */
  readonly format?: string;
  /** Glossary terms for the target language. Pass the same array each time: derived data is cached with it. */
  readonly terms?: readonly QaTerm[];
  readonly state?: TranslationState;
  readonly origin?: {
    readonly type: OriginType;
    readonly edited: boolean;
    /** Percent. */
    readonly match?: number | null;
  } | null;
  readonly outdated?: boolean;
  readonly openIssues?: number;
  /** Milliseconds spent on the segment. */
  readonly editMs?: number | null;
  /** Reviewed translations of the same source elsewhere, encoded. */
  readonly otherTargets?: readonly string[];
  /** Other sources with the same translation, encoded. */
  readonly otherSources?: readonly string[];
  /** The project's own checks for the target language. */
  readonly customChecks?: readonly QaPattern[];
  /** The project's settings merged with those of the language. */
  readonly severities?: Readonly<Record<string, CheckSetting>>;
  /** Of the segment. */
  readonly flags?: SegmentFlags;
  /** Find what the segment's flags name as placeholders. */
  readonly flagged?: readonly Finder[];
};

/** A check that a project defines with regular expressions, which the caller has compiled. */
export type QaPattern = {
  /** `custom.` and its name in the project. */
  readonly id: CustomCheckId;
  readonly severity: Severity;
  readonly message: string;
  /** Only segments whose source matches are checked; null: all. */
  readonly source: Finder | null;
  readonly target: Finder;
  /** Whether a match is wrong, or that there is none. */
  readonly finding: "match" | "no_match";
};

/** Finds up to `limit` ranges of a text, in UTF-16 units. */
export type Finder = (text: string, limit: number) => readonly { readonly start: number; readonly end: number }[];

export type CustomCheckId = `custom.${string}`;

/** A term of a glossary in one target language. */
export type QaTerm = {
  readonly source: string;
  readonly caseSensitive: boolean;
  readonly doNotTranslate: boolean;
  readonly targets: readonly { readonly text: string; readonly usage: TermUsage }[];
};
