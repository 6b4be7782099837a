import type { CodeSpelling } from "@/lib/formats/inline";
import { tokenize } from "@/lib/text/segment";

/** Maximum characters per subtitle line in broadcasting; wide characters count twice. */
const LINE_WIDTH = 42;

/** A position on the screen that shows a part of a sentence. */
export type Box = {
  /** Its share of the sentence, as the width of its source text. */
  readonly weight: number;
  /** Widths of its source lines. A translation gets the same number of lines and may be as wide. */
  readonly lines: readonly number[];
  /** True if players wrap its lines. */
  readonly wrapsItself?: boolean;
};

export type LayoutOptions = {
  readonly spelling: CodeSpelling;
  readonly target: string;
  /** Writes plain text in the format's syntax. */
  readonly encode: (plain: string) => string;
  readonly lineBreak: string;
};

/** The smallest unbreakable piece: a word, or a run of text in a script without spaces. */
type Atom = { readonly width: number; readonly spaceBefore: boolean; readonly parts: readonly Part[] };
type Part =
  | { readonly text: string }
  | { readonly open: number }
  | { readonly close: number }
  | { readonly single: number };

/**
 * Distributes a translated sentence over its boxes in proportion to their length. Breaks between words, preferably
 * after punctuation, into lines of similar width. A pair of codes across a boundary is closed and reopened.
 */
export function layOut(encoded: string, boxes: readonly Box[], options: LayoutOptions): string[] {
  const shares = distribute(
    atomsOf(encoded, options.target),
    boxes.map((box) => box.weight),
  );
  const open: number[] = [];
  return shares.map((atoms, i) => {
    const lines = wrap(atoms, boxes[i]!);
    const reopened = open.map((id) => options.spelling.get(id)?.open.raw ?? "").join("");
    const text = lines.map((line) => renderLine(line, open, options)).join(options.lineBreak);
    const closed = open
      .toReversed()
      .map((id) => options.spelling.get(id)?.close?.raw ?? "")
      .join("");
    return reopened + text + closed;
  });
}

/** Width of a text in columns. East Asian wide characters take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : COMBINING.test(character) ? 0 : 1;
  return width;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;
const COMBINING = /\p{Mn}/u;

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const DASH_START = /^[-‐–—]/;

function atomsOf(encoded: string, target: string): Atom[] {
  const atoms: Atom[] = [];
  let parts: Part[] = [];
  let width = 0;
  let spaceBefore = false;
  const flush = () => {
    if (parts.length > 0) atoms.push({ width, spaceBefore, parts });
    parts = [];
    width = 0;
    spaceBefore = false;
  };
  const add = (text: string) => {
    parts.push({ text });
    width += displayWidth(text);
  };
  const addText = (text: string) => {
    const words = text.split(/([ \t\r\n]+)/);
    for (const [i, word] of words.entries()) {
      if (/^[ \t\r\n]/.test(word)) {
        // A line that begins with a dash belongs to another speaker.
        if (DASH_START.test(words[i + 1] ?? "") && parts.length > 0) {
          add(" ");
          continue;
        }
        flush();
        spaceBefore = true;
      } else if (UNSPACED.test(word)) {
        for (const { segment } of new Intl.Segmenter(target, { granularity: "word" }).segment(word)) {
          if (width > 0 && /^[\p{L}\p{N}「『（《“]/u.test(segment)) flush();
          add(segment);
        }
      } else if (word !== "") add(word);
    }
  };
  for (const token of tokenize(encoded)) {
    if (token.type === "text") addText(token.text);
    else if (token.type === "open") parts.push({ open: token.id });
    else if (token.type === "close") parts.push({ close: token.id });
    else parts.push({ single: token.id });
  }
  flush();
  return atoms;
}

/** Splits the text at the word boundaries nearest to each box's share. */
function distribute(atoms: readonly Atom[], weights: readonly number[]): Atom[][] {
  const total = widthOf(atoms);
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shares: Atom[][] = [];
  let from = 0;
  let used = 0;
  let goal = 0;
  for (const [i, weight] of weights.entries()) {
    goal += (weight / all) * total;
    let to = i === weights.length - 1 ? atoms.length : from;
    if (i < weights.length - 1) {
      let best = Number.POSITIVE_INFINITY;
      // This box and each later one get at least one word while there are words.
      const last = Math.max(from + 1, atoms.length - (weights.length - 1 - i));
      let reached = used;
      for (let cut = from + 1; cut <= Math.min(last, atoms.length); cut++) {
        reached += widthWithSpace(atoms[cut - 1]!);
        const cost = Math.abs(reached - goal) - breakBonus(atoms[cut - 1]!);
        if (cost < best) {
          best = cost;
          to = cut;
        }
        if (reached - goal > LINE_WIDTH) break;
      }
    }
    shares.push(atoms.slice(from, to));
    for (const atom of atoms.slice(from, to)) used += widthWithSpace(atom);
    from = to;
  }
  return shares;
}

/** Uses the number of source lines in the same proportion, or more lines of equal length if they would be too long. */
function wrap(atoms: readonly Atom[], { lines: source, wrapsItself }: Box): Atom[][] {
  if (atoms.length === 0) return [];
  const limit = wrapsItself && source.length < 2 ? Number.POSITIVE_INFINITY : Math.max(LINE_WIDTH, ...source);
  const fits = (lines: readonly Atom[][]) => lines.every((line) => widthOf(line) <= limit + 1);
  const alike = distribute(atoms, source);
  if (fits(alike)) return alike.filter((line) => line.length > 0);
  const count = Math.max(source.length, Math.ceil(widthOf(atoms) / limit));
  const even = distribute(
    atoms,
    Array.from({ length: count }, () => 1),
  );
  return (fits(even) ? even : greedy(atoms, limit)).filter((line) => line.length > 0);
}

function widthOf(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, atom) => sum + widthWithSpace(atom), 0);
}

function greedy(atoms: readonly Atom[], limit: number): Atom[][] {
  const lines: Atom[][] = [[]];
  let width = 0;
  for (const atom of atoms) {
    if (width > 0 && width + widthWithSpace(atom) > limit) {
      lines.push([]);
      width = 0;
    }
    lines[lines.length - 1]!.push(atom);
    width += widthWithSpace(atom);
  }
  return lines;
}

function renderLine(line: readonly Atom[], open: number[], { spelling, encode }: LayoutOptions): string {
  let text = "";
  for (const [i, atom] of line.entries()) {
    if (atom.spaceBefore && i > 0) text += " ";
    for (const part of atom.parts) {
      if ("text" in part) text += encode(part.text);
      else if ("single" in part) text += spelling.get(part.single)?.open.raw ?? "";
      else if ("open" in part) {
        open.push(part.open);
        text += spelling.get(part.open)?.open.raw ?? "";
      } else {
        const at = open.lastIndexOf(part.close);
        if (at >= 0) open.splice(at, 1);
        text += spelling.get(part.close)?.close?.raw ?? "";
      }
    }
  }
  return text;
}

function widthWithSpace(atom: Atom): number {
  return atom.width + (atom.spaceBefore ? 1 : 0);
}

/** Number of columns by which a break may miss its target in favour of the end of a clause or sentence. */
function breakBonus(atom: Atom): number {
  const last = atom.parts.findLast((part) => "text" in part);
  const text = last && "text" in last ? last.text : "";
  if (/[.!?…。！？][")\]»”’]*$/u.test(text)) return 10;
  return /[,;:，、；：]$/u.test(text) ? 5 : 0;
}
