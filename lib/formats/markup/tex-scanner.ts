const MAX_ARGUMENTS = 6;

/** Ends of arguments, groups and formulas in a LaTeX source. */
export class TexScanner {
  readonly #missing = new Set<string>();
  readonly #braces = new Map<number, number>();

  constructor(readonly source: string) {}

  /** Whether a comment describes the argument before it and another one follows: then both keep their positions. */
  isBetweenArguments(start: number, end: number): boolean {
    const isAfter = /\}[ \t]+$/.test(this.source.slice(Math.max(0, start - 100), start));
    return isAfter && /^(?:\r\n|\r|\n)[ \t]*\{/.test(this.source.slice(end, end + 100));
  }

  /** Whether a target contains a heading, as Pandoc writes it. */
  holdsHeading(from: number): boolean {
    const open = this.lastArgument(from, 2);
    return /^\{(?:%[^\r\n]{0,100})?\s{0,20}\\(?:(?:sub){0,2}(?:section|paragraph)|chapter|part)(?![a-zA-Z])/.test(
      this.source.slice(open, open + 200),
    );
  }

  /** Offset of the last of `count` arguments, or of the text found instead. */
  lastArgument(from: number, count: number): number {
    let open = this.skipBrackets(from);
    for (let index = 1; index < count && this.source[open] === "{"; index++)
      open = this.skipBrackets(this.blank(this.braceEnd(open)));
    return open;
  }

  /** Marks without further occurrence, which are not searched again. */
  find(mark: string, from: number): number {
    if (this.#missing.has(mark)) return -1;
    const found = this.source.indexOf(mark, from);
    if (found < 0) this.#missing.add(mark);
    return found;
  }

  lineEnd(from: number): number {
    let at = from;
    while (at < this.source.length && this.source[at] !== "\n" && this.source[at] !== "\r") at++;
    return at;
  }

  mathEnd(from: number, mark: string): number {
    for (let at = from; at < this.source.length; at++) {
      if (this.source[at] === "\\") at++;
      else if (this.source.startsWith(mark, at)) return at + mark.length;
      // An inline formula has no empty line.
      else if (/^(?:\r\n|\n)[ \t]*(?:\r\n|\n)/.test(this.source.slice(at, at + 20))) return from;
    }
    return from;
  }

  afterSymbol(at: number): number {
    if (this.source.startsWith("{}", at)) return at + 2;
    return /[ \t]/.test(this.source[at] ?? "") ? at + 1 : at;
  }

  /** Skips blanks and one line end, if an argument follows. */
  blank(at: number): number {
    const space = /^[ \t]*(?:\r\n|\r|\n)?[ \t]*(?=[[{])/.exec(this.source.slice(at, at + 200));
    return space ? at + space[0].length : at;
  }

  skipBrackets(at: number): number {
    let next = at;
    for (let count = 0; count < MAX_ARGUMENTS && this.source[next] === "["; count++) {
      const end = this.bracketEnd(next);
      if (end === next) return next;
      next = this.blank(end);
    }
    return next;
  }

  bracketEnd(at: number): number {
    const limit = Math.min(this.source.length, at + 2_000);
    let depth = 0;
    for (let next = at + 1; next < limit; next++) {
      const character = this.source[next];
      if (character === "\\") next++;
      else if (character === "{") depth++;
      else if (character === "}" && --depth < 0) return at;
      else if (character === "]" && depth === 0) return next + 1;
    }
    return at;
  }

  /** Finds the ends of all nearby braces in one pass, so that each character is read once. */
  braceEnd(at: number): number {
    const known = this.#braces.get(at);
    if (known !== undefined) return known;
    const limit = Math.min(this.source.length, at + 20_000);
    const open: number[] = [];
    for (let next = at; next < limit; next++) {
      const character = this.source[next];
      if (character === "\\") next++;
      else if (character === "{") open.push(next);
      else if (character === "}") {
        const start = open.pop();
        if (start !== undefined) this.#braces.set(start, next + 1);
        if (open.length === 0) break;
      }
    }
    for (const start of open) this.#braces.set(start, start + 1);
    return this.#braces.get(at) ?? at + 1;
  }

  allArguments(from: number): number {
    let end = from;
    for (let count = 0; count < MAX_ARGUMENTS; count++) {
      const next = this.blank(end);
      const after =
        this.source[next] === "[" ? this.bracketEnd(next) : this.source[next] === "{" ? this.braceEnd(next) : next;
      if (after <= next) return end;
      end = after;
    }
    return end;
  }
}
