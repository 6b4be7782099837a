import type { Box } from "./geometry";
import type { Line, Piece, Style } from "./line";
import type { Face } from "./painted";
import { type Cell, cellsOf } from "./tables";

/** A piece of text on a page. Points are counted from the lower left corner, with the line from left to right. */
export type Glyphs = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font height. */
  readonly size: number;
  readonly face?: Face | undefined;
  /** Direction of the line on the page, in degrees. `x` and `y` refer to the page rotated back by it. */
  readonly angle?: number | undefined;
};

/** Text of a page as pieces in content order. */
export type PageText = {
  readonly items: readonly Glyphs[];
  /** Horizontal and vertical lines, which separate the cells of tables. */
  readonly rules?: readonly Box[];
};

/** A paragraph or a heading. It may extend over columns and pages. `level` 0 is running text, 1 the largest heading. */
export type Block = {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly level: 0 | 1 | 2 | 3;
  readonly lines: readonly Line[];
  readonly cell?: Cell | undefined;
};

/**
 * Joins the pieces of text of a PDF, in content order, into paragraphs and cells. A PDF contains only positions of
 * letters. Lines are found by height on the page; paragraphs by gaps, indents, bullets and font size; cells by the
 * lines around them or by adjacent rows; headings by letters larger than most of the text.
 */
export function blocksOf(pages: readonly PageText[]): Block[] {
  const paragraphs: Paragraph[] = [];
  let before: Paragraph[] = [];
  let tables = 0;
  const lined = pages.map(({ items, rules = [] }, page) =>
    withoutPageNumber(byAngle(items).flatMap(([angle, own]) => linesOf(own, page, angle, rules))),
  );
  const running = runningLines(lined);
  for (const [page, { rules = [] }] of pages.entries()) {
    const lines = lined[page]!;
    const { order, cells, count } = cellsOf(lines, rules, tables);
    tables += count;
    const found = paragraphsOf(order, cells, rules);
    joinOver(before, found, running);
    for (const paragraph of found) paragraphs.push(paragraph);
    before = found;
  }
  const level = headingLevels(paragraphs);
  return paragraphs.map((paragraph) => {
    const pieces = trimmed(paragraph.pieces);
    return {
      text: pieces.map(({ text }) => text).join(""),
      pieces,
      level: paragraph.cell ? 0 : level(paragraph),
      lines: paragraph.lines,
      cell: paragraph.cell,
    };
  });
}

type Paragraph = {
  readonly pieces: Piece[];
  readonly size: number;
  readonly lines: Line[];
  readonly cell: Cell | undefined;
  left: number;
  /** Number of lines since the beginning of the column or page. */
  height: number;
};

const PLAIN: Face = { family: "sans", bold: false, italic: false, color: "#000000", hidden: false };

type Indexed = readonly [index: number, item: Glyphs];

/** The pieces of a page with their indices, by direction of their lines, most frequent direction first. */
function byAngle(items: readonly Glyphs[]): [angle: number, items: readonly Indexed[]][] {
  const groups = new Map<number, { letters: number; readonly items: Indexed[] }>();
  for (const [index, item] of items.entries()) {
    const { angle = 0, text } = item;
    const group = groups.get(angle) ?? { letters: 0, items: [] };
    group.letters += text.length;
    group.items.push([index, item]);
    groups.set(angle, group);
  }
  return [...groups].sort(([, a], [, b]) => b.letters - a.letters).map(([angle, group]) => [angle, group.items]);
}

function linesOf(items: readonly Indexed[], page: number, direction: number, rules: readonly Box[]): Line[] {
  const upright = direction === 0 ? rules.filter(({ bottom, top }) => top - bottom > 4) : [];
  /** True if a line is drawn between two pieces of text. */
  const divided = (from: number, to: number, y: number) =>
    upright.some(({ left, bottom, top }) => left > from - 1 && left < to + 1 && bottom <= y && top >= y);
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const [index, { text, x, y, width, size, face = PLAIN }] of items) {
    if (!text.trim()) {
      if (line && text && !line.text.endsWith(" ")) add(line, " ", line.pieces.at(-1)!.style);
      continue;
    }
    const same = line && Math.abs(line.y - y) < line.size / 2 && x >= line.right - size && x - line.right < size * 1.6;
    if (line && same && !divided(line.right, x, y + size * 0.3)) {
      const apart = x - line.right > size * 0.2 && !/\s$/.test(line.text) && !/^\s/.test(text);
      const isSmall = size < line.size * 0.85 && Math.abs(y - line.y) > line.size * 0.08;
      if (apart) add(line, " ", line.pieces.at(-1)!.style);
      add(line, text, { face, shift: isSmall ? (y > line.y ? 1 : -1) : 0 });
      line.items.push(index);
      line.right = Math.max(line.right, x + width);
    } else {
      const style: Style = { face, shift: 0 };
      line = { page, angle: direction, text, x, y, size, right: x + width, pieces: [{ text, style }], items: [index] };
      lines.push(line);
    }
  }
  for (const one of lines) {
    cutLeader(one);
    if (isRecognised(one)) readBullet(one);
  }
  return titleFirst(lines);
}

/** Recognised text is drawn in invisible letters over a picture. */
function isRecognised({ pieces }: Line): boolean {
  return pieces[0]!.style.face.hidden;
}

/** Characters that recognition returns for bullets. */
const MISREAD_BULLET = /^[+*¢©°«»¤·](?=\s+\p{L})/u;

function readBullet(line: Line): void {
  const [first] = line.pieces;
  if (!MISREAD_BULLET.test(line.text) || !first) return;
  line.text = line.text.replace(MISREAD_BULLET, "•");
  line.pieces[0] = { ...first, text: first.text.replace(/^./u, "•") };
}

/** Recognition sometimes returns the title after the text below it. */
function titleFirst(lines: readonly Line[]): Line[] {
  const top = lines.reduce((best, line) => Math.max(best, line.y), Number.NEGATIVE_INFINITY);
  const title = lines.findIndex((line) => line.y === top);
  const line = lines[title];
  const isMisplaced =
    line && title > 0 && isRecognised(line) && lines.every((one) => one === line || top > one.y + one.size);
  return isMisplaced ? [line, ...lines.slice(0, title), ...lines.slice(title + 1)] : [...lines];
}

/** Whether lines may belong to one paragraph. Recognised sizes vary with the letters of a line. */
function isAlike(one: { readonly size: number }, line: Line): boolean {
  if (isRecognised(line)) return Math.max(one.size, line.size) < Math.min(one.size, line.size) * 1.35;
  return Math.abs(one.size - line.size) < 1;
}

/** At least four dots and the text after them. */
const LEADER = /\s*((?:[.·…_]\s*){4,})([\p{L}\p{N}]{1,6}(?:[-–.][\p{L}\p{N}]{1,6})?)?\s*$/u;

/** Removes dots and a page number at the end of a line. */
function cutLeader(line: Line): void {
  const match = LEADER.exec(line.text.slice(-MAX_LEADER));
  if (!match || match[0].length >= line.text.trim().length) return;
  let cut = match[0].length;
  line.leader = { dots: match[1]!.replace(/\s/g, ""), number: match[2] ?? "" };
  line.text = line.text.slice(0, -cut);
  while (cut > 0) {
    const last = line.pieces.pop()!;
    if (last.text.length > cut) line.pieces.push({ ...last, text: last.text.slice(0, -cut) });
    cut -= Math.min(cut, last.text.length);
  }
}

/** Number of characters at the end of a line that are searched. */
const MAX_LEADER = 400;

function add(line: Line, text: string, style: Style): void {
  line.text += text;
  line.pieces.push({ text, style });
}

/** Removes a number that is alone at the top or bottom of a page, which is a page number. */
function withoutPageNumber(lines: readonly Line[]): Line[] {
  if (lines.length < 2) return [...lines];
  const heights = lines.map(({ y }) => y);
  const edges = new Set([heights.reduce((a, b) => Math.max(a, b)), heights.reduce((a, b) => Math.min(a, b))]);
  return lines.filter(({ text, y }) => !(edges.has(y) && /^[-–—\s]*\d{1,4}[-–—\s]*$/.test(text)));
}

/** Marks that begin a list item. */
export const BULLET = /^(?:[•◦▪‣●○■□❑➢✓\uf000-\uf0ff–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/i;

function paragraphsOf(lines: readonly Line[], cells: ReadonlyMap<Line, Cell>, rules: readonly Box[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const margin = rightMargins(lines);
  const separated = separatedBy(rules);
  const postal = addressLines(lines);
  let current: Paragraph | undefined;
  for (const line of lines) {
    const cell = cells.get(line);
    const ends = (upper: Line) => separated(upper, line) || (postal.has(upper) && postal.has(line));
    if (current && sameCell(current.cell, cell) && goesOn(current, line, margin(current.lines.at(-1)!), ends)) {
      join(current, line);
    } else if (current && !current.cell && !cell && overColumns(current, line, margin)) {
      join(current, line);
      current.left = line.x;
      current.height = 1;
    } else {
      current = { pieces: [...line.pieces], size: line.size, lines: [line], cell, left: line.x, height: 1 };
      paragraphs.push(current);
    }
  }
  return paragraphs;
}

function sameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  return (
    a === b || (a !== undefined && b !== undefined && a.table === b.table && a.row === b.row && a.column === b.column)
  );
}

function join(paragraph: Paragraph, line: Line): void {
  joinPieces(paragraph.pieces, line.pieces);
  paragraph.lines.push(line);
  paragraph.left = Math.min(paragraph.left, line.x);
  paragraph.height++;
}

/** Right edge of a line's column: the right edge of nearby lines above and below with about the same start. */
export function rightMargins(lines: readonly Line[]): (line: Line) => number {
  const reach = new Map<Line, { right: number }>();
  let run = { right: 0 };
  let last: Line | undefined;
  for (const line of lines) {
    const gap = last ? last.y - line.y : 0;
    const isClose = last && gap > 0 && gap < line.size * 2 && isAlike(last, line);
    if (!isClose || last?.angle !== line.angle || Math.abs(line.x - last.x) > 24) run = { right: line.right };
    run.right = Math.max(run.right, line.right);
    reach.set(line, run);
    last = line;
  }
  return (line) => reach.get(line)?.right ?? line.right;
}

/** Whether lines are a postal address, which is not joined: short lines with numbers and different beginnings. */
function addressLines(lines: readonly Line[]): ReadonlySet<Line> {
  const found = new Set<Line>();
  let run: Line[] = [];
  const finish = () => {
    const isAddress =
      run.length > 2 &&
      run.every(({ text }) => text.trim().length <= MAX_ADDRESS_LINE && /^[\p{Lu}\p{N}]/u.test(text.trim())) &&
      run.some(({ text }) => /^\D{0,20}\d{4,6}\b|\b\d{4,6}\s*$|^\d{1,5}\s+\p{Lu}/u.test(text.trim()));
    if (isAddress) for (const line of run) found.add(line);
    run = [];
  };
  for (const line of lines) {
    const last = run.at(-1);
    const gap = last ? last.y - line.y : 0;
    const isNext = last && gap > 0 && gap < line.size * 2 && Math.abs(line.x - last.x) < 2 && isAlike(last, line);
    if (!isNext || last.angle !== line.angle) finish();
    run.push(line);
  }
  finish();
  return found;
}

/** Maximum number of characters. */
const MAX_ADDRESS_LINE = 36;

/** Whether both lines begin with labels: words before a colon, or bold words before others. */
function areLabelled(upper: Line, lower: Line): boolean {
  if ([upper, lower].every(({ text }) => /^\s*\p{Lu}[\p{L} /'’()-]{1,40}:\s*\S/u.test(text))) return true;
  const weights = [upper, lower].map(({ pieces }) =>
    pieces.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(({ style }) => style.face.bold),
  );
  // Bold words may continue on the next line.
  return weights.every((bold) => bold[0] && bold.includes(false)) && !weights[0]!.at(-1);
}

/** True if a line is drawn between two lines of text. */
function separatedBy(rules: readonly Box[]): (upper: Line, lower: Line) => boolean {
  const flat = rules.filter(({ left, right }) => right - left > 4).sort((a, b) => a.bottom - b.bottom);
  return (upper, lower) => {
    if (upper.angle !== 0) return false;
    let low = 0;
    for (let high = flat.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (flat[middle]!.bottom < lower.y + lower.size * 0.7) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < flat.length && flat[i]!.bottom < upper.y - upper.size * 0.15; i++)
      if (flat[i]!.left < Math.min(upper.right, lower.right) && flat[i]!.right > Math.max(upper.x, lower.x)) {
        // An underline is as wide as its words; a separator is wider than both lines.
        const { left, right } = flat[i]!;
        if (left <= Math.min(upper.x, lower.x) + 1 && right >= Math.max(upper.right, lower.right) - 1) return true;
      }
    return false;
  };
}

function goesOn(paragraph: Paragraph, line: Line, margin: number, ends: (upper: Line) => boolean): boolean {
  const last = paragraph.lines.at(-1)!;
  const gap = last.y - line.y;
  if (last.angle !== line.angle || last.page !== line.page) return false;
  if (gap <= 0 || gap > line.size * 1.75 || !isAlike(last, line)) return false;
  if (line.x >= last.right || line.right <= last.x || BULLET.test(line.text)) return false;
  if (isCode(last) !== isCode(line) || last.leader) return false;
  if (paragraph.cell) return true;
  if (ends(last) || areLabelled(last, line)) return false;
  // A line breaks because the next word does not fit. If the word would have fitted, a paragraph ended.
  const word = line.text.trimStart().split(" ", 1)[0]!;
  const wordWidth = ((line.right - line.x) * word.length) / line.text.length;
  if (last.right + wordWidth + line.size * 2 < margin) return false;
  const indented = line.x - paragraph.left > line.size * 0.8 && paragraph.height > 1;
  return !indented;
}

/** Whether all letters of a line have the same width. */
function isCode({ pieces }: Line): boolean {
  return pieces.every(({ text, style }) => style.face.family === "mono" || !/\p{L}/u.test(text));
}

/** True if a paragraph continues at the top of the next column. */
function overColumns(paragraph: Paragraph, line: Line, margin: (line: Line) => number): boolean {
  const last = paragraph.lines.at(-1)!;
  const isNextColumn = last.angle === line.angle && line.y > last.y && line.x > last.x + line.size * 2;
  const isFull = last.right > margin(last) - last.size * 4;
  return isNextColumn && isFull && line.x >= margin(last) - line.size && continues(paragraph, line);
}

/** Whether a paragraph continues with a line at another position. */
function continues({ pieces, size, lines }: Paragraph, line: Line): boolean {
  const end = pieces.at(-1)!.text.trimEnd() || pieces.at(-2)?.text.trimEnd() || "";
  const sameFace = lines.at(-1)!.pieces.at(-1)!.style.face.bold === line.pieces[0]!.style.face.bold;
  return sameFace && isAlike({ size }, line) && /[\p{L}\p{N},;\-‐)]$/u.test(end) && /^\p{Ll}/u.test(line.text);
}

/** Running headers and footers, which can be between the parts of a paragraph on two pages. */
const MAX_RUNNING = 3;

/** Lines at the top or bottom that other pages also have, except for numbers: `Page 1 / 3`, the title of a book. */
function runningLines(pages: readonly (readonly Line[])[]): ReadonlySet<Line> {
  const byLook = new Map<string, Line[]>();
  for (const lines of pages) {
    const heights = [...new Set(lines.map(({ y }) => Math.round(y)))].sort((a, b) => a - b);
    const edges = new Set([...heights.slice(0, MAX_RUNNING), ...heights.slice(-MAX_RUNNING)]);
    for (const line of lines) {
      if (!edges.has(Math.round(line.y))) continue;
      const look = `${line.text.replace(/\d+/g, "#")} ${Math.round(line.y)}`;
      byLook.set(look, [...(byLook.get(look) ?? []), line]);
    }
  }
  return new Set([...byLook.values()].filter((lines) => lines.length > 1).flat());
}

/** A page number with a word: `Page 2`, `Seite 2 von 10`, `2 / 3`. */
function isPageNumber({ lines, pieces }: Paragraph): boolean {
  const text = pieces.map((piece) => piece.text).join("");
  return (
    lines.length === 1 && /^[-–—\s]*(?:\p{L}+\.?\s+)?\d{1,4}(?:\s+(?:\p{L}+|[/|])\s+\d{1,4})?[-–—\s]*$/u.test(text)
  );
}

/** Joins the last paragraph of a page with its continuation on the next page, and removes it there. */
function joinOver(before: readonly Paragraph[], found: Paragraph[], running: ReadonlySet<Line>): void {
  const isRunning = (paragraph: Paragraph) =>
    isPageNumber(paragraph) || paragraph.lines.some((line) => running.has(line));
  for (const last of before.slice(-MAX_RUNNING).reverse())
    for (const [i, first] of found.slice(0, MAX_RUNNING).entries()) {
      if (last.cell || first.cell || isRunning(last) || isRunning(first) || !continues(last, first.lines[0]!)) continue;
      joinPieces(last.pieces, first.pieces);
      for (const line of first.lines) last.lines.push(line);
      // The following text on this page may continue on the next one.
      found.splice(i, 1);
      return;
    }
}

/** Appends a line. A hyphen before it is removed if the line starts with a lower-case letter. */
function joinPieces(pieces: Piece[], added: readonly Piece[]): void {
  const after = trimmed(added);
  const left = trimmed(pieces);
  const [last, first] = [left.at(-1), after[0]];
  if (last && first) {
    if (/\p{Ll}[-\u2010\u00ad]$/u.test(last.text) && /^\p{Ll}/u.test(first.text))
      left[left.length - 1] = { ...last, text: last.text.slice(0, -1) };
    else if (!(UNSPACED_END.test(last.text) && UNSPACED_START.test(first.text)))
      left[left.length - 1] = { ...last, text: `${last.text} ` };
  }
  pieces.length = 0;
  for (const piece of left) pieces.push(piece);
  for (const piece of after) pieces.push(piece);
}

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The pieces without white space at both ends. */
function trimmed(pieces: readonly Piece[]): Piece[] {
  const left = [...pieces];
  while (left.length > 0 && !left[0]!.text.trim()) left.shift();
  while (left.length > 0 && !left.at(-1)!.text.trim()) left.pop();
  if (left.length === 0) return left;
  left[0] = { ...left[0]!, text: left[0]!.text.trimStart() };
  left[left.length - 1] = { ...left.at(-1)!, text: left.at(-1)!.text.trimEnd() };
  return left;
}

function headingLevels(paragraphs: readonly Paragraph[]): (paragraph: Paragraph) => Block["level"] {
  const characters = new Map<number, number>();
  const rounded = (size: number) => Math.round(size * 2) / 2;
  const length = ({ pieces }: Paragraph) => pieces.reduce((sum, { text }) => sum + text.length, 0);
  for (const paragraph of paragraphs)
    characters.set(rounded(paragraph.size), (characters.get(rounded(paragraph.size)) ?? 0) + length(paragraph));
  const body = [...characters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
  const isHeading = (paragraph: Paragraph) => rounded(paragraph.size) >= body * 1.15 && length(paragraph) <= 200;
  const sizes = [...new Set(paragraphs.filter(isHeading).map(({ size }) => rounded(size)))].sort((a, b) => b - a);
  return (paragraph) =>
    isHeading(paragraph) ? (Math.min(3, sizes.indexOf(rounded(paragraph.size)) + 1) as 1 | 2 | 3) : 0;
}
