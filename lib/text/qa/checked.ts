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
  /** Format of the document. Determines the possible placeholders and whether the text is markup. */
  readonly format?: string;
  /** Glossary terms for the target language. Pass the same array each time, since derived data is cached with it. */
  readonly terms?: readonly QaTerm[];
  readonly state?: TranslationState;
  readonly origin?: {
    readonly type: OriginType;
    readonly edited: boolean;
    /** Match percentage. */
    readonly match?: number | null;
  } | null;
  readonly outdated?: boolean;
  readonly openIssues?: number;
  /** Milliseconds that the person spent on the segment. */
  readonly editMs?: number | null;
  /** Reviewed translations of the same source in other segments, encoded. */
  readonly otherTargets?: readonly string[];
  /** Other sources that have the same translation, encoded. */
  readonly otherSources?: readonly string[];
  /** The project's custom checks for the target language. */
  readonly customChecks?: readonly QaPattern[];
  /** Check settings of the project, merged with those of the language. */
  readonly severities?: Readonly<Record<string, CheckSetting>>;
  /** Flags of the segment. */
  readonly flags?: SegmentFlags;
  /** Find the placeholders that the segment's flags define. */
  readonly flagged?: readonly Finder[];
};

/** A check that a project defines by regular expressions, compiled by the caller. */
export type QaPattern = {
  /** `custom.` followed by its name in the project. */
  readonly id: CustomCheckId;
  readonly severity: Severity;
  readonly message: string;
  /** Only segments whose source matches are checked; null for all segments. */
  readonly source: Finder | null;
  readonly target: Finder;
  /** Whether a match is reported, or a missing match. */
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
