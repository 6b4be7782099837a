import type { Operand } from "./content-stream";
import type { SetLine } from "./layout";
import type { PaintedGlyph } from "./painted";
import type { PairedShow } from "./painted-streams";

/** The operator without these letters, with the others at their positions; null if it contains none of them. */
export function withoutGlyphs({ shown, operation }: PairedShow, removed: ReadonlySet<PaintedGlyph>): string | null {
  const { glyphs, fontSize, charSpacing, wordSpacing } = shown;
  if (!glyphs.some((glyph) => typeof glyph !== "number" && removed.has(glyph))) return null;
  const codes = codesOf(operation, glyphs);
  const spacing = (points: number) => (fontSize === 0 ? 0 : (points * 1000) / fontSize);
  const parts: string[] = [];
  let shift = 0;
  let hex = "";
  const flush = () => {
    if (hex) parts.push(`<${hex}>`);
    hex = "";
  };
  for (const [i, glyph] of glyphs.entries()) {
    if (typeof glyph === "number") {
      shift += glyph;
      continue;
    }
    const isKept = codes !== null && !removed.has(glyph) && !(glyph.length === 0 && glyph.item === undefined);
    if (!isKept) {
      shift -= glyph.width + spacing(charSpacing + (glyph.isSpace ? wordSpacing : 0));
      continue;
    }
    if (shift !== 0) {
      flush();
      parts.push(numeral(shift));
      shift = 0;
    }
    hex += codes[i];
  }
  flush();
  if (shift !== 0) parts.push(numeral(shift));
  const before = operation.name === "'" ? "T* " : operation.name === '"' ? `${spacings(operation.operands)} T* ` : "";
  return ` ${before}[${parts.join(" ")}] TJ `;
}

function spacings(operands: readonly Operand[]): string {
  const [word, letter] = operands
    .slice(-3)
    .map((operand) => (operand.kind === "number" ? numeral(operand.value) : "0"));
  return `${word} Tw ${letter} Tc`;
}

/** The codes of the letters as hexadecimal digits; null if their lengths differ. */
function codesOf(
  { operands }: PairedShow["operation"],
  glyphs: PairedShow["shown"]["glyphs"],
): (string | undefined)[] | null {
  const operand = operands.at(-1);
  const items = operand?.kind === "array" ? operand.items : operand ? [operand] : [];
  const bytes = Buffer.concat(items.flatMap((item) => (item.kind === "string" ? [item.bytes] : [])));
  const count = glyphs.filter((glyph) => typeof glyph !== "number").length;
  const length = bytes.length / count;
  if (length !== 1 && length !== 2) return null;
  let at = 0;
  return glyphs.map((glyph) => {
    if (typeof glyph === "number") return undefined;
    at += length;
    return bytes.subarray(at - length, at).toString("hex");
  });
}

/** UTF-16 big-endian with a byte order mark, in hexadecimal digits. */
export function utf16(text: string): string {
  return Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("hex");
}

/** UTF-16 offsets of the spaces in a text. */
export function spacesOf(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(/ /g)].map(({ index }) => index));
}

type Run = SetLine["runs"][number]["run"];

/** `TJ` for shaped letters. Marks above and below are moved by `Ts`. */
export function showGlyphs(
  { font, glyphs }: Run,
  size: number,
  stretch: number,
  spaces: ReadonlySet<number> | null,
): string {
  const out: string[] = [];
  let parts: string[] = [];
  let hex = "";
  let error = 0;
  let rise = 0;
  const flush = () => {
    if (hex) parts.push(`<${hex}>`);
    hex = "";
  };
  const end = () => {
    flush();
    if (parts.length > 0) out.push(`[${parts.join(" ")}] TJ`);
    parts = [];
  };
  for (const { id, advance, dx, dy, cluster } of glyphs) {
    if (Math.abs(dy - rise) > 0.5) {
      end();
      out.push(`${numeral((dy / 1000) * size)} Ts`);
      rise = dy;
    }
    // `error`: distance by which the PDF's pen position is ahead of the shaped text.
    if (Math.abs(error - dx) > 0.5) {
      flush();
      parts.push(numeral(error - dx));
      error = dx;
    }
    hex += id.toString(16).padStart(4, "0");
    error += font.widthOf(id) - advance - (spaces?.has(cluster) ? stretch : 0);
  }
  end();
  if (rise !== 0) out.push("0 Ts");
  return out.join(" ");
}

export function numeral(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(4))).replace(/e.*$/, "") : "0";
}

export function rgb(color: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => numeral(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  return `${r} ${g} ${b} rg`;
}
