/** A part of a document that begins and ends between two blocks. Positions are offsets. */
export type Piece = { readonly start: number; readonly end: number };

/** A block that continues over blank lines, and its end: code, formulas, HTML. */
export type OpenBlock = { readonly closes: (line: string) => boolean };

/** After a blank line, only indented lines and list items continue a block. */
const BLOCK_START = /^(?:[^\s*+\-\d]|\*[^\s*])/;
export const FOOTNOTE_START = /^\[\^[^\s[\]\\]{1,990}\]:/;
const FRONT_MATTER = /^(?:-{3}|\+{3})[ \t]*$/;

/**
 * Divides a document where one block ends and another begins, so that each part, except for its references, means the
 * same when parsed alone (CommonMark 0.31, 3 and 4). A block within a list or a quote ends with it. Linear.
 */
export class PieceScanner {
  readonly #source: string;
  readonly #mdx: boolean;
  #at = 0;
  #open: OpenBlock | undefined;

  constructor(source: string, mdx: boolean) {
    this.#source = source;
    this.#mdx = mdx;
    const first = this.#line();
    if (FRONT_MATTER.test(first)) this.#open = { closes: (line) => line.trimEnd() === first.trimEnd() };
  }

  /** The end of the last part. */
  get at(): number {
    return this.#at;
  }

  /** The next part; undefined at the end. */
  next(): Piece | undefined {
    const start = this.#at;
    if (start >= this.#source.length) return;
    /** Whether an earlier line starts HTML that continues up to a blank line, in which no other block can start. */
    let isHtml = false;
    let isAfterBlank = false;
    let isAfterFootnote = false;
    for (; this.#at < this.#source.length; this.#skipLine()) {
      const line = this.#line();
      if (this.#open) {
        if (this.#at > 0 && this.#open.closes(line)) this.#open = undefined;
        continue;
      }
      const isBlank = /^[ \t\r]*$/.test(line);
      const isFootnote = FOOTNOTE_START.test(line);
      const begins = (isAfterBlank && BLOCK_START.test(line)) || (isAfterFootnote && isFootnote);
      if (begins && this.#at > start) return { start, end: this.#at };
      isAfterBlank = isBlank;
      isAfterFootnote = isFootnote;
      if (!isHtml) this.#open = openedBy(line, this.#mdx);
      isHtml = !this.#mdx && !isBlank && (isHtml || /^ {0,3}</.test(line));
    }
    return { start, end: this.#source.length };
  }

  /** Skips this many parts, and returns the end of the last one. */
  skip(count: number): number {
    for (let i = 0; i < count; i++) if (!this.next()) break;
    return this.#at;
  }

  /** Continues within a block that is open at the end of a part. */
  resume(open: OpenBlock): void {
    this.#open = open;
  }

  #line(): string {
    const end = this.#source.indexOf("\n", this.#at);
    return this.#source.slice(this.#at, end < 0 ? undefined : end);
  }

  #skipLine(): void {
    const end = this.#source.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#source.length : end + 1;
  }
}

/** HTML that ends with certain characters (CommonMark 0.31, 4.6, conditions 1 to 5). */
const HTML: readonly { readonly open: RegExp; readonly close: RegExp }[] = [
  { open: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, close: /<\/(?:script|pre|style|textarea)>/i },
  { open: /^<!--/, close: /-->/ },
  { open: /^<\?/, close: /\?>/ },
  { open: /^<![a-z]/i, close: />/ },
  { open: /^<!\[CDATA\[/, close: /\]\]>/ },
];

/** The block that an unindented line begins and does not end. MDX has no HTML; its code may end at any indentation. */
export function openedBy(line: string, mdx: boolean): OpenBlock | undefined {
  const html = mdx ? undefined : HTML.find(({ open }) => open.test(line));
  if (html) return html.close.test(line) ? undefined : { closes: (next) => html.close.test(next) };
  const fence = /^(?:(`{3,})[^`]*|(~{3,}).*|(\${2,})[^$]*)$/s.exec(line);
  const run = fence?.[1] ?? fence?.[2] ?? fence?.[3];
  if (run === undefined) return;
  return {
    closes: (next) => {
      const text = next.replace(mdx ? /^[ \t]*/ : /^ {0,3}/, "").trimEnd();
      return text.length >= run.length && text === run[0]!.repeat(text.length);
    },
  };
}
