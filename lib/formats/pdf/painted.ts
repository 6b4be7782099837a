import { apply, type Box, compose, IDENTITY, type Matrix } from "./geometry";

/** What pdf.js tells of a page: the operators' numbers with their arguments, forms expanded in place. */
export type OperatorList = { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] };

/** Numbers of the operators by name. */
export type OperatorNumbers = Readonly<Record<string, number>>;

/** A font as pdf.js describes it, as far as it is used. */
export type FontInfo = {
  readonly name?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly italic?: boolean;
  readonly fallbackName?: string;
  readonly isType3Font?: boolean;
  readonly vertical?: boolean;
  readonly fontMatrix?: readonly number[];
};

/** Class of a letter's font and its colour. */
export type Face = {
  readonly family: "sans" | "serif" | "mono";
  readonly bold: boolean;
  readonly italic: boolean;
  /** `#rrggbb`; black for patterns. */
  readonly color: string;
  /** Painted without ink, as by text recognition over a picture. */
  readonly hidden: boolean;
};

/** A painted letter: its origin on the page in points, and its width in thousandths of the font size. */
export type PaintedGlyph = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Whether word spacing applies: its code is 32, whatever letter that is. */
  readonly isSpace: boolean;
  /** Number of characters it stands for, without spaces. */
  readonly length: number;
  /** Index of the piece of text that has it, set by its reader. */
  item?: number;
};

/** One operator that shows text, with the state it runs in. Numbers between letters are as in `TJ`. */
export type Shown = {
  readonly kind: "shown";
  readonly glyphs: readonly (PaintedGlyph | number)[];
  readonly matrix: Matrix;
  readonly font: string;
  readonly face: Face;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  /** Of the letters on the page, in points. */
  readonly size: number;
  /** Direction of the line on the page, in whole degrees. */
  readonly angle: number;
  /** Lines run from top to bottom. */
  readonly vertical: boolean;
};

/** A content stream with what it shows, in order; forms are nested. */
export type PaintedStream = { readonly kind: "stream"; readonly content: (Shown | PaintedStream)[] };

export type PaintedPage = {
  readonly root: PaintedStream;
  readonly shown: readonly Shown[];
  /** Straight lines and edges along the axes, in points. */
  readonly rules: readonly Box[];
};

type State = {
  matrix: Matrix;
  font: string;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
  mode: number;
  color: string;
};

/** Rules that are kept of a page; drawings have many. */
const MAX_RULES = 5_000;

/** Follows the operators of a page and notes where each letter is painted, in which face. */
export function paintedPage(
  { fnArray, argsArray }: OperatorList,
  numbers: OperatorNumbers,
  fontOf: (id: string) => FontInfo | undefined,
): PaintedPage {
  const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
  const root: PaintedStream = { kind: "stream", content: [] };
  const streams: PaintedStream[] = [root];
  const shown: Shown[] = [];
  const rules: Box[] = [];
  const faces = new Map<string, Face>();
  const saved: State[] = [];
  let state: State = {
    matrix: IDENTITY,
    font: "",
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
    color: "#000000",
  };
  let text: Matrix = IDENTITY;
  let line: Matrix = IDENTITY;
  let isMask = false;

  const move = (x: number, y: number) => {
    line = compose(line, [1, 0, 0, 1, x, y]);
    text = line;
  };
  const restore = () => {
    state = saved.pop() ?? state;
  };

  for (let i = 0; i < fnArray.length; i++) {
    const args = (argsArray[i] ?? []) as unknown[];
    const number = (at: number) => (typeof args[at] === "number" ? args[at] : 0);
    const name = names.get(fnArray[i]!);
    if (name === "beginAnnotation") break;
    switch (name) {
      case "save":
        saved.push({ ...state });
        break;
      case "restore":
        restore();
        break;
      case "transform":
        state.matrix = compose(state.matrix, args as unknown as Matrix);
        break;
      case "beginGroup":
        isMask = Boolean((args[0] as { smask?: unknown } | undefined)?.smask);
        break;
      case "paintFormXObjectBegin": {
        saved.push({ ...state });
        if (args[0]) state.matrix = compose(state.matrix, [...(args[0] as Iterable<number>)] as unknown as Matrix);
        const stream: PaintedStream = { kind: "stream", content: [] };
        // The form of a soft mask is not painted by an operator of the stream.
        if (!isMask) streams.at(-1)!.content.push(stream);
        streams.push(stream);
        isMask = false;
        break;
      }
      case "paintFormXObjectEnd":
        if (streams.length > 1) streams.pop();
        restore();
        break;
      case "beginText":
        text = IDENTITY;
        line = IDENTITY;
        break;
      case "setCharSpacing":
        state.charSpacing = number(0);
        break;
      case "setWordSpacing":
        state.wordSpacing = number(0);
        break;
      case "setHScale":
        state.scale = number(0) / 100;
        break;
      case "setLeading":
        state.leading = number(0);
        break;
      case "setFont":
        state.font = String(args[0]);
        state.fontSize = number(1);
        break;
      case "setGState":
        for (const [key, value] of (args[0] as [string, unknown][]) ?? [])
          if (key === "Font") {
            const [font, size] = value as [string, number];
            state.font = font;
            state.fontSize = size;
          }
        break;
      case "setTextRenderingMode":
        state.mode = number(0);
        break;
      case "setTextRise":
        state.rise = number(0);
        break;
      case "setLeadingMoveText":
        state.leading = -number(1);
        move(number(0), number(1));
        break;
      case "moveText":
        move(number(0), number(1));
        break;
      case "nextLine":
        move(0, -state.leading);
        break;
      case "setTextMatrix": {
        const values = typeof args[0] === "number" ? args : [...(args[0] as Iterable<number>)];
        text = values as unknown as Matrix;
        line = text;
        break;
      }
      case "setFillRGBColor":
        state.color = colorOf(args);
        break;
      case "setFillColorN":
        state.color = "#000000";
        break;
      case "constructPath":
        if (rules.length < MAX_RULES && args[0] !== numbers.endPath)
          addRules(rules, (args[1] as [Float32Array | null] | undefined)?.[0], state.matrix);
        break;
      case "showText":
        show(args[0] as readonly unknown[]);
        break;
    }
  }
  return { root, shown, rules };

  function show(content: readonly unknown[]): void {
    const font = fontOf(state.font);
    const unit = font?.isType3Font ? (font.fontMatrix?.[0] ?? 0.001) * 1000 : 1;
    const { fontSize, charSpacing, wordSpacing, scale, rise } = state;
    const whole = compose(state.matrix, text);
    const glyphs: (PaintedGlyph | number)[] = [];
    let offset = 0;
    for (const one of content) {
      if (typeof one === "number") {
        glyphs.push(one);
        offset -= (one / 1000) * fontSize * scale;
        continue;
      }
      if (typeof one !== "object" || one === null) continue;
      const {
        width = 0,
        isSpace = false,
        unicode = "",
      } = one as { width?: number; isSpace?: boolean; unicode?: string };
      const [x, y] = apply(whole, offset, rise);
      const length = unicode.normalize("NFKC").replace(/\s/g, "").length;
      glyphs.push({ x, y, width: width * unit, isSpace, length });
      offset += (((width * unit) / 1000) * fontSize + charSpacing + (isSpace ? wordSpacing : 0)) * scale;
    }
    text = compose(text, [1, 0, 0, 1, offset, 0]);
    const sign = Math.sign(fontSize) || 1;
    const entry: Shown = {
      kind: "shown",
      glyphs,
      matrix: state.matrix,
      font: state.font,
      face: faceOf(font, state),
      fontSize,
      charSpacing,
      wordSpacing,
      size: Math.hypot(whole[2], whole[3]) * Math.abs(fontSize),
      vertical: Boolean(font?.vertical),
      angle: normalised(Math.round((Math.atan2(whole[1] * sign, whole[0] * sign) * 180) / Math.PI)),
    };
    shown.push(entry);
    streams.at(-1)!.content.push(entry);
  }

  function faceOf(font: FontInfo | undefined, { font: id, color, mode }: State): Face {
    const key = `${id} ${color} ${mode}`;
    const known = faces.get(key);
    if (known) return known;
    const name = (font?.name ?? "").replace(/^[A-Z]{6}\+/, "");
    const face: Face = {
      // The font of recognised text has no letters of its own.
      family: mode === 3 ? "sans" : familyOf(name, font?.fallbackName),
      bold:
        Boolean(font?.bold || font?.black) ||
        /bold|black|heavy|demi|cmbx|-bd\b|nimbus.*-medi/i.test(name) ||
        mode === 2,
      italic: Boolean(font?.italic) || /ital|obli|slant|cmti|cmsl/i.test(name),
      color,
      hidden: mode === 3,
    };
    faces.set(key, face);
    return face;
  }
}

function familyOf(name: string, fallback: string | undefined): Face["family"] {
  if (/mono|courier|consol|typewriter|cmtt|menlo|code/i.test(name)) return "mono";
  if (/sans|arial|helvet|arimo|calibri|verdana|tahoma|segoe|roboto|inter|lato/i.test(name)) return "sans";
  if (
    /times|serif|roman|nimbusrom|termes|georgia|garamond|tinos|cambria|palatino|bookman|^cm|^lm|^sf(rm|bx|ti)/i.test(
      name,
    )
  )
    return "serif";
  return fallback === "serif" ? "serif" : fallback === "monospace" ? "mono" : "sans";
}

function normalised(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

function colorOf(args: readonly unknown[]): string {
  const [first] = args;
  if (typeof first === "string" && /^#[0-9a-f]{6}$/i.test(first)) return first;
  const parts = args.slice(0, 3).map((part) => (typeof part === "number" ? Math.max(0, Math.min(255, part)) : 0));
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Numbers of a path in pdf.js: move, line, curve, quadratic curve, close. */
const PATH_LENGTHS = [2, 2, 6, 4, 0];

function addRules(rules: Box[], path: Float32Array | null | undefined, matrix: Matrix): void {
  if (!path) return;
  let [startX, startY, x, y] = [0, 0, 0, 0];
  for (let at = 0; at < path.length && rules.length < MAX_RULES; ) {
    const kind = path[at]!;
    const length = PATH_LENGTHS[kind];
    if (length === undefined) return;
    const next: [number, number] =
      kind === 4 ? [startX, startY] : apply(matrix, path[at + length - 1]!, path[at + length]!);
    if (kind === 0) [startX, startY] = next;
    else if (kind === 1 || kind === 4) addRule(rules, [x, y], next);
    [x, y] = next;
    at += length + 1;
  }
}

function addRule(rules: Box[], [x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): void {
  const [width, height] = [Math.abs(x - toX), Math.abs(y - toY)];
  if (Math.min(width, height) > 1 || Math.max(width, height) < 4) return;
  rules.push({ left: Math.min(x, toX), right: Math.max(x, toX), bottom: Math.min(y, toY), top: Math.max(y, toY) });
}
