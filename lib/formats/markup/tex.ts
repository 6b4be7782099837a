import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format, FormatOptions, FormatWarning } from "@/lib/formats/format";
import { UnreadableFile } from "@/lib/formats/format";
import { buildSegment, type CodeSpelling, type Piece, trimPieces } from "@/lib/formats/inline";
import { keepLineBreaks } from "@/lib/formats/markdown/line-breaks";
import type { Span } from "@/lib/formats/splice";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { tokenize } from "@/lib/text/segment";
import { decodeAccent, encodeTex, LIGATURES, SYMBOLS } from "./tex-characters";
import { BREAKS, holdsProse, IN_PREAMBLE, MACROS, SWITCHES } from "./tex-macros";

/** LaTeX documents. Macros are not expanded: an unknown command stays with its arguments. */
export const tex: Format = {
  id: "tex",
  name: "LaTeX",
  extensions: ["tex", "ltx", "latex"],
  mediaTypes: ["application/x-latex", "text/x-tex"],
  translates:
    "Paragraphs, headings and captions with their short forms, titles, items, cells of tables, footnotes, frames, names of theorems, the texts of formats and links, and the entries of usual CVs and letters.",
  leaves:
    "The preamble except the title, commands, formulas, verbatim and listings, typewriter text, pictures, labels, references, citations and bibliographies, comments, and arguments of unknown commands.",
  matches: (bytes, extension) =>
    tex.extensions.includes(extension) && looksLikeText(bytes) && /\\[a-zA-Z]|^\s*%/m.test(peekText(bytes, 65_536)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredEncoding });
    return textDocument(tex, {
      decoded,
      ...new TexReader(decoded.text, options).read(),
      redeclare: (text) => text.replace(INPUT, (_, lead: string) => `${lead}utf8`),
    });
  },
};

const INPUT = /(\\usepackage\s{0,10}\[)[\w-]{1,20}(?=\]\{inputenc\})/;
const INPUT_NAMES: Readonly<Record<string, string>> = {
  latin1: "iso-8859-1",
  latin2: "iso-8859-2",
  latin9: "iso-8859-15",
  ansinew: "windows-1252",
  cp1250: "windows-1250",
  cp1251: "windows-1251",
  cp1252: "windows-1252",
  "koi8-r": "koi8-r",
  utf8: "utf-8",
  utf8x: "utf-8",
};

function declaredEncoding(head: string): string | undefined {
  return INPUT_NAMES[/\\usepackage\s{0,10}\[([\w-]{1,20})\]\{inputenc\}/.exec(head)?.[1] ?? ""];
}

const words = (list: string) => new Set(list.split(/\s+/));

/** Commands around words of a sentence: the text is their last argument, of so many. */
const FORMATS = new Map<string, number>(
  (
    "textbf 1 textit 1 emph 1 underline 1 textsc 1 textsf 1 textrm 1 textsl 1 textup 1 textmd 1 textnormal 1 text 1 mbox 1 enquote 1 " +
    "uline 1 hl 1 so 1 sout 1 textsuperscript 1 textsubscript 1 uppercase 1 MakeUppercase 1 lowercase 1 alert 1 structure 1 " +
    "textcolor 2 colorbox 2 href 2 hyperlink 2 hyperref 1 foreignlanguage 2 fbox 1 makebox 1 framebox 1 centerline 1 textquote 1 " +
    "foreignquote 2 hypertarget 2 textarabic 1"
  )
    .split(" ")
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, Number(all[index + 1])] as const] : [])),
);

/** Commands whose argument is a text of its own. */
const HEADINGS = words(
  `part chapter section subsection subsubsection paragraph subparagraph addchap addsec minisec title subtitle frametitle framesubtitle
   caption subcaption paragraph* abstract dedication publishers institute blockquote makecell thead`,
);
/** Of these, commands whose optional argument is a shorter text, for the contents and the tops of pages. */
const SHORTENED = words(
  "part chapter section subsection subsubsection paragraph subparagraph addchap addsec title subtitle caption frametitle institute",
);
/** Cells whose text is their last argument, of so many. */
const CELLS = new Map([
  ["multicolumn", 3],
  ["multirow", 3],
  ["captionof", 2],
  ["parbox", 2],
  ["resizebox", 3],
  ["scalebox", 2],
  ["addcontentsline", 3],
]);
/** The same, within a sentence. */
const NOTES = words("footnote thanks footnotetext marginpar sidenote endnote marginnote note");

const NOTE = /^\\(?:footnote|thanks|footnotetext|marginpar|sidenote|endnote|marginnote|note)(?![a-zA-Z])/;

/** Commands that act as a word. */
const WORDS = words(
  `ref eqref pageref autoref nameref cref Cref vref cite citep citet citealp citealt citeauthor citeyear textcite parencite autocite footcite
   Cite Citet Citep gls Gls glspl Glspl acrshort acrlong acrfull ac acp url nolinkurl path texttt lstinline code ensuremath num SI si qty unit
   LaTeX TeX LaTeXe BibTeX XeTeX today ldots dots textellipsis`,
);

/** Environments without prose. */
const VERBATIM = words(
  `verbatim Verbatim lstlisting minted comment filecontents tikzpicture pgfpicture picture forest algorithm algorithmic algorithm2e
   thebibliography alltt asy tabbing lilypond chemfig circuitikz axis`,
);
const MATH = words(
  "equation align gather multline eqnarray math displaymath alignat flalign dmath split array cases matrix pmatrix bmatrix subequations",
);

/** Arguments after the beginning of environments: so many in braces. */
const ARGUMENTS = new Map([
  ["tabular", 1],
  ["tabular*", 2],
  ["tabularx", 2],
  ["tabulary", 2],
  ["longtable", 1],
  ["minipage", 1],
  ["multicols", 1],
  ["wrapfigure", 2],
  ["column", 1],
  ["adjustbox", 1],
  ["spacing", 1],
  ["otherlanguage", 1],
]);
const TITLED = words("frame block alertblock exampleblock");
/** Environments whose optional argument is a name or a remark. */
const NAMED = words("theorem lemma corollary proposition definition remark example proof claim conjecture exercise");

const MAX_DEPTH = 500;
const MAX_ARGUMENTS = 6;
const MAX_NAMED = 10;

type Level =
  | { readonly type: "pair"; readonly name: string; readonly raw: string; readonly kind: "pair" | "format" }
  | { readonly type: "story"; readonly start: number; readonly pieces: Piece[]; readonly isApart: boolean };

class TexReader {
  readonly #source: string;
  readonly #language: string;
  readonly #slots: Slot[] = [];
  readonly #levels: Level[] = [];
  readonly #missing = new Set<string>();
  readonly #braces = new Map<number, number>();
  /** Commands whose arguments hold prose and stayed. */
  readonly #unknown: string[] = [];
  #pieces: Piece[] = [];
  #at = 0;

  constructor(source: string, { source: language = "en" }: FormatOptions) {
    this.#source = source;
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
    return { slots: this.#slots, warnings: this.#warnings() };
  }

  #warnings(): FormatWarning[] {
    if (this.#unknown.length === 0) return [];
    const names = [...new Set(this.#unknown)].map((name) => `\\${name}`);
    const named = names.slice(0, MAX_NAMED).join(", ") + (names.length > MAX_NAMED ? ", …" : "");
    const message = `Arguments of commands that are not known stayed as they are: ${named}.`;
    return [{ code: "part_skipped", count: this.#unknown.length, message }];
  }

  /** The title stands in the preamble, and what letters begin and end with. */
  #preamble(end: number): void {
    for (const { 0: raw, index } of this.#source.slice(0, end).matchAll(IN_PREAMBLE)) {
      const line = this.#source.slice(this.#source.lastIndexOf("\n", index) + 1, index);
      if (/(?<!\\)%/.test(line)) continue;
      this.#at = index + raw.length;
      if (this.#source[this.#at] === "[") this.#bracketText();
      this.#wholeStory(end);
    }
  }

  /** A text of its own in the braces that follow, if any, up to its end. */
  #wholeStory(limit: number): void {
    this.#at = this.#skipBrackets(this.#blank(this.#at));
    if (this.#source[this.#at] !== "{") return;
    const depth = this.#levels.length;
    this.#story(this.#at, true);
    while (this.#levels.length > depth && this.#at < limit) this.#next();
  }

  /** A text of its own in the brackets that follow. */
  #bracketText(): void {
    this.#flush();
    const end = this.#bracketEnd(this.#at);
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
      const end = this.#lineEnd(at);
      if (this.#isBetweenArguments(at, end)) {
        this.#flush();
        this.#at = end;
        return;
      }
      // The line end and the indentation after a comment are part of it, unless an empty line ends the paragraph.
      const [indentation] = /^(?:(?:\r\n|\r|\n)[ \t]*(?![ \t]*[\r\n]))?/.exec(source.slice(end, end + 1_000))!;
      this.#single(end + indentation.length, undefined, true);
    } else if (character === "$") {
      const mark = source[at + 1] === "$" ? "$$" : "$";
      this.#single(this.#mathEnd(at + mark.length, mark), "math");
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

  /** Whether a comment says what the argument before it is, and another argument follows: they keep their places. */
  #isBetweenArguments(start: number, end: number): boolean {
    if (this.#levels.at(-1)?.type === "pair") return false;
    const isAfter = /\}[ \t]+$/.test(this.#source.slice(Math.max(0, start - 100), start));
    return isAfter && /^(?:\r\n|\r|\n)[ \t]*\{/.test(this.#source.slice(end, end + 100));
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

  /** Everything up to `end` as a code. */
  #single(end: number, equiv?: string, deletable = false): void {
    const start = this.#at;
    const raw = this.#source.slice(start, end);
    const shown = equiv === "math" ? raw : equiv;
    this.#pieces.push(
      shown === undefined
        ? { type: "single", kind: "single", start, end, raw, ...(deletable ? { deletable } : {}) }
        : {
            type: "single",
            kind: shown === "\n" ? "single" : "placeholder",
            start,
            end,
            raw,
            equiv: shown.slice(0, 100),
          },
    );
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
    const arguments_ = this.#blank(after + star);
    if (name === "begin" || name === "end") this.#environment(name, arguments_);
    else if (
      name === "verb" ||
      ((name === "lstinline" || name === "mintinline") && !/[[{]/.test(source[arguments_] ?? "{"))
    ) {
      const mark = source[after + star];
      const end = mark ? this.#find(mark, after + star + 1) : -1;
      const isLine = end >= 0 && !/[\r\n]/.test(source.slice(start, end));
      this.#single(isLine ? end + 1 : after + star, isLine ? source.slice(after + star + 1, end) : undefined);
    } else if (SYMBOLS.has(name)) this.#text(SYMBOLS.get(name)!, this.#afterSymbol(after) - start);
    else if (/^[cvuHdbkrtG]$/.test(name) || name === "i" || name === "j") this.#accent(start, after, name);
    else if (FORMATS.has(name)) this.#format(arguments_, FORMATS.get(name)!);
    else if (SHORTENED.has(name) && source[arguments_] === "[") {
      this.#at = arguments_;
      this.#bracketText();
      const open = this.#skipBrackets(this.#blank(this.#at));
      if (source[open] === "{") this.#story(open, true);
    } else if (CELLS.has(name)) {
      const open = this.#lastArgument(arguments_, CELLS.get(name)!);
      if (source[open] === "{") this.#story(open, true);
      else this.#single(Math.max(open, after));
    } else if (HEADINGS.has(name) || NOTES.has(name)) {
      const open = this.#skipBrackets(arguments_);
      if (source[open] !== "{") this.#single(open);
      else this.#story(open, HEADINGS.has(name));
    } else if (MACROS.has(name)) this.#macro(arguments_, MACROS.get(name)!);
    else if (name === "item") {
      this.#flush();
      this.#at = after;
      // The label of a description is a text.
      if (source[arguments_] === "[") {
        this.#at = arguments_;
        this.#bracketText();
      }
    } else if (name === "newline") this.#single(after, "\n");
    else if (BREAKS.has(name)) {
      this.#flush();
      const next = this.#skipBrackets(arguments_);
      this.#at =
        name === "cline" && source[next] === "{" ? this.#braceEnd(next) : next > arguments_ ? next : after + star;
    } else if (SWITCHES.has(name)) this.#single(after);
    else if (name === "hypertarget" && this.#holdsHeading(arguments_)) {
      this.#flush();
      this.#at = this.#lastArgument(arguments_, 2);
      this.#wholeStory(source.length);
    } else {
      const end = this.#allArguments(after + star);
      const last = source.slice(after, end).match(/\{[^{}]*\}$/)?.[0];
      if (WORDS.has(name)) this.#single(end, last && name !== "SI" ? last.slice(1, -1) : `\\${name}`);
      else {
        if (holdsProse(name, source.slice(after, end))) this.#unknown.push(name);
        this.#single(end);
      }
    }
  }

  /** Whether a target encloses a heading, as Pandoc writes it. */
  #holdsHeading(from: number): boolean {
    const open = this.#lastArgument(from, 2);
    return /^\{(?:%[^\r\n]{0,100})?\s{0,20}\\(?:(?:sub){0,2}(?:section|paragraph)|chapter|part)(?![a-zA-Z])/.test(
      this.#source.slice(open, open + 200),
    );
  }

  /** A text of its own in each of the arguments, between which comments may say what they are. */
  #macro(from: number, count: number): void {
    this.#limit();
    this.#flush();
    this.#at = from;
    for (let index = 0; index < count; index++) {
      const comment = /^(?:[ \t]*%[^\r\n]{0,200})?(?:\r\n|\r|\n)?[ \t]*(?=[[{])/.exec(
        this.#source.slice(this.#at, this.#at + 400),
      );
      const open = this.#skipBrackets(this.#at + (comment?.[0].length ?? 0));
      if (this.#source[open] !== "{") return;
      this.#at = open;
      this.#wholeStory(this.#source.length);
    }
  }

  /** `\%`, `\\`, `\'e`, `\(…\)`. */
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
      const close = this.#find(character === "(" ? "\\)" : "\\]", start + 2);
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

  /** An accent and its letter: `\'e`, `\c{c}`, `\"\i`. */
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
    const open = this.#lastArgument(from, count);
    if (this.#source[open] !== "{") {
      this.#single(Math.max(open, this.#at + 1));
      return;
    }
    this.#pair(open + 1, this.#source.startsWith("\\h", this.#at) ? "pair" : "format");
  }

  /** Offset of the last of `count` arguments, or of what is there instead. */
  #lastArgument(from: number, count: number): number {
    let open = this.#skipBrackets(from);
    for (let index = 1; index < count && this.#source[open] === "{"; index++)
      open = this.#skipBrackets(this.#blank(this.#braceEnd(open)));
    return open;
  }

  #pair(end: number, kind: "pair" | "format"): void {
    this.#limit();
    const name = `${this.#at}`;
    const raw = this.#source.slice(this.#at, end);
    this.#pieces.push({ type: "open", start: this.#at, end, raw, name, kind });
    this.#levels.push({ type: "pair", name, raw, kind });
    this.#at = end;
  }

  /** A text of its own in braces; within a sentence it is a code there. */
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
    // Typewriter is how authors write code.
    const code =
      /^\{\s{0,5}(?:\\(?:tiny|scriptsize|footnotesize|small)\s{0,5})?\\(?:tt|ttfamily)(?![a-zA-Z])\s{0,5}/.exec(
        this.#source.slice(this.#at, this.#at + 40),
      )?.[0];
    const end = code ? this.#braceEnd(this.#at) : 0;
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
    if (NAMED.has(plain) && source[this.#blank(after)] === "[") {
      this.#at = this.#blank(after);
      this.#bracketText();
      return;
    }
    let next = this.#skipBrackets(this.#blank(after));
    for (let count = ARGUMENTS.get(name) ?? 0; count > 0 && source[next] === "{"; count--)
      next = this.#skipBrackets(this.#blank(this.#braceEnd(next)));
    this.#at = next;
    if (!TITLED.has(plain) || source[next] !== "{") return;
    this.#wholeStory(source.length);
    // The subtitle of a frame.
    if (plain === "frame" && source[this.#at] === "{") this.#wholeStory(source.length);
  }

  /** Marks that do not occur any more are not searched again. */
  #find(mark: string, from: number): number {
    if (this.#missing.has(mark)) return -1;
    const found = this.#source.indexOf(mark, from);
    if (found < 0) this.#missing.add(mark);
    return found;
  }

  #lineEnd(from: number): number {
    let at = from;
    while (at < this.#source.length && this.#source[at] !== "\n" && this.#source[at] !== "\r") at++;
    return at;
  }

  #mathEnd(from: number, mark: string): number {
    for (let at = from; at < this.#source.length; at++) {
      if (this.#source[at] === "\\") at++;
      else if (this.#source.startsWith(mark, at)) return at + mark.length;
      // A formula within a sentence has no empty line.
      else if (/^(?:\r\n|\n)[ \t]*(?:\r\n|\n)/.test(this.#source.slice(at, at + 20))) return from;
    }
    return from;
  }

  #afterSymbol(at: number): number {
    if (this.#source.startsWith("{}", at)) return at + 2;
    return /[ \t]/.test(this.#source[at] ?? "") ? at + 1 : at;
  }

  /** Skips blanks, and one line end, if an argument follows. */
  #blank(at: number): number {
    const space = /^[ \t]*(?:\r\n|\r|\n)?[ \t]*(?=[[{])/.exec(this.#source.slice(at, at + 200));
    return space ? at + space[0].length : at;
  }

  #skipBrackets(at: number): number {
    let next = at;
    for (let count = 0; count < MAX_ARGUMENTS && this.#source[next] === "["; count++) {
      const end = this.#bracketEnd(next);
      if (end === next) return next;
      next = this.#blank(end);
    }
    return next;
  }

  #bracketEnd(at: number): number {
    const limit = Math.min(this.#source.length, at + 2_000);
    let depth = 0;
    for (let next = at + 1; next < limit; next++) {
      const character = this.#source[next];
      if (character === "\\") next++;
      else if (character === "{") depth++;
      else if (character === "}" && --depth < 0) return at;
      else if (character === "]" && depth === 0) return next + 1;
    }
    return at;
  }

  /** Finds the ends of all braces within reach at once, so that each character is read once. */
  #braceEnd(at: number): number {
    const known = this.#braces.get(at);
    if (known !== undefined) return known;
    const limit = Math.min(this.#source.length, at + 20_000);
    const open: number[] = [];
    for (let next = at; next < limit; next++) {
      const character = this.#source[next];
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

  #allArguments(from: number): number {
    let end = from;
    for (let count = 0; count < MAX_ARGUMENTS; count++) {
      const next = this.#blank(end);
      const after =
        this.#source[next] === "[" ? this.#bracketEnd(next) : this.#source[next] === "{" ? this.#braceEnd(next) : next;
      if (after <= next) return end;
      end = after;
    }
    return end;
  }

  #flush(): void {
    const pieces = this.#pieces;
    this.#pieces = [];
    const trimmed = trimPieces(pieces, this.#source);
    if (!trimmed) return;
    const { segment, spelling } = buildSegment(trimmed);
    const range = { start: trimmed.start, end: trimmed.end };
    const holdsStories = pieces.some((piece) => piece.type === "single" && NOTE.test(piece.raw));
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

/** Writes an encoded text. Codes are ranges, so that footnotes within them are applied. */
function spellTex(encoded: string, spelling: CodeSpelling, source: string): (string | Span)[] {
  const raw: (string | Span)[] = [];
  let last = "";
  for (const token of tokenize(encoded)) {
    if (token.type === "text") {
      const text = encodeTex(token.text);
      // A letter, or a space, would be read as part of the command.
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
