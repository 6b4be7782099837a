import { type CodeFault, checkCodes } from "@/lib/text/codes";
import { baseLanguage } from "@/lib/text/languages";
import type { InlineCode } from "@/lib/text/segment";
import type { QaContext, QaSegment } from "./checked";
import type { CheckId } from "./checks";
import { TextView } from "./text-view";

/** What a family of checks finds. Without `start` it concerns the whole text, and a `replacement` replaces it whole. */
export type Finding = {
  readonly check: CheckId;
  readonly start?: number;
  readonly end?: number;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Encoded text. */
  readonly replacement?: string;
  /** What an ignored finding is tied to, where that is not the text it points at. */
  readonly tiedTo?: string;
};

/** A family of checks, the first findings first: whoever runs it stops when there are enough. Linear in the texts' length. */
export type Family = (subject: Subject) => Iterable<Finding>;

/** A source, its translation, and what the checks need to know of them; the costly parts are made once. */
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
    this.source = new TextView(segment.text, this.codes);
    this.target = new TextView(target, this.codes);
    this.sourceLanguage = baseLanguage(context.source);
    this.targetLanguage = baseLanguage(context.target);
  }

  /** What is wrong with the inline codes of the target. */
  get codeFaults(): readonly CodeFault[] {
    const { text, codes } = this.segment;
    this.#codeFaults ??= checkCodes({ text, codes }, this.target.encoded);
    return this.#codeFaults;
  }

  isPlaceholder(id: number): boolean {
    return this.codes.get(id)?.kind === "placeholder";
  }
}
