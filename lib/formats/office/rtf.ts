import { type Format, UnreadableFile } from "@/lib/formats/format";
import { buildSegment, type Piece, spellInline, trimPieces } from "@/lib/formats/inline";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { codePageOf, decodeBytes, lexRtf, type RtfToken } from "./rtf-lexer";

/** Rich Text Format. Written as ASCII, as the specification requires: other characters become `\u` escapes. */
export const rtf: Format = {
  id: "rtf",
  name: "Rich Text",
  extensions: ["rtf"],
  mediaTypes: ["application/rtf", "text/rtf"],
  translates: "Body, tables, text boxes, headers, footers, footnotes and comments, and the texts of fields.",
  leaves: "Tracked deletions, field codes, bookmarks, pictures, embedded objects, styles and document properties.",
  matches: (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(6, bytes.byteLength)).toString("latin1") === "{\\rtf1",
  async open(bytes) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    const decoded = { text, encoding: { name: "iso-8859-1", bom: false }, newline: "\n" } as const;
    return textDocument(rtf, { decoded, slots: new RtfReader(text).read() });
  },
};

/** Groups without document text. */
const LEFT =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|objdata|listtable|listoverridetable|revtbl|rsidtbl|generator|themedata|nonshppict|colorschememapping|datastore|latentstyles|xmlnstbl|fldinst|bkmkstart|bkmkend|datafield|sp|xe|tc|template|atnid|atnauthor|listtext|pntext|shprslt|filetbl|mmathPr|fchars|lchars)$/;

/** Groups whose text is not part of the surrounding paragraph. */
const SEPARATE_GROUPS =
  /^(?:header|headerl|headerr|headerf|footer|footerl|footerr|footerf|footnote|annotation|shp|shpgrp|shpinst|shptxt|atrfstart)$/;

const PARAGRAPH = new Set("par pard sect sectd page column cell row nestcell nestrow trowd intbl".split(" "));

/** Controls that separate texts, with their equivalents. */
const BREAKS: Readonly<Record<string, string>> = {
  ...{ line: "\n", tab: "\t", lbr: "\n", softline: "\n" },
  // Tabs to positions between the margins or the indents.
  ...{ pmartabql: "\t", pmartabqc: "\t", pmartabqr: "\t", pindtabql: "\t", pindtabqc: "\t", pindtabqr: "\t" },
};

/** Controls without a visible effect: author and language of a run. */
const UNSEEN =
  /\\(?:(?:ins|char|par|sect|tbl)rsid|lang(?:fe)?(?:np)?|langfenp|noproof|af|rtlch|ltrch|fcs|hich|dbch|loch|alang)-?\d* ?/g;

const MAX_DEPTH = 1_000;

type State = { readonly codePage: number; readonly uc: number };

class RtfReader {
  readonly #source: string;
  readonly #tokens: RtfToken[];
  readonly #slots: Slot[] = [];
  readonly #fonts = new Map<number, number>();
  /** Offsets, in order, at which the number of fallback characters after a `\u` changes. */
  readonly #fallbacks: { readonly at: number; readonly uc: number }[] = [{ at: 0, uc: 1 }];
  #defaultPage = 1252;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = lexRtf(source);
  }

  read(): Slot[] {
    const states: State[] = [{ codePage: this.#defaultPage, uc: 1 }];
    /** Open paragraphs with the depth of their groups, outermost first. */
    const stories: { pieces: Piece[]; depth: number; start: number }[] = [{ pieces: [], depth: 0, start: 0 }];
    let surrogate = "";
    for (let index = 0; index < this.#tokens.length; index++) {
      const token = this.#tokens[index]!;
      const state = states.at(-1)!;
      const { pieces } = stories.at(-1)!;
      const { start, end } = token;
      if (token.type === "open") {
        if (states.length > MAX_DEPTH) throw new UnreadableFile("too_complex", "The document nests groups too deeply.");
        const name = this.#destination(index);
        if (name === "fonttbl") this.#readFonts(index);
        if ((name !== undefined && LEFT.test(name)) || this.#isDeleted(index)) {
          const close = this.#closeOf(index);
          pieces.push(this.#single(start, this.#tokens[close]?.end ?? this.#source.length));
          index = close;
          continue;
        }
        states.push(state);
        if (name !== undefined && SEPARATE_GROUPS.test(name)) stories.push({ pieces: [], depth: states.length, start });
        else pieces.push({ type: "open", start, end, raw: "{", name: "{", kind: "format" });
      } else if (token.type === "close") {
        if (stories.length > 1 && stories.at(-1)!.depth === states.length) {
          const { start: from } = stories.at(-1)!;
          this.#flush(pieces);
          stories.pop();
          stories.at(-1)!.pieces.push(this.#single(from, end));
        } else pieces.push({ type: "close", start, end, raw: "}", name: "{", kind: "format" });
        if (states.length > 1) states.pop();
        this.#fallback(end, states.at(-1)!);
      } else if (token.type === "text") this.#text(pieces, token.text, start, end);
      else if (token.type === "byte") {
        const bytes = [token.byte];
        let last = token;
        for (
          let next = this.#tokens[index + 1];
          next?.type === "byte" && next.start === last.end;
          next = this.#tokens[index + 1]
        ) {
          bytes.push(next.byte);
          last = next;
          index++;
        }
        this.#text(pieces, decodeBytes(bytes, state.codePage), start, last.end);
      } else if (token.name === "u" && token.value !== undefined) {
        const unit = String.fromCharCode(token.value & 0xffff);
        const after = this.#afterFallback(index, state.uc);
        const high = surrogate;
        surrogate = /[\ud800-\udbff]/.test(unit) ? unit : "";
        if (surrogate) this.#text(pieces, "", start, after.end);
        else this.#text(pieces, high + unit, start, after.end);
        if (after.rest) this.#text(pieces, after.rest.text, after.rest.start, after.rest.end);
        index = after.index;
      } else if (PARAGRAPH.has(token.name)) {
        this.#flush(pieces);
      } else {
        if (token.name === "ansicpg" && token.value) states[states.length - 1] = { ...state, codePage: token.value };
        if (token.name === "ansicpg" && token.value) this.#defaultPage = token.value;
        if (token.name === "uc" && token.value !== undefined) {
          states[states.length - 1] = { ...state, uc: Math.max(0, Math.min(token.value, 20)) };
          this.#fallback(end, states.at(-1)!);
        }
        if (token.name === "f" && token.value !== undefined)
          states[states.length - 1] = {
            ...states.at(-1)!,
            codePage: this.#fonts.get(token.value) ?? this.#defaultPage,
          };
        pieces.push(this.#single(start, end, BREAKS[token.name]));
      }
    }
    for (const { pieces } of stories) this.#flush(pieces);
    return this.#slots;
  }

  #text(pieces: Piece[], text: string, start: number, end: number): void {
    const last = pieces.at(-1);
    if (last?.type === "text") pieces[pieces.length - 1] = { ...last, end, text: last.text + text };
    else pieces.push({ type: "text", start, end, text });
  }

  /** A control directly before a word includes the space that ends it. */
  #single(start: number, end: number, equiv?: string): Piece {
    const source = this.#source.slice(start, end);
    const raw = /\\[a-zA-Z]+-?\d*$/.test(source) ? `${source} ` : source;
    return { type: "single", kind: "single", start, end, raw, ...(equiv ? { equiv } : {}) };
  }

  /** The destination of a group: its first control, possibly after `\*`. Unknown ignorable ones are returned too. */
  #destination(index: number): string | undefined {
    const first = this.#tokens[index + 1];
    if (first?.type !== "word") return;
    if (first.name !== "*") return first.name;
    const name = this.#tokens[index + 2];
    return name?.type === "word" && SEPARATE_GROUPS.test(name.name) ? name.name : "fldinst";
  }

  /** Whether the controls at the beginning of a group mark its text as deleted. */
  #isDeleted(index: number): boolean {
    for (let at = index + 1; ; at++) {
      const token = this.#tokens[at];
      if (token?.type !== "word" || token.name in BREAKS) return false;
      if (token.name === "deleted") return token.value !== 0;
    }
  }

  /** Index of the token that closes the group opened at `index`. */
  #closeOf(index: number): number {
    let depth = 0;
    for (let at = index; at < this.#tokens.length; at++) {
      if (this.#tokens[at]!.type === "open") depth++;
      if (this.#tokens[at]!.type === "close" && --depth === 0) return at;
    }
    return this.#tokens.length - 1;
  }

  #readFonts(index: number): void {
    let font: number | undefined;
    const close = this.#closeOf(index);
    for (let at = index; at < close; at++) {
      const token = this.#tokens[at]!;
      if (token.type !== "word") continue;
      if (token.name === "f") font = token.value;
      const page = token.name === "fcharset" ? codePageOf(token.value ?? -1) : undefined;
      if (font !== undefined && page !== undefined) this.#fonts.set(font, page);
    }
  }

  /** Skips the `uc` characters that replace a `\u` in older programs. A text token may continue after them. */
  #afterFallback(index: number, uc: number) {
    let left = uc;
    let at = index;
    let { end } = this.#tokens[index]!;
    while (left > 0) {
      const next = this.#tokens[at + 1];
      if (next?.type !== "text" && next?.type !== "byte") break;
      at++;
      end = next.end;
      if (next.type === "byte") left--;
      else if (next.end - next.start !== next.text.length) left--;
      else if (next.text.length > left) {
        const cut = next.start + left;
        return { index: at, end: cut, rest: { text: next.text.slice(left), start: cut, end: next.end } };
      } else left -= next.text.length;
    }
    return { index: at, end, rest: undefined };
  }

  #fallback(at: number, { uc }: State): void {
    if (this.#fallbacks.at(-1)!.uc !== uc) this.#fallbacks.push({ at, uc });
  }

  /** Number of fallback characters after a `\u` at an offset. */
  #fallbackAt(offset: number): number {
    let low = 0;
    for (let high = this.#fallbacks.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if (this.#fallbacks[middle]!.at <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#fallbacks[low]!.uc;
  }

  #flush(pieces: Piece[]): void {
    const run = mergeRuns(foldControls(pieces.splice(0), this.#source));
    const trimmed = trimPieces(run, this.#source);
    if (!trimmed) return;
    const { start, end } = trimmed;
    const { segment, spelling } = buildSegment(trimmed);
    this.#slots.push({
      segment,
      rewrite: (text) => [
        {
          start,
          end,
          raw: spellInline(text, spelling, this.#source, (plain, before) =>
            escapeRtf(plain, this.#fallbackAt(before?.end ?? start)),
          ),
        },
      ],
    });
  }
}

/**
 * The first controls of a group define its format and belong to its brace. So do line ends of the file between them,
 * because programs break lines there.
 */
function foldControls(pieces: readonly Piece[], source: string): Piece[] {
  const folded: Piece[] = [];
  for (const piece of pieces) {
    const last = folded.at(-1);
    const isControl = piece.type === "single" && piece.equiv === undefined && source[piece.start] === "\\";
    const takesControls = last?.type === "open" || (last?.type === "single" && last.equiv === undefined);
    if (isControl && takesControls && /^[\r\n]*$/.test(source.slice(last.end, piece.start)))
      folded[folded.length - 1] = {
        ...last,
        end: piece.end,
        raw: source.slice(last.start, piece.start) + piece.raw,
      };
    else folded.push(piece);
  }
  return folded;
}

/** Removes adjacent pieces that close and open the same format: Word splits sentences into such groups. */
function mergeRuns(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  const open: string[] = [];
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!;
    const next = pieces[index + 1];
    if (piece.type === "close" && next?.type === "open" && open.at(-1) === lookOf(next.raw)) {
      index++;
      continue;
    }
    if (piece.type === "open") open.push(lookOf(piece.raw));
    if (piece.type === "close") open.pop();
    merged.push(piece);
  }
  return merged;
}

function lookOf(raw: string): string {
  return raw
    .replace(/[\r\n]/g, "")
    .replace(UNSEEN, "")
    .replace(/ $/, "");
}

function escapeRtf(plain: string, uc: number): string {
  let escaped = "";
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at]!;
    const code = plain.charCodeAt(at);
    if (character === "\\" || character === "{" || character === "}") escaped += `\\${character}`;
    else if (character === "\n") escaped += "\\line ";
    else if (character === "\t") escaped += "\\tab ";
    else if (code === 0xa0) escaped += "\\~";
    else if (code > 0x7e) escaped += `\\u${code > 0x7fff ? code - 0x10000 : code}${uc === 0 ? " " : "?".repeat(uc)}`;
    else if (code >= 0x20) escaped += character;
  }
  return escaped;
}
