import { apply, type Box, compose, IDENTITY, type Matrix } from "./geometry";

/** Operators of a page as pdf.js returns them: numbers with arguments, with forms expanded in place. */
export type OperatorList = { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] };

/** Numbers of the operators by name. */
export type OperatorNumbers = Readonly<Record<string, number>>;

/** The used part of pdf.js's description of a font. */
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

/** Font class and colour of a letter. */
export type Face = {
  readonly family: "sans" | "serif" | "mono";
  readonly bold: boolean;
  readonly italic: boolean;
  /** `#rrggbb`. Patterns count as black. */
  readonly color: string;
  /** Drawn invisibly, as by text recognition over a picture. */
  readonly hidden: boolean;
};

/** A painted letter, with its origin on the page in points and its width in thousandths of the font size. */
export type PaintedGlyph = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Whether word spacing applies, which is so for code 32, whatever letter that is. */
  readonly isSpace: boolean;
  /** Number of characters that it represents, without spaces. */
  readonly length: number;
  /** Index of the piece of text that contains it, set by the reader. */
  item?: number;
};

/** An operator that shows text, with the state in which it runs. Numbers between letters are as in `TJ`. */
export type Shown = {
  readonly kind: "shown";
  readonly glyphs: readonly (PaintedGlyph | number)[];
  readonly matrix: Matrix;
  readonly font: string;
  readonly face: Face;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  /** Size of the letters on the page, in points. */
  readonly size: number;
  /** Direction of the line on the page, in whole degrees. */
  readonly angle: number;
  /** Whether lines run from top to bottom. */
  readonly vertical: boolean;
};

/** A content stream and the text that it shows, in order. Forms are nested. */
export type PaintedStream = { readonly kind: "stream"; readonly content: (Shown | PaintedStream)[] };

export type PaintedPage = {
  readonly root: PaintedStream;
  readonly shown: readonly Shown[];
  /** Straight horizontal and vertical lines and edges, in points. */
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

/** Maximum lines stored for a page; drawings have many. */
const MAX_RULES = 5_000;

/** Follows the operators of a page and records the position and font of each drawn letter. */
export function paintedPage(
  { fnArray, argsArray }: OperatorList,
  numbers: OperatorNumbers,
  fontOf: (id: string) => FontInfo | undefined,
): PaintedPage {
  const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
  const painter = new Painter(numbers, fontOf);
  for (let i = 0; i < fnArray.length; i++) {
    const name = names.get(fnArray[i]!) ?? "";
    if (name === "beginAnnotation") break;
    OPERATORS[name]?.(painter, new Arguments((argsArray[i] ?? []) as unknown[]));
  }
  return painter;
}

class Arguments {
  constructor(readonly all: readonly unknown[]) {}

  number(at: number): number {
    const value = this.all[at];
    return typeof value === "number" ? value : 0;
  }

  /** A matrix from six numbers, or from an array of them. */
  get matrix(): Matrix {
    const values = typeof this.all[0] === "number" ? this.all : [...(this.all[0] as Iterable<number>)];
    return values as readonly number[] as Matrix;
  }
}

/** Handlers of operators. The others draw no text and don't affect it. */
const OPERATORS: Readonly<Record<string, (painter: Painter, args: Arguments) => void>> = {
  save: (painter) => painter.save(),
  restore: (painter) => painter.restore(),
  transform: ({ state }, { matrix }) => {
    state.matrix = compose(state.matrix, matrix);
  },
  beginGroup: (painter, { all }) => {
    painter.isMask = Boolean((all[0] as { smask?: unknown } | undefined)?.smask);
  },
  paintFormXObjectBegin: (painter, args) => painter.beginForm(args.all[0] ? args.matrix : IDENTITY),
  paintFormXObjectEnd: (painter) => painter.endForm(),
  beginText: (painter) => painter.place(IDENTITY),
  setCharSpacing: ({ state }, args) => {
    state.charSpacing = args.number(0);
  },
  setWordSpacing: ({ state }, args) => {
    state.wordSpacing = args.number(0);
  },
  setHScale: ({ state }, args) => {
    state.scale = args.number(0) / 100;
  },
  setLeading: ({ state }, args) => {
    state.leading = args.number(0);
  },
  setFont: ({ state }, args) => {
    state.font = String(args.all[0]);
    state.fontSize = args.number(1);
  },
  setGState: ({ state }, { all }) => {
    for (const [key, value] of (all[0] as [string, unknown][]) ?? [])
      if (key === "Font") [state.font, state.fontSize] = value as [string, number];
  },
  setTextRenderingMode: ({ state }, args) => {
    state.mode = args.number(0);
  },
  setTextRise: ({ state }, args) => {
    state.rise = args.number(0);
  },
  setLeadingMoveText: (painter, args) => {
    painter.state.leading = -args.number(1);
    painter.move(args.number(0), args.number(1));
  },
  moveText: (painter, args) => painter.move(args.number(0), args.number(1)),
  nextLine: (painter) => painter.move(0, -painter.state.leading),
  setTextMatrix: (painter, { matrix }) => painter.place(matrix),
  setFillRGBColor: ({ state }, { all }) => {
    state.color = colorOf(all);
  },
  setFillColorN: ({ state }) => {
    state.color = "#000000";
  },
  constructPath: (painter, { all }) => painter.addPath(all[0], (all[1] as [Float32Array | null] | undefined)?.[0]),
  showText: (painter, { all }) => painter.show(all[0] as readonly unknown[]),
};

/** The graphics state of a page while its operators run (ISO 32000-1, 8.4 and 9.3), and the text painted so far. */
class Painter implements PaintedPage {
  readonly root: PaintedStream = { kind: "stream", content: [] };
  readonly shown: Shown[] = [];
  readonly rules: Box[] = [];
  state: State = {
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
  isMask = false;
  readonly #streams: PaintedStream[] = [this.root];
  readonly #saved: State[] = [];
  readonly #faces = new Map<string, Face>();
  #text: Matrix = IDENTITY;
  #line: Matrix = IDENTITY;

  constructor(
    private readonly numbers: OperatorNumbers,
    private readonly fontOf: (id: string) => FontInfo | undefined,
  ) {}

  save(): void {
    this.#saved.push({ ...this.state });
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  beginForm(matrix: Matrix): void {
    this.save();
    this.state.matrix = compose(this.state.matrix, matrix);
    const stream: PaintedStream = { kind: "stream", content: [] };
    // No operator of the stream paints the form of a soft mask.
    if (!this.isMask) this.#streams.at(-1)!.content.push(stream);
    this.#streams.push(stream);
    this.isMask = false;
  }

  endForm(): void {
    if (this.#streams.length > 1) this.#streams.pop();
    this.restore();
  }

  /** Starts a line of text. */
  place(matrix: Matrix): void {
    this.#text = matrix;
    this.#line = matrix;
  }

  move(x: number, y: number): void {
    this.place(compose(this.#line, [1, 0, 0, 1, x, y]));
  }

  addPath(paint: unknown, path: Float32Array | null | undefined): void {
    if (this.rules.length < MAX_RULES && paint !== this.numbers.endPath) addRules(this.rules, path, this.state.matrix);
  }

  show(content: readonly unknown[]): void {
    const font = this.fontOf(this.state.font);
    const { fontSize, charSpacing, wordSpacing, matrix } = this.state;
    const whole = compose(matrix, this.#text);
    const sign = Math.sign(fontSize) || 1;
    const entry: Shown = {
      kind: "shown",
      glyphs: this.#glyphs(content, font, whole),
      matrix,
      font: this.state.font,
      face: this.#faceOf(font),
      fontSize,
      charSpacing,
      wordSpacing,
      size: Math.hypot(whole[2], whole[3]) * Math.abs(fontSize),
      vertical: Boolean(font?.vertical),
      angle: normalised(Math.round((Math.atan2(whole[1] * sign, whole[0] * sign) * 180) / Math.PI)),
    };
    this.shown.push(entry);
    this.#streams.at(-1)!.content.push(entry);
  }

  /** Places letters, and moves to the position after the last one. */
  #glyphs(content: readonly unknown[], font: FontInfo | undefined, whole: Matrix): (PaintedGlyph | number)[] {
    const unit = font?.isType3Font ? (font.fontMatrix?.[0] ?? 0.001) * 1000 : 1;
    const { fontSize, charSpacing, wordSpacing, scale, rise } = this.state;
    const glyphs: (PaintedGlyph | number)[] = [];
    let offset = 0;
    for (const one of content) {
      if (typeof one === "number") {
        glyphs.push(one);
        offset -= (one / 1000) * fontSize * scale;
        continue;
      }
      if (typeof one !== "object" || one === null) continue;
      const letter = one as { width?: number; isSpace?: boolean; unicode?: string };
      const { width = 0, isSpace = false, unicode = "" } = letter;
      const [x, y] = apply(whole, offset, rise);
      const length = unicode.normalize("NFKC").replace(/\s/g, "").length;
      glyphs.push({ x, y, width: width * unit, isSpace, length });
      offset += (((width * unit) / 1000) * fontSize + charSpacing + (isSpace ? wordSpacing : 0)) * scale;
    }
    this.#text = compose(this.#text, [1, 0, 0, 1, offset, 0]);
    return glyphs;
  }

  #faceOf(font: FontInfo | undefined): Face {
    const { font: id, color, mode } = this.state;
    const key = `${id} ${color} ${mode}`;
    const face = this.#faces.get(key) ?? newFace(font, color, mode);
    this.#faces.set(key, face);
    return face;
  }
}

function newFace(font: FontInfo | undefined, color: string, mode: number): Face {
  const name = (font?.name ?? "").replace(/^[A-Z]{6}\+/, "");
  return {
    // The font of recognised text contains no letters.
    family: mode === 3 ? "sans" : familyOf(name, font?.fallbackName),
    bold:
      Boolean(font?.bold || font?.black) || /bold|black|heavy|demi|cmbx|-bd\b|nimbus.*-medi/i.test(name) || mode === 2,
    italic: Boolean(font?.italic) || /ital|obli|slant|cmti|cmsl/i.test(name),
    color,
    hidden: mode === 3,
  };
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

/** Count of numbers for each path operator of pdf.js: move, line, curve, quadratic curve, close. */
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
