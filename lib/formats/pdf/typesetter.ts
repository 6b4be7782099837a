import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type * as HarfBuzz from "harfbuzzjs";
import { readSlice, slicesFor } from "./packaged-fonts";
import type { Face } from "./painted";
import { systemFonts } from "./system-fonts";

/** A shaped letter: its glyph ID in the font, and its offsets and advance, in thousandths of the font size. */
export type ShapedGlyph = {
  readonly id: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
  /** Index of the first character that it represents. */
  readonly cluster: number;
};

/** Text of one font and direction. Its letters are in order from left to right. */
export type ShapedRun = { readonly font: OpenFont; readonly glyphs: readonly ShapedGlyph[]; readonly width: number };

/** An opened font file. */
export class OpenFont {
  /** Used letters, with the text that they represent. */
  readonly used = new Map<number, string>();
  /** Letters of {@link used} that represent this text alone. */
  private readonly exact = new Set<number>();
  private readonly covered: ReadonlySet<number>;
  private readonly runs = new Map<string, ShapedRun>();
  private readonly font: HarfBuzz.Font;
  readonly unitsPerEm: number;

  constructor(
    private readonly harfBuzz: typeof HarfBuzz,
    readonly name: string,
    readonly bytes: Uint8Array,
    /** Weight, for a variable font. */
    readonly weight?: number,
  ) {
    const face = new harfBuzz.Face(new harfBuzz.Blob(copied(bytes)));
    this.covered = new Set(face.collectUnicodes());
    this.unitsPerEm = face.upem;
    this.font = new harfBuzz.Font(face);
    if (weight !== undefined) this.font.setVariations([new harfBuzz.Variation("wght", weight)]);
  }

  has(character: string): boolean {
    return this.covered.has(character.codePointAt(0)!);
  }

  /** Width of a letter according to the font, in thousandths of the font size. */
  widthOf(glyph: number): number {
    return (this.font.glyphHAdvance(glyph) * 1000) / this.unitsPerEm;
  }

  /** Ascent and descent of the letters, in thousandths of the font size. */
  get extents(): { readonly ascent: number; readonly descent: number } {
    const { ascender, descender } = this.font.hExtents();
    return { ascent: (ascender * 1000) / this.unitsPerEm, descent: (descender * 1000) / this.unitsPerEm };
  }

  shape(text: string, direction: "ltr" | "rtl"): ShapedRun {
    const key = `${direction} ${text}`;
    const known = this.runs.get(key);
    if (known) return known;
    const { Buffer: ShapingBuffer, Direction, shape } = this.harfBuzz;
    const buffer = new ShapingBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(direction === "rtl" ? Direction.RTL : Direction.LTR);
    shape(this.font, buffer);
    const unit = 1000 / this.unitsPerEm;
    const glyphs = buffer.getGlyphInfosAndPositions().map((glyph) => ({
      id: glyph.codepoint,
      advance: (glyph.xAdvance ?? 0) * unit,
      dx: (glyph.xOffset ?? 0) * unit,
      dy: (glyph.yOffset ?? 0) * unit,
      cluster: glyph.cluster,
    }));
    const run = { font: this, glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) };
    if (this.runs.size < MAX_KEPT_RUNS) this.runs.set(key, run);
    return run;
  }

  /**
   * Notes the text of the letters of a run, so that it can be searched and copied. False if that is incomplete: several
   * letters represent one text, or a letter represents another text elsewhere.
   */
  use({ glyphs }: ShapedRun, text: string): boolean {
    const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const ends = new Map(starts.map((start, i) => [start, starts[i + 1] ?? text.length]));
    const seen = new Set<number>();
    const isSplit = starts.length < glyphs.length;
    let isWhole = !isSplit;
    for (const { id, cluster } of glyphs) {
      const own = seen.has(cluster) ? "" : text.slice(cluster, ends.get(cluster));
      seen.add(cluster);
      // Prefers the text that a letter represents alone to a text that it represents with other letters.
      if (!this.used.get(id) || (!isSplit && !this.exact.has(id))) this.used.set(id, own);
      if (!isSplit) this.exact.add(id);
      if (this.used.get(id) !== own) isWhole = false;
    }
    return isWhole;
  }
}

const MAX_KEPT_RUNS = 50_000;

/** Chooses fonts for text and sets it. */
export type Typesetter = {
  /** The font of a face for a character; null if none contains it. */
  fontFor(character: string, face: Pick<Face, "family" | "bold" | "italic">): OpenFont | null;
};

/**
 * Loads HarfBuzz and the basic fonts, and the packaged fonts that a text in the target language needs besides. Other
 * fonts are opened on first use.
 */
export async function createTypesetter(target: string, text: string): Promise<Typesetter> {
  const harfBuzz = await import("harfbuzzjs");
  const slices = new Map<string, Uint8Array | null>();
  const opened = new Map<string, OpenFont | null>();
  const open = ({ file, name, weight }: FontFile) => {
    const key = `${file} ${weight ?? ""}`;
    if (!opened.has(key)) {
      let font: OpenFont | null = null;
      try {
        const bytes = weight === undefined ? readFileSync(file) : slices.get(file);
        font = bytes ? new OpenFont(harfBuzz, name, bytes, weight) : null;
      } catch {
        // A font that cannot be read counts as one without letters.
      }
      opened.set(key, font);
    }
    return opened.get(key) ?? null;
  };
  for (const character of new Set(text)) {
    if (BASIC.some((file) => open(file)?.has(character))) continue;
    for (const { file, name } of slicesFor(character, target)) {
      if (!slices.has(file)) slices.set(file, await readSlice(file).catch(() => null));
      if (open({ file, name: `${name}-Regular`, weight: 400 })?.has(character)) break;
    }
  }
  const chosen = new Map<string, OpenFont | null>();
  return {
    fontFor(character, face) {
      const key = `${character} ${face.family} ${face.bold} ${face.italic}`;
      const known = chosen.get(key);
      if (known !== undefined) return known;
      let found: OpenFont | null = null;
      for (const file of candidates(character, face, target)) {
        const font = open(file);
        if (font?.has(character)) {
          found = font;
          break;
        }
      }
      chosen.set(key, found);
      return found;
    },
  };
}

/** `weight` is for a variable font. */
type FontFile = { readonly file: string; readonly name: string; readonly weight?: number };

/** Font files in order of preference: those of the family, of other scripts, of the system. */
function* candidates(
  character: string,
  { family, bold, italic }: Pick<Face, "family" | "bold" | "italic">,
  target: string,
): Generator<FontFile> {
  const weight = bold ? "700Bold" : "400Regular";
  for (const name of new Set([FAMILIES[family], FAMILIES.sans]))
    yield packaged(name, italic ? `${weight}_Italic` : weight);
  yield packaged("NotoSansArabic", weight);
  for (const { file, name } of slicesFor(character, target))
    yield { file, name: `${name}-${bold ? "Bold" : "Regular"}`, weight: bold ? 700 : 400 };
  for (const isBold of [bold, !bold])
    for (const file of systemFonts())
      if (/Bold/.test(path.basename(file)) === isBold) yield { file, name: path.basename(file, path.extname(file)) };
}

/** Families with the same metrics as Arial, Times New Roman and Courier New, which most documents use or resemble. */
const FAMILIES = { sans: "Arimo", serif: "Tinos", mono: "Cousine" } as const;

const PACKAGES: Readonly<Record<string, string>> = {
  Arimo: "@expo-google-fonts/arimo",
  Tinos: "@expo-google-fonts/tinos",
  Cousine: "@expo-google-fonts/cousine",
  NotoSansArabic: "@expo-google-fonts/noto-sans-arabic",
};

function packaged(name: string, style: string): FontFile {
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGES[name]}/package.json`);
  return { file: path.join(path.dirname(manifest), style, `${name}_${style}.ttf`), name: `${name}_${style}` };
}

const BASIC = [packaged(FAMILIES.sans, "400Regular"), packaged("NotoSansArabic", "400Regular")];

function copied(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
