import { type Block, BULLET, type Glyphs } from "./blocks";
import type { Box } from "./geometry";
import type { TextBox } from "./layout";
import type { Line } from "./line";
import type { PaintedGlyph } from "./painted";

/** The lines of a paragraph in one column of one page, with the box they fill. */
export type Fragment = {
  readonly page: number;
  readonly angle: number;
  readonly lines: readonly Line[];
  readonly box: TextBox;
};

/** A marker before the text of a list item, which begins at `x`. The marker stays unchanged. */
export type Bullet = { readonly text: string; readonly glyphs: readonly PaintedGlyph[]; readonly x: number };

export type Placement = {
  readonly fragments: readonly Fragment[];
  readonly bullet: Bullet | null;
  /** Dots and number after the text, which stay if the text does not need their space. */
  readonly leader: readonly PaintedGlyph[];
};

/** A piece of text with its index on its page. */
type PagePiece = { readonly item: Glyphs; readonly index: number };

/** Content of a page, for finding the free space around a paragraph. */
export type Surroundings = {
  /** Visible pieces of text, by direction. */
  readonly pieces: ReadonlyMap<number, readonly PagePiece[]>;
  readonly rules: readonly Box[];
  readonly pictures: readonly Box[];
  readonly view: Box;
  readonly lines: readonly Line[];
  /** Letters of each piece of text. */
  readonly glyphs: ReadonlyMap<number, readonly PaintedGlyph[]>;
  /** Right edge of a line's column. */
  readonly margin: (line: Line) => number;
  /** The area of the page that contains text, by direction. */
  readonly areas: ReadonlyMap<number, Box>;
};

/** The visible pieces of text of a page, by direction. */
export function piecesOf(items: readonly Glyphs[]): Map<number, PagePiece[]> {
  const pieces = new Map<number, PagePiece[]>();
  for (const [index, item] of items.entries()) {
    if (!item.text.trim()) continue;
    const own = pieces.get(item.angle ?? 0) ?? [];
    own.push({ item, index });
    pieces.set(item.angle ?? 0, own);
  }
  return pieces;
}

/** The area of the lines in each direction. */
export function areasOf(lines: readonly Line[]): Map<number, Box> {
  const areas = new Map<number, Box>();
  for (const { angle, x, right, y, size } of lines) {
    const area = areas.get(angle) ?? { left: x, right, bottom: y, top: y + size };
    areas.set(angle, {
      left: Math.min(area.left, x),
      right: Math.max(area.right, right),
      bottom: Math.min(area.bottom, y),
      top: Math.max(area.top, y + size),
    });
  }
  return areas;
}

/** The boxes of a paragraph. `siblings` are the blocks in the same column of its table. */
export function placed(block: Block, pages: readonly Surroundings[], siblings: readonly Block[]): Placement {
  const groups: Line[][] = [];
  for (const line of block.lines) {
    const last = groups.at(-1)?.at(-1);
    const follows =
      last &&
      last.page === line.page &&
      last.angle === line.angle &&
      line.y < last.y &&
      line.x < last.right &&
      line.right > last.x;
    if (follows) groups.at(-1)!.push(line);
    else groups.push([line]);
  }
  const bullet = bulletOf(block, pages[block.lines[0]!.page]!);
  const size = Math.max(...block.lines.slice(0, 1).map((line) => line.size));
  const leading = leadingOf(groups, size);
  const leader = leaderOf(block, pages);
  return {
    leader,
    bullet,
    fragments: groups.map((lines, i) => {
      const page = lines[0]!.page;
      const isLast = i === groups.length - 1;
      const own = i === 0 ? (bullet?.x ?? null) : null;
      return {
        page,
        angle: lines[0]!.angle,
        lines,
        box: withLeader(boxOf(block, lines, { own, leading, isLast, siblings }, pages[page]!), isLast ? leader : []),
      };
    }),
  };
}

/** Letters of a line from left to right, without spaces. */
function lettersOf(line: Line, page: Surroundings): PaintedGlyph[] {
  return line.items
    .flatMap((item) => page.glyphs.get(item) ?? [])
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.x - b.x);
}

function leaderOf({ lines }: Block, pages: readonly Surroundings[]): PaintedGlyph[] {
  const last = lines.at(-1)!;
  if (!last.leader || last.angle !== 0) return [];
  const count = [...last.leader.dots, ...last.leader.number].length;
  return lettersOf(last, pages[last.page]!).slice(-count);
}

/** Text may extend up to the last dots before the number. */
function withLeader(box: TextBox, leader: readonly PaintedGlyph[]): TextBox {
  const [first] = leader;
  if (!first) return box;
  const end = leader.at(-1)!.x;
  return {
    ...box,
    align: "left",
    right: Math.min(box.right, first.x),
    rightLimit: Math.max(first.x, end - 20),
    lowest: box.bottom,
  };
}

function leadingOf(groups: readonly (readonly Line[])[], size: number): number {
  const gaps = groups.flatMap((lines) => lines.slice(1).map((line, i) => lines[i]!.y - line.y));
  if (gaps.length === 0) return size * 1.2;
  return gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!;
}

/** The marker of a list item, and the start of the text after it. */
function bulletOf({ lines }: Block, page: Surroundings): Bullet | null {
  const first = lines[0]!;
  const match = BULLET.exec(first.text.trimStart())?.[0];
  if (!match || first.angle !== 0) return null;
  const text = match.trim();
  const glyphs = lettersOf(first, page);
  const next = glyphs[text.length];
  return next ? { text, glyphs: glyphs.slice(0, text.length), x: next.x } : null;
}

type Context = {
  readonly own: number | null;
  readonly leading: number;
  readonly isLast: boolean;
  readonly siblings: readonly Block[];
};

function boxOf(
  block: Block,
  lines: readonly Line[],
  { own, leading, isLast, siblings }: Context,
  page: Surroundings,
): TextBox {
  const first = lines[0]!;
  const last = lines.at(-1)!;
  const right = Math.max(...lines.map((line) => line.right));
  const firstLeft = own ?? first.x;
  const left = lines.length > 1 ? Math.min(...lines.slice(1).map(({ x }) => x)) : firstLeft;
  const around = freeSpace(block, lines, page, { left: Math.min(left, firstLeft), right });
  const align = alignOf(block, lines, siblings, page);
  const isFlush = align === "left" || align === "justify";
  return {
    left: isFlush ? left : Math.min(left, firstLeft),
    firstLeft: isFlush ? firstLeft : Math.min(left, firstLeft),
    right,
    leftLimit: around.left,
    rightLimit: around.right,
    baseline: first.y,
    leading,
    lines: lines.length,
    bottom: last.y,
    lowest: isLast ? around.bottom : last.y,
    align,
  };
}

const NEAR = 1.5;

function alignOf(
  block: Block,
  lines: readonly Line[],
  siblings: readonly Block[],
  page: Surroundings,
): TextBox["align"] {
  if (lines.length > 1) {
    const lefts = spread(lines.slice(1).map(({ x }) => x));
    const rights = spread(lines.slice(0, -1).map(({ right }) => right));
    if (lines.length > 2 && rights < NEAR && lefts < NEAR) return "justify";
    if (spread(lines.map(({ x }) => x)) < NEAR) return "left";
    if (spread(lines.map(({ right }) => right)) < NEAR) return "right";
    if (spread(lines.map(({ x, right }) => (x + right) / 2)) < NEAR) return "center";
    return "left";
  }
  const line = lines[0]!;
  if (siblings.length > 1) {
    const all = siblings.slice(0, MAX_SIBLINGS).map(({ lines: [one] }) => one!);
    if (spread(all.map(({ x }) => x)) < NEAR) return "left";
    if (spread(all.map(({ right }) => right)) < NEAR) return "right";
    return spread(all.map(({ x, right }) => (x + right) / 2)) < NEAR ? "center" : "left";
  }
  if (block.cell) return "left";
  const text = page.areas.get(line.angle)!;
  const [toLeft, toRight] = [line.x - text.left, text.right - line.right];
  if (toLeft > line.size * 2 && Math.abs(toLeft - toRight) < line.size * 0.8) return "center";
  const middle = (page.view.left + page.view.right) / 2;
  if (line.angle === 0 && toLeft > line.size * 2 && Math.abs((line.x + line.right) / 2 - middle) < 2) return "center";
  if (toLeft > (text.right - text.left) / 2 && toRight < NEAR) return "right";
  return "left";
}

function spread(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}

/** Bottom margin of a page that text may use, in points. */
const MARGIN = 40;

/**
 * Maximum number of pieces, lines and rules of a page to compare with each paragraph. Pages with more have hardly any
 * free space, or are made to take time.
 */
const MAX_NEIGHBOURS = 3_000;

/** Maximum cells of a column that are examined for its alignment. */
const MAX_SIBLINGS = 500;

/** How far the text may extend left, right and down without a collision. */
function freeSpace(
  block: Block,
  lines: readonly Line[],
  page: Surroundings,
  own: { readonly left: number; readonly right: number },
): { left: number; right: number; bottom: number } {
  const { angle, size, y: top } = lines[0]!;
  const bottom = lines.at(-1)!.y;
  const items = new Set(lines.flatMap((line) => line.items));
  const area = page.areas.get(angle)!;
  const pieces = page.pieces.get(angle) ?? [];
  if (pieces.length + page.lines.length + page.rules.length > MAX_NEIGHBOURS) return { ...own, bottom };
  const others = pieces.flatMap(({ item, index }) => (items.has(index) ? [] : [item]));
  const beside = others.filter(
    (item) => item.y + item.size * 0.75 > bottom - size * 0.2 && item.y - item.size * 0.2 < top + size * 0.75,
  );
  // Lines closely above or below show where the next column begins.
  const reach = block.cell ? 0 : size * 2.5;
  const columns = page.lines.filter(
    (line) =>
      line.angle === angle && line.x > own.right && line.y < top + size + reach && line.y > bottom - size - reach,
  );
  const walls = angle === 0 ? [...page.rules, ...page.pictures.filter((picture) => !holds(picture, lines))] : [];
  const walled = walls.filter(
    (wall) => wall.top > bottom && wall.bottom < top + size * 0.7 && wall.top - wall.bottom > 3,
  );
  let right = Math.max(area.right, own.right);
  let left = Math.min(area.left, own.left);
  for (const item of beside) {
    if (item.x > own.right - size * 0.3) right = Math.min(right, item.x - size * 0.6);
    if (item.x + item.width < own.left + size * 0.3) left = Math.max(left, item.x + item.width + size * 0.6);
  }
  for (const line of columns) right = Math.min(right, line.x - size * 0.6);
  for (const wall of walled) {
    if (wall.left > own.right - 1) right = Math.min(right, wall.left - 2.5);
    if (wall.right < own.left + 1) left = Math.max(left, wall.right + 2.5);
  }
  // A paragraph is as wide as its column, but one or two lines do not show that width.
  if (lines.length > 2) right = Math.min(right, page.margin(lines[0]!));
  right = Math.max(right, own.right);
  left = Math.min(left, own.left);
  let lowest = angle === 0 ? Math.min(area.bottom, page.view.bottom + MARGIN) : area.bottom;
  for (const item of others)
    if (item.y < bottom - size * 0.3 && item.x < right && item.x + item.width > left)
      lowest = Math.max(lowest, item.y + item.size + size * 0.25);
  for (const wall of walls)
    if (wall.top < bottom && wall.left < right && wall.right > left) lowest = Math.max(lowest, wall.top + size * 0.3);
  return { left, right, bottom: Math.min(bottom, lowest) };
}

/** Whether text is drawn over a picture. */
function holds(picture: Box, lines: readonly Line[]): boolean {
  return lines.some(
    ({ x, right, y }) => x < picture.right && right > picture.left && y < picture.top && y > picture.bottom,
  );
}

/** The box for a translation. Lines are aligned at the other side if the languages' directions differ. */
export function aligned(box: TextBox, source: string, direction: "ltr" | "rtl"): TextBox {
  const isRtl = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(source);
  if (isRtl === (direction === "rtl") || box.align === "center") return box;
  const left = Math.min(box.left, box.leftLimit);
  if (isRtl) return box.align === "right" ? { ...box, align: "left", left, firstLeft: left } : box;
  if (box.align === "right") return box;
  if (box.align === "justify") return { ...box, firstLeft: box.left };
  const right = Math.max(box.right, box.rightLimit);
  return { ...box, align: "right", firstLeft: box.left, leftLimit: box.left, right };
}
