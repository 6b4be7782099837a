/** A piece of text on a page, in points from its lower left corner. */
export type Glyphs = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font height. */
  readonly size: number;
};

/** A paragraph or a heading. `level` 0 is running text, 1 the largest heading. */
export type Block = { readonly text: string; readonly level: 0 | 1 | 2 | 3 };

/**
 * Reassembles the pieces of text of a PDF, in content order, into paragraphs. PDF only has positions of letters: lines
 * are found by height on the page, paragraphs by gaps, indents, bullets and font size, headings by being larger than
 * most of the text.
 */
export function blocksOf(pages: readonly (readonly Glyphs[])[]): Block[] {
  const paragraphs: Paragraph[] = [];
  for (const page of pages) {
    const lines = withoutPageNumber(linesOf(page));
    const found = paragraphsOf(lines);
    const last = paragraphs[paragraphs.length - 1];
    const [first] = found;
    if (last && first && continues(last, first)) {
      last.text = joinLines(last.text, first.text);
      found.shift();
    }
    for (const paragraph of found) paragraphs.push(paragraph);
  }
  const level = headingLevels(paragraphs);
  return paragraphs.map((paragraph) => ({ text: paragraph.text, level: level(paragraph) }));
}

type Line = { text: string; readonly x: number; readonly y: number; readonly size: number; right: number };
type Paragraph = { text: string; readonly size: number; last: Line; left: number; lines: number };

function linesOf(page: readonly Glyphs[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { text, x, y, width, size } of page) {
    if (!text.trim()) {
      if (line && text && !line.text.endsWith(" ")) line.text += " ";
      continue;
    }
    const same = line && Math.abs(line.y - y) < size / 2 && x >= line.right - size && x - line.right < size * 3;
    if (line && same) {
      const apart = x - line.right > size * 0.2 && !/\s$/.test(line.text) && !/^\s/.test(text);
      line.text += apart ? ` ${text}` : text;
      line.right = Math.max(line.right, x + width);
    } else {
      line = { text, x, y, size, right: x + width };
      lines.push(line);
    }
  }
  return lines;
}

/** A lone number at the top or bottom of a page is a page number. */
function withoutPageNumber(lines: readonly Line[]): Line[] {
  if (lines.length < 2) return [...lines];
  const heights = lines.map(({ y }) => y);
  const edges = new Set([Math.max(...heights), Math.min(...heights)]);
  return lines.filter(({ text, y }) => !(edges.has(y) && /^[-–—\s]*\d{1,4}[-–—\s]*$/.test(text)));
}

const BULLET = /^(?:[•◦▪‣●○■□–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/i;

function paragraphsOf(lines: readonly Line[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const margin = rightMargins(lines);
  let current: Paragraph | undefined;
  for (const line of lines) {
    if (current && goesOn(current, line, margin(current.last))) {
      current.text = joinLines(current.text, line.text);
      current.last = line;
      current.left = Math.min(current.left, line.x);
      current.lines++;
    } else {
      current = { text: line.text.trim(), size: line.size, last: line, left: line.x, lines: 1 };
      paragraphs.push(current);
    }
  }
  return paragraphs;
}

/** Right edge of a line's column: how far lines with about the same start extend. */
function rightMargins(lines: readonly Line[]): (line: Line) => number {
  const reach = new Map<number, number>();
  const column = ({ x }: Line) => Math.round(x / 12);
  for (const line of lines) reach.set(column(line), Math.max(line.right, reach.get(column(line)) ?? 0));
  return (line) => Math.max(...[-1, 0, 1].map((side) => reach.get(column(line) + side) ?? 0));
}

function goesOn(paragraph: Paragraph, line: Line, margin: number): boolean {
  const { last } = paragraph;
  const gap = last.y - line.y;
  if (gap <= 0 || gap > line.size * 1.75 || Math.abs(last.size - line.size) >= 1) return false;
  if (line.x >= last.right || line.right <= last.x || BULLET.test(line.text)) return false;
  // A line breaks because the next word does not fit; if it would have, a paragraph ended.
  const word = line.text.trimStart().split(" ", 1)[0]!;
  const wordWidth = ((line.right - line.x) * word.length) / line.text.length;
  if (last.right + wordWidth + line.size * 2 < margin) return false;
  const indented = line.x - paragraph.left > line.size * 0.8 && paragraph.lines > 1;
  return !indented;
}

/** Whether a paragraph continues on the next page. */
function continues(last: Paragraph, first: Paragraph): boolean {
  return Math.abs(last.size - first.size) < 1 && /[\p{L},;-]$/u.test(last.text) && /^\p{Ll}/u.test(first.text);
}

/** A hyphen at the end of a line before a small letter is hyphenation. */
function joinLines(before: string, after: string): string {
  const left = before.trimEnd();
  const right = after.trim();
  if (/\p{Ll}[-\u2010\u00ad]$/u.test(left) && /^\p{Ll}/u.test(right)) return left.slice(0, -1) + right;
  const unspaced =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(left) &&
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(right);
  return unspaced ? left + right : `${left} ${right}`;
}

function headingLevels(paragraphs: readonly Paragraph[]): (paragraph: Paragraph) => Block["level"] {
  const characters = new Map<number, number>();
  const rounded = (size: number) => Math.round(size * 2) / 2;
  for (const { size, text } of paragraphs)
    characters.set(rounded(size), (characters.get(rounded(size)) ?? 0) + text.length);
  const body = [...characters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
  const isHeading = ({ size, text }: Paragraph) => rounded(size) >= body * 1.15 && text.length <= 200;
  const sizes = [...new Set(paragraphs.filter(isHeading).map(({ size }) => rounded(size)))].sort((a, b) => b - a);
  return (paragraph) =>
    isHeading(paragraph) ? (Math.min(3, sizes.indexOf(rounded(paragraph.size)) + 1) as 1 | 2 | 3) : 0;
}
