import bidiFactory from "bidi-js";
import type { Piece, Style } from "./line";
import type { OpenFont, ShapedRun, Typesetter } from "./typesetter";

/** A box with the lines of one text, which the next box continues. Lengths in points. */
export type TextBox = {
  /** Left edge of all lines, and of the first one. */
  readonly left: number;
  readonly firstLeft: number;
  /** Right edge of the lines, and how far they may extend to both sides. */
  readonly right: number;
  readonly leftLimit: number;
  readonly rightLimit: number;
  /** Baseline of the first line. */
  readonly baseline: number;
  readonly leading: number;
  readonly lines: number;
  /** Baseline of the last line, and how far down it may move. */
  readonly bottom: number;
  readonly lowest: number;
  readonly align: "left" | "right" | "center" | "justify";
};

/** Letters with the same font, style and size. */
export type SetRun = {
  readonly run: ShapedRun;
  readonly text: string;
  readonly style: Style;
  readonly size: number;
  /** Distance above the baseline. */
  readonly rise: number;
};

export type SetLine = {
  readonly box: number;
  readonly x: number;
  readonly y: number;
  readonly runs: readonly SetRun[];
  /** Width added to each space, in points. */
  readonly stretch: number;
};

export type Laid = {
  readonly lines: readonly SetLine[];
  /** Size of the letters, relative to the original. */
  readonly scale: number;
};

/** No font contains some letters. */
export class MissingLetters extends Error {
  override readonly name = "MissingLetters";
  constructor(readonly letters: readonly string[]) {
    super("No font has these letters.");
  }
}

/** Factor by which letters get smaller until the text fits. */
const STEP = 0.97;
const SMALLEST = 0.08;

/** Size of raised and lowered letters, relative to the others. */
const SHIFTED_SIZE = 0.66;
const RAISED = 0.36;
const LOWERED = -0.14;

const bidi = bidiFactory();

/**
 * Sets text in the boxes of its original: first in the original size, then in free space around, then in smaller
 * letters. Throws {@link MissingLetters}.
 */
export function layOut(
  typesetter: Typesetter,
  pieces: readonly Piece[],
  boxes: readonly TextBox[],
  size: number,
  direction: "ltr" | "rtl",
): Laid {
  const text = new Text(typesetter, pieces, direction);
  for (const widened of [false, true]) {
    const lines = text.fill(boxes, size, 1, widened);
    if (lines) return { lines, scale: 1 };
  }
  for (let scale = STEP; scale > SMALLEST; scale *= STEP) {
    const lines = text.fill(boxes, size, scale, true);
    if (lines) return { lines, scale };
  }
  return { lines: text.fill(boxes, size, SMALLEST, true, true)!, scale: SMALLEST };
}

type Stretch = { readonly start: number; readonly end: number; readonly font: OpenFont; readonly style: Style };

/** A word, or a letter where lines may break between letters. The white space after it is not included. */
type Unit = { readonly start: number; readonly end: number; readonly width: number; readonly space: number };

class Text {
  private readonly text: string;
  private readonly stretches: readonly Stretch[];
  private readonly levels: Uint8Array | null;
  private readonly units: readonly Unit[];

  constructor(
    typesetter: Typesetter,
    pieces: readonly Piece[],
    private readonly direction: "ltr" | "rtl",
  ) {
    const { text, stretches } = withFonts(typesetter, pieces);
    this.text = text;
    this.stretches = stretches;
    const isPlain =
      direction === "ltr" && !/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);
    this.levels = isPlain ? null : bidi.getEmbeddingLevels(text, direction).levels;
    this.units = this.unitsOf();
  }

  /** Lines of the text in the boxes; null if it does not fit. `anyway` places remaining text below the last line. */
  fill(boxes: readonly TextBox[], size: number, scale: number, widened: boolean, anyway = false): SetLine[] | null {
    const lines: SetLine[] = [];
    let next = 0;
    for (const [index, box] of boxes.entries()) {
      const isLast = index === boxes.length - 1;
      const leading = box.leading * scale;
      const lowest = isLast && widened ? Math.min(box.bottom, box.lowest) : box.bottom;
      const capacity =
        anyway && isLast ? Number.POSITIVE_INFINITY : Math.floor((box.baseline - lowest) / leading + 0.01) + 1;
      for (let line = 0; line < capacity && next < this.units.length; line++) {
        const isFirst = index === 0 && line === 0;
        const [left, right] = edges(box, isFirst, widened);
        const from = next;
        let width = 0;
        let spaces = 0;
        while (next < this.units.length) {
          const unit = this.units[next]!;
          const gap = next > from ? this.units[next - 1]!.space : 0;
          // Fonts differ in the last digit of their widths.
          if (((width + gap + unit.width) / 1000) * size * scale > right - left + 0.3 && !(anyway && next === from))
            break;
          width += gap + unit.width;
          if (gap > 0) spaces++;
          next++;
        }
        if (next === from) return null;
        const free = right - left - (width / 1000) * size * scale;
        const ends = next === this.units.length;
        const { align } = box;
        const isSpread = align === "justify" && !ends && spaces > 0 && free > 0 && free / spaces < size * scale;
        const atRight = align === "right" || (align === "justify" && this.direction === "rtl" && !isSpread);
        lines.push({
          box: index,
          x: left + (atRight ? free : align === "center" ? free / 2 : 0),
          y: box.baseline - line * leading,
          runs: this.runs(this.units[from]!.start, this.units[next - 1]!.end, size * scale),
          stretch: isSpread ? free / spaces : 0,
        });
      }
    }
    return next === this.units.length ? lines : null;
  }

  /** The letters of a line, from left to right. */
  private runs(start: number, end: number, size: number): SetRun[] {
    const parts: (Stretch & { level: number })[] = [];
    for (let next = this.stretchAt(start); next < this.stretches.length; next++) {
      const stretch = this.stretches[next]!;
      if (stretch.start >= end) break;
      const to = Math.min(end, stretch.end);
      for (let at = Math.max(start, stretch.start); at < to; ) {
        const level = this.levels?.[at] ?? 0;
        let stop = at + 1;
        while (stop < to && (this.levels?.[stop] ?? 0) === level) stop++;
        parts.push({ ...stretch, start: at, end: stop, level });
        at = stop;
      }
    }
    return reordered(parts).map(({ start: from, end: to, font, style, level }) => {
      const text = this.text.slice(from, to);
      return {
        run: font.shape(text, level % 2 ? "rtl" : "ltr"),
        text,
        style,
        size: style.shift === 0 ? size : size * SHIFTED_SIZE,
        rise: style.shift === 0 ? 0 : size * (style.shift > 0 ? RAISED : LOWERED),
      };
    });
  }

  /** Index of the stretch that contains this offset of the text. */
  private stretchAt(offset: number): number {
    let [low, high] = [0, this.stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stretches[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private widthOf(start: number, end: number): number {
    return this.runs(start, end, 1).reduce((sum, { run, size }) => sum + run.width * size, 0);
  }

  private unitsOf(): Unit[] {
    const units: Unit[] = [];
    for (const { index, 0: match, 1: word, 2: space } of this.text.matchAll(/(\S+)(\s*)/gu)) {
      const ends = breaksOf(word!);
      let start = index;
      for (const [i, end] of ends.entries()) {
        const stop = index + end;
        const isLast = i === ends.length - 1;
        const after = isLast && space && index + match.length < this.text.length ? this.widthOf(stop, stop + 1) : 0;
        units.push({ start, end: stop, width: this.widthOf(start, stop), space: after });
        start = stop;
      }
    }
    return units;
  }
}

function edges(box: TextBox, isFirst: boolean, widened: boolean): [number, number] {
  const left = isFirst ? box.firstLeft : box.left;
  if (!widened) return [left, Math.max(box.right, left + 1)];
  switch (box.align) {
    case "right":
      return [Math.min(left, box.leftLimit), box.right];
    case "center": {
      const middle = (left + box.right) / 2;
      const half = Math.max(box.right - middle, Math.min(middle - box.leftLimit, box.rightLimit - middle));
      return [middle - half, middle + half];
    }
    default:
      return [left, Math.max(box.right, box.rightLimit)];
  }
}

/** Offsets in a word after which a line may break, including its end. */
function breaksOf(word: string): number[] {
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(word))
    return [...new Intl.Segmenter("th", { granularity: "word" }).segment(word)].map(
      ({ index, segment }) => index + segment.length,
    );
  const ends: number[] = [];
  for (const { index } of word.matchAll(BREAK)) if (index > 0) ends.push(index);
  return [...ends, word.length];
}

/** After hyphens and slashes between letters, and around East Asian letters except before closing punctuation. */
const BREAK =
  /(?<=[\p{L}\p{N}][-‐–/])(?=\p{L})|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}、。，．！？」』）】])(?![、。，．：；！？」』）】〉》”’ー\p{M}\p{P}])/gu;

/** Each stretch of text has one font and style. Formula letters that no font has become plain letters. */
function withFonts(typesetter: Typesetter, pieces: readonly Piece[]): { text: string; stretches: Stretch[] } {
  let text = "";
  const stretches: Stretch[] = [];
  const missing = new Set<string>();
  for (const { text: own, style } of pieces) {
    const letters = [
      ...own
        .replace(/[\t\n\r\u2028\u2029]+/g, " ")
        .replace(/\p{Cc}|\u00ad/gu, "")
        .replace(/\p{Co}/gu, "•"),
    ].flatMap((letter) => (typesetter.fontFor(letter, style.face) ? letter : [...letter.normalize("NFKC")]));
    for (const character of letters) {
      const last = stretches.at(-1);
      const isSame = last?.style === style;
      const clings = /[\s\p{M}\u200b-\u200f]/u.test(character);
      const font = isSame && clings && last.font.has(character) ? last.font : typesetter.fontFor(character, style.face);
      if (!font) {
        if (/\p{L}/u.test(character)) missing.add(character);
        continue;
      }
      const start = text.length;
      text += character;
      if (isSame && last.font === font) stretches[stretches.length - 1] = { ...last, end: text.length };
      else stretches.push({ start, end: text.length, font, style });
    }
  }
  if (missing.size > 0) throw new MissingLetters([...missing]);
  return { text, stretches };
}

/** Reorders parts from logical to visual order (UAX 9, L2). */
function reordered<T extends { readonly level: number }>(parts: readonly T[]): T[] {
  const out = [...parts];
  const highest = out.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < out.length; ) {
      if (out[start]!.level < level) {
        start++;
        continue;
      }
      let end = start;
      while (end < out.length && out[end]!.level >= level) end++;
      out.splice(start, end - start, ...out.slice(start, end).reverse());
      start = end;
    }
  return out;
}
