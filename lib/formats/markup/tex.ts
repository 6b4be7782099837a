import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, type FormatWarning, leftWarning, UnreadableFile } from "@/lib/formats/format";
import { buildSegment, type CodeSpelling, type Piece, trimPieces } from "@/lib/formats/inline";
import { keepLineBreaks } from "@/lib/formats/markdown/line-breaks";
import type { Span } from "@/lib/formats/splice";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { tokenize } from "@/lib/text/segment";
import { declaredEncoding, decodeAccent, encodeTex, LIGATURES, redeclareEncoding, SYMBOLS } from "./tex-characters";
import {
  ARGUMENTS,
  BREAKS,
  CELLS,
  FORMATS,
  HEADINGS,
  holdsProse,
  IN_PREAMBLE,
  MACROS,
  MATH,
  NAMED,
  NOTES,
  SHORTENED,
  SWITCHES,
  TITLED,
  VERBATIM,
  WORDS,
} from "./tex-commands";
import { TexScanner } from "./tex-scanner";

/** LaTeX documents. Macros are not expanded: an unknown command and its arguments stay unchanged. */
export const tex: Format = {
  id: "tex",
  name: "LaTeX",
  extensions: ["tex", "ltx", "latex"],
  mediaTypes: ["application/x-latex", "text/x-tex"],
  translates:
    "Paragraphs, headings and captions with their short forms, titles, items, cells of tables, footnotes, frames, names of theorems, text in formatting commands and links, and the entries of common CV and letter classes.",
  leaves:
    "The preamble except the title, commands, formulas, verbatim and listings, typewriter text, pictures, labels, references, citations and bibliographies, comments, and arguments of unknown commands.",
  matches: (bytes, extension) =>
    tex.extensions.includes(extension) && looksLikeText(bytes) && /\\[a-zA-Z]|^\s*%/m.test(peekText(bytes, 65_536)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredEncoding });
    return textDocument(tex, {
      decoded,
      ...new TexReader(decoded.text, options).read(),
      redeclare: redeclareEncoding,
    });
  },
};

const MAX_DEPTH = 500;

type Level =
  | { readonly type: "pair"; readonly name: string; readonly raw: string; readonly kind: "pair" | "format" }
  | { readonly type: "story"; readonly start: number; readonly pieces: Piece[]; readonly isApart: boolean };

class TexReader {
  readonly #source: string;
  readonly #scan: TexScanner;
  readonly #language: string;
  readonly #slots: Slot[] = [];
  readonly #levels: Level[] = [];
  /** Commands with prose in their arguments that was not translated. */
  readonly #unknown: string[] = [];
  #pieces: Piece[] = [];
  #at = 0;

  constructor(source: string, { source: language = "en" }: FormatOptions) {
    this.#source = source;
    this.#scan = new TexScanner(source);
    this.#language = language;
  }

  read(): { readonly slots: Slot[]; readonly warnings: FormatWarning[] } {
    const begin = this.#source.indexOf("\\begin{document}");
    if (begin >= 0) this.#preamble(begin);
    this.#at = begin < 0 ? 0 : begin + "\\begin{document}".length;
    while (this.#at < this.#source.length) this.#next();
    for (const level of this.#levels.toReversed()) {
      if (level.type !== "story") continue;
      this.#flush();
      this.#pieces = level.pieces;
    }
    this.#flush();
    const names = [...new Set(this.#unknown)].map((name) => `\\${name}`);
    const what = "Arguments of commands that are not known stayed as they are";
    return { slots: this.#slots, warnings: leftWarning(names, what, this.#unknown.length) };
  }

  /** Reads the title in the preamble, and the opening and closing of letters. */
  #preamble(end: number): void {
    for (const { 0: raw, index } of this.#source.slice(0, end).matchAll(IN_PREAMBLE)) {
      const line = this.#source.slice(this.#source.lastIndexOf("\n", index) + 1, index);
      if (/(?<!\\)%/.test(line)) continue;
      this.#at = index + raw.length;
      if (this.#source[this.#at] === "[") this.#bracketText();
      this.#wholeStory(end);
    }
  }

  /** Reads the following braces, if any, as a separate text. */
  #wholeStory(limit: number): void {
    this.#at = this.#scan.skipBrackets(this.#scan.blank(this.#at));
    if (this.#source[this.#at] !== "{") return;
    const depth = this.#levels.length;
    this.#story(this.#at, true);
    while (this.#levels.length > depth && this.#at < limit) this.#next();
  }

  /** Reads the following brackets as a separate text. */
  #bracketText(): void {
    this.#flush();
    const end = this.#scan.bracketEnd(this.#at);
    if (end <= this.#at + 1) return;
    this.#at++;
    while (this.#at < end - 1) this.#next();
    this.#flush();
    this.#at = Math.max(this.#at, end);
  }

  #next(): void {
    const source = this.#source;
    const at = this.#at;
    const character = source[at]!;
    if (character === "\\") this.#command();
    else if (character === "%") {
      const end = this.#scan.lineEnd(at);
      if (this.#levels.at(-1)?.type !== "pair" && this.#scan.isBetweenArguments(at, end)) {
        this.#flush();
        this.#at = end;
        return;
      }
      // The line end and the indentation after a comment belong to it, unless an empty line ends the paragraph.
      const [indentation] = /^(?:(?:\r\n|\r|\n)[ \t]*(?![ \t]*[\r\n]))?/.exec(source.slice(end, end + 1_000))!;
      this.#single(end + indentation.length, undefined, true);
    } else if (character === "$") {
      const mark = source[at + 1] === "$" ? "$$" : "$";
      this.#single(this.#scan.mathEnd(at + mark.length, mark), "math");
    } else if (character === "{") this.#group();
    else if (character === "}") this.#close();
    else if (character === "&") {
      this.#flush();
      this.#at++;
    } else if (/\s/.test(character)) this.#space();
    else if (character === "~") this.#text("\u00a0", 1);
    else {
      const ligature = LIGATURES.find(([raw]) => source.startsWith(raw, at));
      if (ligature) this.#text(ligature[1], ligature[0].length);
      else {
        let end = at + 1;
        while (end < source.length && /[^\\%${}\]&~\s`'!?-]/.test(source[end]!)) end++;
        this.#text(source.slice(at, end), end - at);
      }
    }
  }

  #space(): void {
    const start = this.#at;
    let end = start;
    while (end < this.#source.length && /\s/.test(this.#source[end]!)) end++;
    const lines = this.#source.slice(start, end).match(/\r\n|\r|\n/g)?.length ?? 0;
    if (lines > 1) {
      this.#flush();
      this.#at = end;
    } else this.#text(" ", end - start);
  }

  #text(text: string, length: number): void {
    const end = this.#at + length;
    const last = this.#pieces.at(-1);
    if (last?.type === "text" && last.end === this.#at)
      this.#pieces[this.#pieces.length - 1] = { ...last, end, text: last.text + text };
    else this.#pieces.push({ type: "text", start: this.#at, end, text });
    this.#at = end;
  }

  /** Adds everything up to `end` as a code. */
  #single(end: number, equiv?: string, deletable = false): void {
    const start = this.#at;
    const raw = this.#source.slice(start, end);
    const piece = { type: "single", start, end, raw } as const;
    if (equiv === undefined) this.#pieces.push({ ...piece, kind: "single", ...(deletable ? { deletable } : {}) });
    else {
      const shown = equiv === "math" ? raw : equiv;
      this.#pieces.push({ ...piece, kind: shown === "\n" ? "single" : "placeholder", equiv: shown.slice(0, 100) });
    }
    this.#at = end;
  }

  #command(): void {
    const source = this.#source;
    const start = this.#at;
    const name = /^[a-zA-Z@]{1,100}/.exec(source.slice(start + 1, start + 101))?.[0];
    if (!name) {
      this.#symbol();
      return;
    }
    const after = start + 1 + name.length;
    const star = source[after] === "*" ? 1 : 0;
    const arguments_ = this.#scan.blank(after + star);
    if (name === "begin" || name === "end") this.#environment(name, arguments_);
    else if (
      name === "verb" ||
      ((name === "lstinline" || name === "mintinline") && !/[[{]/.test(source[arguments_] ?? "{"))
    ) {
      const mark = source[after + star];
      const end = mark ? this.#scan.find(mark, after + star + 1) : -1;
      const isLine = end >= 0 && !/[\r\n]/.test(source.slice(start, end));
      this.#single(isLine ? end + 1 : after + star, isLine ? source.slice(after + star + 1, end) : undefined);
    } else if (SYMBOLS.has(name)) this.#text(SYMBOLS.get(name)!, this.#scan.afterSymbol(after) - start);
    else if (/^[cvuHdbkrtG]$/.test(name) || name === "i" || name === "j") this.#accent(start, after, name);
    else if (FORMATS.has(name)) this.#format(arguments_, FORMATS.get(name)!);
    else if (SHORTENED.has(name) && source[arguments_] === "[") {
      this.#at = arguments_;
      this.#bracketText();
      const open = this.#scan.skipBrackets(this.#scan.blank(this.#at));
      if (source[open] === "{") this.#story(open, true);
    } else if (CELLS.has(name)) {
      const open = this.#scan.lastArgument(arguments_, CELLS.get(name)!);
      if (source[open] === "{") this.#story(open, true);
      else this.#single(Math.max(open, after));
    } else if (HEADINGS.has(name) || NOTES.has(name)) {
      const open = this.#scan.skipBrackets(arguments_);
      if (source[open] !== "{") this.#single(open);
      else this.#story(open, HEADINGS.has(name));
    } else if (MACROS.has(name)) this.#macro(arguments_, MACROS.get(name)!);
    else if (name === "item") {
      this.#flush();
      this.#at = after;
      // The label in a description list is a text.
      if (source[arguments_] === "[") {
        this.#at = arguments_;
        this.#bracketText();
      }
    } else if (/^(?:newline|enskip|enspace|q?quad)$/.test(name)) this.#single(after, "\n");
    else if (BREAKS.has(name)) {
      this.#flush();
      const next = this.#scan.skipBrackets(arguments_);
      this.#at =
        name === "cline" && source[next] === "{" ? this.#scan.braceEnd(next) : next > arguments_ ? next : after + star;
    } else if (SWITCHES.has(name)) this.#single(after);
    else if (name === "hypertarget" && this.#scan.holdsHeading(arguments_)) {
      this.#flush();
      this.#at = this.#scan.lastArgument(arguments_, 2);
      this.#wholeStory(source.length);
    } else {
      const end = this.#scan.allArguments(after + star);
      const last = source.slice(after, end).match(/\{[^{}]*\}$/)?.[0];
      if (WORDS.has(name)) this.#single(end, last && name !== "SI" ? last.slice(1, -1) : `\\${name}`);
      else {
        if (holdsProse(name, source.slice(after, end))) this.#unknown.push(name);
        this.#single(end);
      }
    }
  }

  /** Reads each argument as a separate text; comments between them may describe them. */
  #macro(from: number, count: number): void {
    this.#limit();
    this.#flush();
    this.#at = from;
    for (let index = 0; index < count; index++) {
      const comment = /^(?:[ \t]*%[^\r\n]{0,200})?(?:\r\n|\r|\n)?[ \t]*(?=[[{])/.exec(
        this.#source.slice(this.#at, this.#at + 400),
      );
      const open = this.#scan.skipBrackets(this.#at + (comment?.[0].length ?? 0));
      if (this.#source[open] !== "{") return;
      this.#at = open;
      this.#wholeStory(this.#source.length);
    }
  }

  /** Reads `\%`, `\\`, `\'e`, `\(…\)`. */
  #symbol(): void {
    const source = this.#source;
    const start = this.#at;
    const character = source[start + 1];
    if (character === undefined) {
      this.#text("\\", 1);
      return;
    }
    if (/[%&$#_{}]/.test(character)) {
      this.#text(character, 2);
      return;
    }
    if (character === "\\") {
      const end = /^\\\\\*?(?:[ \t]*\[[^\]\r\n]{0,50}\])?/.exec(source.slice(start, start + 100))![0].length + start;
      this.#single(end, "\n");
      return;
    }
    if (character === "(" || character === "[") {
      const close = this.#scan.find(character === "(" ? "\\)" : "\\]", start + 2);
      this.#single(close < 0 ? start + 2 : close + 2, "math");
      return;
    }
    if (/\s/.test(character)) {
      this.#text(" ", 2);
      return;
    }
    if (/['`^"~=.]/.test(character)) {
      this.#accent(start, start + 2, character);
      return;
    }
    this.#single(start + 2);
  }

  /** Reads an accent with its letter: `\'e`, `\c{c}`, `\"\i`. */
  #accent(start: number, after: number, name: string): void {
    const rest = this.#source.slice(after, after + 20);
    const letter = /^[ \t]*(?:\{\s*(\\?[a-zA-Z])\s*\}|(\\[ij])(?![a-zA-Z])[ \t]?|([a-zA-Z]))/.exec(
      /^[a-zA-Z]/.test(name) ? rest.replace(/^(?=[a-zA-Z])/, "\0") : rest,
    );
    const decoded = letter && decodeAccent(name, (letter[1] ?? letter[2] ?? letter[3])!.replace("\\", ""));
    if (name === "i" || name === "j") this.#single(after);
    else if (!decoded) this.#single(after);
    else {
      this.#at = start;
      this.#text(decoded, after + letter[0].length - start);
    }
  }

  /** Opens a pair around the last of `count` arguments. */
  #format(from: number, count: number): void {
    const open = this.#scan.lastArgument(from, count);
    if (this.#source[open] !== "{") {
      this.#single(Math.max(open, this.#at + 1));
      return;
    }
    this.#pair(open + 1, this.#source.startsWith("\\h", this.#at) ? "pair" : "format");
  }

  #pair(end: number, kind: "pair" | "format"): void {
    this.#limit();
    const name = `${this.#at}`;
    const raw = this.#source.slice(this.#at, end);
    this.#pieces.push({ type: "open", start: this.#at, end, raw, name, kind });
    this.#levels.push({ type: "pair", name, raw, kind });
    this.#at = end;
  }

  /** A separate text in braces, which is a code in the sentence around it. */
  #story(open: number, isApart: boolean): void {
    this.#limit();
    if (isApart) this.#flush();
    this.#levels.push({ type: "story", start: this.#at, pieces: this.#pieces, isApart });
    this.#pieces = [];
    this.#at = open + 1;
  }

  #limit(): void {
    if (this.#levels.length >= MAX_DEPTH)
      throw new UnreadableFile("too_complex", "The document nests groups too deeply.");
  }

  #group(): void {
    // Authors write code in typewriter font.
    const code =
      /^\{\s{0,5}(?:\\(?:tiny|scriptsize|footnotesize|small)\s{0,5})?\\(?:tt|ttfamily)(?![a-zA-Z])\s{0,5}/.exec(
        this.#source.slice(this.#at, this.#at + 40),
      )?.[0];
    const end = code ? this.#scan.braceEnd(this.#at) : 0;
    if (code && end > this.#at + code.length) {
      this.#single(end, this.#source.slice(this.#at + code.length, end - 1));
      return;
    }
    const command =
      /^\{(?:\\(?:bf|it|em|rm|sf|sc|sl|bfseries|itshape|scshape|slshape|sffamily|large|Large|LARGE|huge|Huge|small|footnotesize|scriptsize|tiny|normalsize|color\{\w{1,30}\}|selectlanguage\{\w{1,30}\})(?![a-zA-Z])[ \t]*(?:\r\n|\n)?[ \t]*){0,5}/.exec(
        this.#source.slice(this.#at, this.#at + 200),
      )![0];
    this.#pair(this.#at + command.length, "format");
  }

  #close(): void {
    const start = this.#at;
    const level = this.#levels.pop();
    this.#at = start + 1;
    if (!level) return;
    if (level.type === "pair") {
      this.#pieces.push({ type: "close", start, end: start + 1, raw: "}", name: level.name, kind: level.kind });
      return;
    }
    this.#flush();
    this.#pieces = level.pieces;
    if (!level.isApart) {
      this.#at = level.start;
      this.#single(start + 1);
    }
  }

  #environment(kind: "begin" | "end", from: number): void {
    const source = this.#source;
    const named = /^\{([a-zA-Z]{1,50}\*?)\}/.exec(source.slice(from, from + 60));
    if (!named) {
      this.#single(Math.max(from, this.#at + 1));
      return;
    }
    const name = named[1]!;
    const plain = name.replace("*", "");
    const after = from + named[0].length;
    if (kind === "begin" && (VERBATIM.has(plain) || MATH.has(plain))) {
      const close = source.indexOf(`\\end{${name}}`, after);
      const end = close < 0 ? source.length : close + `\\end{${name}}`.length;
      if (MATH.has(plain)) {
        this.#single(end);
        return;
      }
      this.#flush();
      this.#at = end;
      return;
    }
    this.#flush();
    this.#at = after;
    if (kind === "end") return;
    if (NAMED.has(plain) && source[this.#scan.blank(after)] === "[") {
      this.#at = this.#scan.blank(after);
      this.#bracketText();
      return;
    }
    let next = this.#scan.skipBrackets(this.#scan.blank(after));
    for (let count = ARGUMENTS.get(name) ?? 0; count > 0 && source[next] === "{"; count--)
      next = this.#scan.skipBrackets(this.#scan.blank(this.#scan.braceEnd(next)));
    this.#at = next;
    if (!TITLED.has(plain) || source[next] !== "{") return;
    this.#wholeStory(source.length);
    // A frame may have a subtitle.
    if (plain === "frame" && source[this.#at] === "{") this.#wholeStory(source.length);
  }

  #flush(): void {
    const pieces = this.#pieces;
    this.#pieces = [];
    const trimmed = trimPieces(pieces, this.#source);
    if (!trimmed) return;
    const { segment, spelling } = buildSegment(trimmed);
    const range = { start: trimmed.start, end: trimmed.end };
    const holdsStories = pieces.some(
      (piece) => piece.type === "single" && NOTES.has(/^\\([a-zA-Z]+)/.exec(piece.raw)?.[1] ?? ""),
    );
    this.#slots.push({
      segment,
      rewrite: (text, target) => {
        const raw = spellTex(text, spelling, this.#source);
        if (holdsStories) return [{ ...range, raw }];
        const joined = raw
          .map((piece) => (typeof piece === "string" ? piece : this.#source.slice(piece.start, piece.end)))
          .join("");
        return [{ ...range, raw: keepLineBreaks([joined], this.#source, range, { source: this.#language, target }) }];
      },
    });
  }
}

/** Writes an encoded text. Codes are ranges, so that footnotes inside them are applied. */
function spellTex(encoded: string, spelling: CodeSpelling, source: string): (string | Span)[] {
  const raw: (string | Span)[] = [];
  let last = "";
  for (const token of tokenize(encoded)) {
    if (token.type === "text") {
      const text = encodeTex(token.text);
      // A letter or a space would be read as part of the command.
      const needsEnd = /\\[a-zA-Z@]+\*?$/.test(last) && /^[a-zA-Z@]/.test(text);
      raw.push(needsEnd ? `{}${text}` : text);
      last = text;
      continue;
    }
    const code = spelling.get(token.id);
    const piece = token.type === "close" ? code?.close : code?.open;
    if (!piece) continue;
    last = source.slice(piece.start, piece.end);
    raw.push({ start: piece.start, end: piece.end });
  }
  return raw;
}
