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
  /** Longest allowed translation, in graphemes. */
  readonly maxLength?: number | null;
};

/** What the checks may know of a segment and its translation beside the texts. */
export type QaContext = {
  /** BCP 47, in canonical form. */
  readonly source: string;
  readonly target: string;
  /** Id of the document's format: says which placeholders it may have, and whether it is markup. */
  readonly format?: string;
  /** Glossary terms that apply to the target language. Keep the array: what is made of it is kept with it. */
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
  /** Time that was spent on the segment, in milliseconds. */
  readonly editMs?: number | null;
  /** Reviewed translations of the same source elsewhere, encoded. */
  readonly otherTargets?: readonly string[];
  /** Other sources that have the same translation, encoded. */
  readonly otherSources?: readonly string[];
  /** The project's settings, merged with those for the language. */
  readonly severities?: Readonly<Record<string, CheckSetting>>;
};

/** A term of a glossary in one target language. */
export type QaTerm = {
  readonly source: string;
  readonly caseSensitive: boolean;
  readonly doNotTranslate: boolean;
  readonly targets: readonly { readonly text: string; readonly usage: TermUsage }[];
};
