import type { InlineCode } from "@/lib/text/segment";
import type { OriginType } from "@/lib/vocabulary/origins";
import type { CheckSetting } from "@/lib/vocabulary/severities";
import type { TranslationState } from "@/lib/vocabulary/states";
import type { TermUsage } from "@/lib/vocabulary/term-usages";

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
  /** The project's settings merged with those of the language. */
  readonly severities?: Readonly<Record<string, CheckSetting>>;
};

/** A term of a glossary in one target language. */
export type QaTerm = {
  readonly source: string;
  readonly caseSensitive: boolean;
  readonly doNotTranslate: boolean;
  readonly targets: readonly { readonly text: string; readonly usage: TermUsage }[];
};
