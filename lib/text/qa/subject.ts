import { baseLanguage } from "@/lib/text/languages";
import { type CodeFault, checkCodes } from "@/lib/text/message/codes";
import type { InlineCode } from "@/lib/text/segment";
import type { Severity } from "@/lib/vocabulary/segments";
import type { CustomCheckId, QaContext, QaSegment } from "./checked";
import type { CheckId } from "./checks";
import { TextView } from "./text-view";

/** A finding of a family of checks. Without `start` it concerns the whole text, which a `replacement` then replaces. */
export type Finding = {
  readonly check: CheckId | CustomCheckId;
  /** Severity, if it differs from the check's default. */
  readonly severity?: Severity;
  readonly start?: number;
  readonly end?: number;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Encoded text. */
  readonly replacement?: string;
  /** Text that identifies an ignored finding, if it isn't the text in its range. */
  readonly tiedTo?: string;
};

/** A family of checks. Yields findings in order, and the caller stops when it has enough. Linear time. */
export type Family = (subject: Subject) => Iterable<Finding>;

/** A source, its translation and their context. Expensive parts are computed once, on first use. */
export class Subject {
  readonly codes: ReadonlyMap<number, InlineCode>;
  readonly source: TextView;
  readonly target: TextView;
  /** Without region and script: `pt` for `pt-BR`. */
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  #codeFaults: readonly CodeFault[] | undefined;

  constructor(
    readonly segment: QaSegment,
    target: string,
    readonly context: QaContext,
  ) {
    this.codes = new Map(segment.codes.map((code) => [code.id, code]));
    this.source = new TextView(segment.text, this.codes, context.flagged);
    this.target = new TextView(target, this.codes, context.flagged);
    this.sourceLanguage = baseLanguage(context.source);
    this.targetLanguage = baseLanguage(context.target);
  }

  /** Errors of the target's inline codes. */
  get codeFaults(): readonly CodeFault[] {
    const { text, codes } = this.segment;
    this.#codeFaults ??= checkCodes({ text, codes }, this.target.encoded);
    return this.#codeFaults;
  }

  isPlaceholder(id: number): boolean {
    return this.codes.get(id)?.kind === "placeholder";
  }
}
