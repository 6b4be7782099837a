import { parseMessage } from "@/lib/text/message/parse";
import type { Placeholder } from "@/lib/text/message/placeholders";
import { escapeText, type InlineCode, type LocatedToken, locateTokens } from "@/lib/text/segment";
import type { Finder } from "./checked";
import { type Word, wordsOf } from "./word-forms";

/**
 * Replaces a placeholder in a view of a text, as a word of unknown letters. The character ends a preceding URL, is
 * neither letter nor punctuation, and does not occur in texts.
 */
export const WORD_SYMBOL = "\uffee";
/** Replaces any other single code (a line break, an image, a footnote mark); the character has the same properties. */
export const MARK_SYMBOL = "\uffed";

const READABLE = new RegExp(`[^\\s${MARK_SYMBOL}]`);

const CODE = /<\/?g\d{1,6}>|<x\d{1,6}\/>/;

/** A range of an encoded text, with an optional replacement. */
export type Edit = { readonly start: number; readonly end: number; readonly replacement?: string };

/** An encoded text as plain text for the checks, with a mapping of offsets back to the encoded text. */
export class TextView {
  readonly tokens: readonly LocatedToken[];
  /** Unescaped text without pairs, in which a single code is one character. */
  readonly plain: string;
  #placeholders: readonly Placeholder[] | undefined;
  #prose: string | undefined;
  #words: readonly Word[] | undefined;
  #offsets: { starts: Int32Array; ends: Int32Array } | undefined;

  constructor(
    readonly encoded: string,
    codes: ReadonlyMap<number, InlineCode>,
    readonly flagged: readonly Finder[] = [],
  ) {
    this.tokens = locateTokens(encoded);
    this.plain = this.tokens.map((token) => symbolOf(token, codes)).join("");
  }

  /** Placeholders, tags and addresses in the text, with offsets in {@link plain}. */
  get placeholders(): readonly Placeholder[] {
    this.#placeholders ??= withFlagged(this.plain, this.flagged);
    return this.#placeholders;
  }

  /** {@link plain} with every placeholder character replaced, at the same offsets. */
  get prose(): string {
    if (this.#prose === undefined) {
      let from = 0;
      let prose = "";
      for (const { start, end } of this.placeholders) {
        prose += this.plain.slice(from, start) + WORD_SYMBOL.repeat(end - start);
        from = end;
      }
      this.#prose = prose + this.plain.slice(from);
    }
    return this.#prose;
  }

  /** The words of {@link prose}. */
  get words(): readonly Word[] {
    this.#words ??= wordsOf(this.prose);
    return this.#words;
  }

  /** True if there is no text and no placeholder. */
  get isBlank(): boolean {
    return !READABLE.test(this.plain);
  }

  /** Encoded offsets of a range of {@link plain}, without codes at its edges. */
  range(start: number, end: number): Edit {
    if (start === end) return { start: this.#end(start), end: this.#end(start) };
    return { start: this.#offset().starts[start]!, end: this.#end(end) };
  }

  /** Replaces a range of {@link plain}; a range that contains a code is reported without a replacement. */
  replace(start: number, end: number, text: string): Edit {
    const range = this.range(start, end);
    const hasCode = CODE.test(this.encoded.slice(range.start, range.end));
    return hasCode ? range : { ...range, replacement: escapeText(text) };
  }

  #end(index: number): number {
    return index === 0 ? this.#offset().starts[0]! : this.#offset().ends[index - 1]!;
  }

  #offset(): { starts: Int32Array; ends: Int32Array } {
    this.#offsets ??= this.#locate();
    return this.#offsets;
  }

  #locate() {
    const starts = new Int32Array(this.plain.length + 1).fill(this.encoded.length);
    const ends = new Int32Array(this.plain.length);
    let at = 0;
    for (const token of this.tokens) {
      if (token.type === "single") {
        starts[at] = token.start;
        ends[at++] = token.end;
      } else if (token.type === "text") {
        for (let from = token.start; from < token.end; at++) {
          starts[at] = from;
          from += this.encoded[from] === "&" ? escapeLength(this.encoded, from) : 1;
          ends[at] = from;
        }
      }
    }
    return { starts, ends };
  }
}

/** `[First Name]`, `«City»`: a field or plain words, which a person may translate. */
const NAME_IN_BRACKETS = /^(?:\[\p{L}[^\]=/]*\]|«[^»]*»)$/u;

/** Maximum matches of one flag. */
const MAX_FLAGGED = 100;

/** The placeholders that the segment's flags define, and recognised ones that do not overlap with them. */
function withFlagged(plain: string, finders: readonly Finder[]): readonly Placeholder[] {
  const named = finders.flatMap((finder) => finder(plain, MAX_FLAGGED));
  return parseMessage(plain, { named }).filter(({ is, text }) => is === "named" || !NAME_IN_BRACKETS.test(text));
}

function symbolOf(token: LocatedToken, codes: ReadonlyMap<number, InlineCode>): string {
  if (token.type === "text") return token.text;
  if (token.type !== "single") return "";
  return codes.get(token.id)?.kind === "placeholder" ? WORD_SYMBOL : MARK_SYMBOL;
}

function escapeLength(encoded: string, at: number): number {
  return ["&lt;", "&gt;", "&amp;"].find((entity) => encoded.startsWith(entity, at))?.length ?? 1;
}
