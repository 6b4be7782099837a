import { UnreadableFile } from "@/lib/formats/format";
import type { Glyphs, PageText } from "./blocks";
import { apply, type Box, rotation } from "./geometry";
import { refuseBombs } from "./hostile-streams";
import {
  type Face,
  type FontInfo,
  type OperatorList,
  type PaintedGlyph,
  type PaintedPage,
  paintedPage,
} from "./painted";

/** A page that was read: its pieces of text, and the position of each drawn letter. */
export type PdfPage = PageText & {
  readonly painted: PaintedPage;
  /** The visible part of the page, in points. */
  readonly view: Box;
};

export type PdfContent = {
  readonly pages: readonly PdfPage[];
  readonly title: string;
  readonly language?: string | undefined;
};

/** Reads the text of a PDF. Throws {@link UnreadableFile}. pdf.js is loaded on first use, because it is large. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  refuseUnclosed(bytes);
  refuseBombs(bytes);
  // pdf.js calls this function, which Node 20 lacks.
  (ArrayBuffer.prototype as { transferToFixedLength?: unknown }).transferToFixedLength ??= function (
    this: ArrayBuffer,
    length = this.byteLength,
  ) {
    return this.slice(0, length);
  };
  const { getDocumentProxy, getResolvedPDFJS } = await import("unpdf");
  try {
    const { OPS } = await getResolvedPDFJS();
    // pdf.js takes ownership of its buffer.
    const document = await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      disableFontFace: false,
      useSystemFonts: false,
      // Pictures are not decoded.
      maxImageSize: 1,
      verbosity: 0,
    });
    refuseFakePages(document.numPages, bytes);
    const pages: PdfPage[] = [];
    let operations = 0;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const operators: OperatorList = await page.getOperatorList({ annotationMode: 0 });
      operations += operators.fnArray.length;
      if (operations > MAX_OPERATIONS)
        throw new UnreadableFile("too_complex", "The PDF has too much content. Split it and send it in parts.");
      const fontOf = (id: string) => (page.commonObjs.has(id) ? (page.commonObjs.get(id) as FontInfo) : undefined);
      const painted = paintedPage(operators, OPS, fontOf);
      const [left = 0, bottom = 0, right = 612, top = 792] = page.view;
      const view = { left, bottom, right, top };
      pages.push({ ...withFaces(items as readonly TextItem[], painted), rules: painted.rules, painted, view });
      page.cleanup();
    }
    const { info } = await document.getMetadata();
    const { Title: title, Language: language } = info as { Title?: string; Language?: string };
    await document.destroy();
    return { pages, title: title ?? "", language: language ?? undefined };
  } catch (error) {
    throw unreadable(error);
  }
}

type TextItem = {
  readonly str?: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
};

/** Maximum positions compared per bucket; text drawn many times at one position exceeds it. */
const MAX_COMPARED = 300;

type Letter = { readonly glyph: PaintedGlyph; readonly face: Face; readonly x: number };

/**
 * The pieces of text with the face of their letters; each painted letter gets the index of its piece. pdf.js joins
 * adjacent text, so it is split where the face changes or a line is drawn between.
 */
function withFaces(read: readonly TextItem[], painted: PaintedPage): { items: Glyphs[] } {
  const whole = read.flatMap((item) => (item.str === undefined ? [] : [pieceOf(item, item.str)]));
  const letters = lettersOf(whole, painted);
  const items: Glyphs[] = [];
  for (const [index, { font: _, ...item }] of whole.entries()) {
    const own = letters[index]!;
    for (const part of cut(item, own, painted.rules)) {
      for (const { glyph } of part.letters) glyph.item = items.length;
      const face = part.letters.find(({ glyph }) => glyph.length > 0)?.face;
      items.push({ ...part.item, face });
    }
  }
  return { items };
}

type Whole = Glyphs & { readonly font: string };

function pieceOf({ transform, width, height, fontName }: TextItem, text: string): Whole {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform;
  const angle = (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
  const [x, y] = angle === 0 ? [e, f] : apply(rotation(-angle), e, f);
  return { text, x, y, width, size: Math.hypot(c, d) || height || 1, angle, font: fontName };
}

/** The painted letters of each piece. */
function lettersOf(items: readonly Whole[], { shown }: PaintedPage): Letter[][] {
  const buckets = new Map<string, number[]>();
  const key = (font: string, angle: number, y: number) => `${font} ${angle} ${Math.round(y / 4)}`;
  /** If several pieces have the same position, the first one gets the letters. */
  const places = new Set<string>();
  for (const [index, { text, font, angle = 0, x, y, width }] of items.entries()) {
    const place = `${font} ${angle} ${x} ${y} ${width}`;
    if (!text.trim() || places.has(place)) continue;
    places.add(place);
    const bucket = buckets.get(key(font, angle, y)) ?? [];
    if (bucket.length < MAX_COMPARED) bucket.push(index);
    buckets.set(key(font, angle, y), bucket);
  }
  const letters: Letter[][] = items.map(() => []);
  for (const { glyphs, font, face, angle, size, vertical } of shown)
    for (const glyph of glyphs) {
      if (typeof glyph === "number" || vertical) continue;
      const [x, y] = angle === 0 ? [glyph.x, glyph.y] : apply(rotation(-angle), glyph.x, glyph.y);
      let best: { readonly item: number; readonly distance: number } | undefined;
      for (const row of [0, -4, 4])
        for (const item of buckets.get(key(font, angle, y + row)) ?? []) {
          const piece = items[item]!;
          const outside = Math.max(piece.x - x, x - piece.x - piece.width, 0);
          const distance = outside + Math.abs(piece.y - y) * 2;
          if (distance < size * 0.5 && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
            best = { item, distance };
        }
      if (best) letters[best.item]!.push({ glyph, face, x });
    }
  return letters;
}

type Part = { readonly item: Glyphs; readonly letters: readonly Letter[] };

function cut(item: Glyphs, letters: readonly Letter[], rules: readonly Box[]): Part[] {
  const between = (from: number, to: number) =>
    item.angle === 0 &&
    rules.some(
      ({ left, right, bottom, top }) =>
        right - left < 3 && left > from && left < to && bottom <= item.y && top >= item.y + item.size * 0.5,
    );
  const starts: number[] = [];
  let last: Letter | undefined;
  for (const [i, letter] of letters.entries()) {
    if (letter.glyph.length === 0) continue;
    if (last) {
      const end = last.x + (last.glyph.width / 1000) * item.size;
      if (
        letter.face.color !== last.face.color ||
        letter.face.hidden !== last.face.hidden ||
        between(end - 1, letter.x + 1)
      )
        starts.push(i);
    }
    last = letter;
  }
  const count = letters.reduce((sum, { glyph }) => sum + glyph.length, 0);
  const isInOrder = letters.every(({ x }, i) => i === 0 || x >= letters[i - 1]!.x);
  if (starts.length === 0 || !isInOrder || count !== item.text.replace(/\s/g, "").length) return [{ item, letters }];
  const parts: Part[] = [];
  let offset = 0;
  for (const [i, start] of [0, ...starts].entries()) {
    const own = letters.slice(start, starts[i]);
    let characters = own.reduce((sum, { glyph }) => sum + glyph.length, 0);
    let end = offset;
    while (end < item.text.length && characters > 0) if (!/\s/.test(item.text[end++]!)) characters--;
    while (end < item.text.length && /\s/.test(item.text[end]!)) end++;
    const { x } = own[0]!;
    const [final] = own.filter(({ glyph }) => glyph.length > 0).slice(-1);
    const right = final ? final.x + (final.glyph.width / 1000) * item.size : x;
    const text = item.text.slice(offset, i === starts.length ? undefined : end);
    parts.push({
      item: { ...item, text, x: i === 0 ? item.x : x, width: right - (i === 0 ? item.x : x) },
      letters: own,
    });
    offset = end;
  }
  return parts;
}

/** Maximum unterminated objects: damaged files have some, malicious ones thousands. */
const MAX_UNCLOSED = 500;

/** Rejects many unterminated objects: pdf.js reads each to the end. Linear. Throws {@link UnreadableFile}. */
function refuseUnclosed(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [begun, ended] = [count(file, " obj"), count(file, "endobj")];
  if (begun - ended <= MAX_UNCLOSED) return;
  throw new UnreadableFile("corrupt", "The PDF is damaged: most of its objects have no end.");
}

function count(file: Buffer, word: string): number {
  let found = 0;
  for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + word.length)) found++;
  return found;
}

/** Maximum operators of all pages; a page of text has some hundreds, a drawing some tens of thousands. */
const MAX_OPERATIONS = 10_000_000;

/** Minimum bytes of a page: each has a separate object, which needs more however it is compressed. */
const MIN_PAGE_BYTES = 20;
const FEW_PAGES = 1_000;

/** Throws {@link UnreadableFile} for more pages than the file's size allows: they do not exist, or are identical. */
function refuseFakePages(count: number, bytes: Uint8Array): void {
  if (count <= FEW_PAGES || count * MIN_PAGE_BYTES <= bytes.length) return;
  throw new UnreadableFile("hostile", "The PDF declares more pages than it has. Print it to a new PDF and send that.");
}

/** Converts the errors that pdf.js throws for damaged files, which are of many kinds. */
function unreadable(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  if (error instanceof Error && error.name === "PasswordException") {
    return new UnreadableFile(
      "encrypted",
      "The PDF is protected by a password. Save it without one and send it again.",
    );
  }
  return new UnreadableFile("corrupt", "The PDF is damaged and cannot be read.", { cause: error });
}
