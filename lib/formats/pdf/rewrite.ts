import type { PDFDict, PDFDocument, PDFObject, PDFRef } from "@cantoo/pdf-lib";
import { type FormatWarning, UnreadableFile } from "@/lib/formats/format";
import { languageDirection } from "@/lib/text/languages";
import type { Block } from "./blocks";
import { rightMargins } from "./blocks";
import { aligned, areasOf, type Fragment, piecesOf, placed, type Surroundings } from "./boxes";
import { compose, invert, rotation } from "./geometry";
import { type Laid, layOut, MissingLetters, type SetLine } from "./layout";
import type { Line, Piece } from "./line";
import type { PaintedGlyph } from "./painted";
import {
  lookupDict,
  type PagePlan,
  type PairedShow,
  planPage,
  type StreamPlan,
  UnexpectedContent,
} from "./painted-streams";
import { PdfFonts } from "./pdf-fonts";
import { loadPdfLib, pdfLib } from "./pdf-lib";
import type { PdfPage } from "./read";
import { numeral, rgb, showGlyphs, spacesOf, utf16, withoutGlyphs } from "./show-operators";
import { createTypesetter, type Typesetter } from "./typesetter";

/** A paragraph with its translation. */
export type Change = { readonly block: Block; readonly pieces: readonly Piece[] };

export type Rewritten = { readonly bytes: Uint8Array; readonly warnings: readonly FormatWarning[] };

/** Letters below this share of their original size are reported. */
const LEGIBLE = 0.7;

/**
 * Replaces paragraphs by their translations at the same position. Pages, pictures, drawings and forms are kept. Throws
 * {@link UnreadableFile}.
 */
export async function rewritePdf(
  bytes: Uint8Array,
  pages: readonly PdfPage[],
  blocks: readonly Block[],
  changes: readonly Change[],
  { target, title }: { readonly target: string; readonly title: string | null },
): Promise<Rewritten> {
  await loadPdfLib();
  const document = await load(bytes, pages.length);
  const seen = new Set<string>();
  const plans = pages.map(({ painted }, number) => plan(document, number, painted.root, seen));
  const surroundings = pages.map((page, number) => surroundingsOf(page, plans[number] ?? null, blocks, number));
  const left = new Set(plans.flatMap((found, number) => (found ? [] : [number])));
  const text = changes.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join("");
  const writer = new Writer(document, plans, await createTypesetter(target, text), target);
  const siblings = columnsOf(blocks);
  for (const change of changes) {
    const { block } = change;
    // A paragraph on two pages stays unchanged on both.
    if (block.lines.some(({ page }) => left.has(page))) {
      for (const { page } of block.lines) left.add(page);
      continue;
    }
    writer.replace(change, surroundings, siblings.get(columnKey(block)) ?? []);
  }
  await writer.finish();
  document.catalog.set(pdfLib().PDFName.of("Lang"), pdfLib().PDFHexString.fromText(target));
  if (title) document.setTitle(title);
  const signed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("/ByteRange");
  return {
    bytes: await document.save({ addDefaultPage: false, updateFieldAppearances: false }),
    warnings: [
      ...pagesWarning(
        "text_reduced",
        writer.reduced,
        "the translation is longer than the space for it and was written in much smaller letters than the original",
      ),
      ...pagesWarning(
        "part_skipped",
        [...left, ...writer.unplaced],
        "text could not be replaced and was left as it was",
      ),
      ...(signed
        ? [
            {
              code: "signature_invalid" as const,
              message: "The signatures of the PDF are no longer valid, because its text has changed.",
            },
          ]
        : []),
    ],
  };
}

async function load(bytes: Uint8Array, pageCount: number): Promise<PDFDocument> {
  try {
    const document = await pdfLib().PDFDocument.load(bytes, {
      updateMetadata: false,
      capNumbers: true,
      parseSpeed: Number.POSITIVE_INFINITY,
      ignoreEncryption: true,
    });
    if (document.isEncrypted)
      throw new UnreadableFile(
        "encrypted",
        "The PDF is protected against changes. Choose another output, such as docx, or remove the protection.",
      );
    // In a damaged page tree, this library may find fewer pages than pdf.js, which read them.
    if (document.getPages().length < pageCount) throw new RangeError("Pages are missing.");
    return document;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(
      "corrupt",
      "The PDF is damaged and cannot be written as a PDF. Choose another output, such as docx.",
      { cause: error },
    );
  }
}

function plan(
  document: PDFDocument,
  number: number,
  root: PdfPage["painted"]["root"],
  seen: Set<string>,
): PagePlan | null {
  try {
    return planPage(document, number, root, seen);
  } catch (error) {
    if (error instanceof UnexpectedContent) return null;
    throw error;
  }
}

const MAX_NAMED = 20;

/** A warning that lists pages, counted from 1. */
function pagesWarning(code: FormatWarning["code"], pages: Iterable<number>, what: string): FormatWarning[] {
  const numbers = [...new Set(pages)].sort((a, b) => a - b).map((page) => page + 1);
  if (numbers.length === 0) return [];
  const named = numbers.slice(0, MAX_NAMED).join(", ");
  const more = numbers.length > MAX_NAMED ? ` and ${numbers.length - MAX_NAMED} more` : "";
  const where = numbers.length === 1 ? `On page ${named}` : `On pages ${named}${more}`;
  return [{ code, count: numbers.length, message: `${where}, ${what}.` }];
}

function columnKey({ cell }: Block): string {
  return cell ? `${cell.table} ${cell.column}` : "";
}

function columnsOf(blocks: readonly Block[]): Map<string, Block[]> {
  const columns = new Map<string, Block[]>();
  for (const block of blocks) {
    if (!block.cell) continue;
    const column = columns.get(columnKey(block)) ?? [];
    column.push(block);
    columns.set(columnKey(block), column);
  }
  return columns;
}

function surroundingsOf(page: PdfPage, plan: PagePlan | null, blocks: readonly Block[], number: number): Surroundings {
  const lines = blocks.flatMap((block): readonly Line[] => block.lines.filter((line) => line.page === number));
  const glyphs = new Map<number, PaintedGlyph[]>();
  for (const { glyphs: shown } of page.painted.shown)
    for (const glyph of shown) {
      if (typeof glyph === "number" || glyph.item === undefined) continue;
      const own = glyphs.get(glyph.item) ?? [];
      own.push(glyph);
      glyphs.set(glyph.item, own);
    }
  return {
    pieces: piecesOf(page.items),
    rules: page.rules ?? [],
    pictures: plan?.pictures ?? [],
    view: page.view,
    lines,
    glyphs,
    margin: rightMargins(lines),
    areas: areasOf(lines),
  };
}

type Insertion = { readonly at: number; readonly content: string };

/** Collects the changes of all streams and writes them at the end. */
class Writer {
  readonly reduced = new Set<number>();
  readonly unplaced = new Set<number>();
  private readonly removed = new Set<PaintedGlyph>();
  private readonly insertions = new Map<StreamPlan, Insertion[]>();
  private readonly fontsOf = new Map<StreamPlan, Map<string, PDFRef>>();
  private readonly fonts: PdfFonts;
  /** The operators that show each piece of text on a page. */
  private readonly showsOf: readonly ReadonlyMap<number, readonly PairedShow[]>[];
  private readonly direction: "ltr" | "rtl";

  constructor(
    private readonly document: PDFDocument,
    private readonly plans: readonly (PagePlan | null)[],
    private readonly typesetter: Typesetter,
    private readonly target: string,
  ) {
    this.fonts = new PdfFonts(document);
    this.direction = languageDirection(target);
    this.showsOf = plans.map((plan) => {
      const items = new Map<number, PairedShow[]>();
      for (const show of plan?.shows ?? [])
        for (const glyph of show.shown.glyphs) {
          if (typeof glyph === "number" || glyph.item === undefined) continue;
          const own = items.get(glyph.item) ?? [];
          if (own.at(-1) !== show) own.push(show);
          items.set(glyph.item, own);
        }
      return items;
    });
  }

  replace({ block, pieces }: Change, surroundings: readonly Surroundings[], siblings: readonly Block[]): void {
    const { fragments, bullet, leader } = placed(block, surroundings, siblings);
    const anchors = fragments.map((fragment) => this.anchorOf(fragment));
    if (anchors.some((anchor) => anchor === null)) {
      for (const { page } of fragments) this.unplaced.add(page);
      return;
    }
    const text = pieces.map((piece) => piece.text).join("");
    const keepsBullet = bullet !== null && this.direction === "ltr" && text.trimStart().startsWith(bullet.text);
    const own = keepsBullet ? withoutStart(pieces, bullet.text) : pieces;
    const first = block.lines[0]!;
    const boxes = fragments.map(({ box, lines }) => {
      const flush =
        keepsBullet || !bullet ? box : { ...box, firstLeft: lines[0]!.x, left: Math.min(box.left, lines[0]!.x) };
      return aligned(flush, block.text, this.direction);
    });
    const laid = this.lay(own, boxes, first.size);
    const reach = endOf(laid.lines.at(-1));
    const kept = new Set([
      ...(keepsBullet ? bullet.glyphs : []),
      ...leader.filter(({ x }) => x > reach + first.size * 0.3),
    ]);
    if (laid.scale < LEGIBLE) for (const { page } of fragments) this.reduced.add(page);
    const items = new Map<number, Set<number>>();
    for (const { page, items: of } of block.lines)
      for (const item of of) items.set(page, (items.get(page) ?? new Set()).add(item));
    for (const [page, set] of items)
      for (const item of set)
        for (const glyph of surroundings[page]!.glyphs.get(item) ?? []) if (!kept.has(glyph)) this.removed.add(glyph);
    for (const [index, fragment] of fragments.entries()) {
      const anchor = anchors[index]!;
      if (anchor.stream.isRepeated) continue;
      const lines = laid.lines.filter((line) => line.box === index);
      if (lines.length > 0 || anchor.shown.face.hidden) {
        const from = keepsBullet && index === 0 ? bullet.x : undefined;
        this.insert(anchor, this.paint(anchor, fragment, lines, from));
      }
    }
  }

  /** Removes the old letters, inserts the new letters and embeds their fonts. */
  async finish(): Promise<void> {
    await this.fonts.embed();
    for (const [number, plan] of this.plans.entries())
      for (const stream of plan?.streams ?? []) if (!stream.isRepeated) this.write(number, stream);
  }

  private lay(pieces: readonly Piece[], boxes: readonly Fragment["box"][], size: number): Laid {
    try {
      return layOut(this.typesetter, pieces, boxes, size, this.direction);
    } catch (error) {
      if (!(error instanceof MissingLetters)) throw error;
      throw new UnreadableFile(
        "missing_font",
        `No font on the server has letters of the target language (${this.target}): ${error.letters.slice(0, 5).join(" ")}. Install one (Debian: fonts-noto-core, fonts-droid-fallback), or choose another output, such as docx.`,
      );
    }
  }

  /** The operator that shows the first letter of a fragment. */
  private anchorOf({ page, lines }: Fragment): PairedShow | null {
    for (const line of lines)
      for (const item of line.items) {
        const [show] = this.showsOf[page]!.get(item) ?? [];
        if (show) return show;
      }
    return null;
  }

  private insert({ stream, after }: PairedShow, content: string): void {
    const own = this.insertions.get(stream) ?? [];
    own.push({ at: after, content });
    this.insertions.set(stream, own);
  }

  /** @param from Start of the text after a kept bullet. */
  private paint(
    anchor: PairedShow,
    { angle, lines: originals, page }: Fragment,
    lines: readonly SetLine[],
    from?: number,
  ): string {
    const inverse = invert(anchor.shown.matrix);
    if (!inverse) {
      this.unplaced.add(page);
      return "";
    }
    const matrix = angle === 0 ? inverse : compose(inverse, rotation(angle));
    const out = [`q ${matrix.map(numeral).join(" ")} cm`];
    const { hidden } = anchor.shown.face;
    // Recognised text is invisible over its picture, so the picture of the letters is covered.
    if (hidden)
      for (const [i, { x: start, y, right, size }] of originals.entries()) {
        const x = i === 0 && from !== undefined ? from : start;
        out.push(
          `1 g ${[x - 1, y - size * 0.25, right - x + 1 + size * 0.6, size * 1.25].map(numeral).join(" ")} re f`,
        );
      }
    out.push("BT 0 Tc 0 Tw 100 Tz 0 Ts 0 Tr");
    const colors = this.colorsOf(originals, page, anchor.stream);
    let color = "";
    let font = "";
    for (const line of lines) {
      let { x } = line;
      for (const { run, text, style, size, rise } of line.runs) {
        const wanted = hidden ? "0 g" : (colors.get(style.face.color) ?? rgb(style.face.color));
        if (wanted !== color) out.push(wanted);
        color = wanted;
        const name = this.fonts.nameOf(run.font);
        const own = this.fontsOf.get(anchor.stream) ?? new Map<string, PDFRef>();
        own.set(name, this.fonts.refOf(run.font));
        this.fontsOf.set(anchor.stream, own);
        const setting = `/${name} ${numeral(size)} Tf`;
        if (setting !== font) out.push(setting);
        font = setting;
        const isCopied = run.font.use(run, text);
        out.push(`1 0 0 1 ${numeral(x)} ${numeral(line.y + rise)} Tm`);
        const spaces = line.stretch > 0 ? spacesOf(text) : null;
        const shown = showGlyphs(run, size, spaces ? (line.stretch / size) * 1000 : 0, spaces);
        out.push(isCopied ? shown : `/Span << /ActualText <${utf16(text)}> >> BDC ${shown} EMC`);
        x += (run.width / 1000) * size + (spaces?.size ?? 0) * line.stretch;
      }
    }
    out.push("ET Q");
    return `\n${out.join("\n")}\n`;
  }

  /** The operators that set the colours of a fragment's letters in its stream. */
  private colorsOf(lines: readonly Line[], page: number, stream: StreamPlan): Map<string, string> {
    const colors = new Map<string, string>();
    for (const { items } of lines)
      for (const item of items)
        for (const show of this.showsOf[page]!.get(item) ?? [])
          if (show.stream === stream && show.color && !colors.has(show.shown.face.color))
            colors.set(show.shown.face.color, show.color);
    return colors;
  }

  private write(number: number, stream: StreamPlan): void {
    const edits: { start: number; end: number; content: string }[] = [];
    const changed = new Set<PairedShow>();
    for (const show of stream.shows) {
      const content = withoutGlyphs(show, this.removed);
      if (content === null) continue;
      changed.add(show);
      edits.push({ start: show.operation.start, end: show.operation.end, content });
    }
    for (const { start, end, shows } of stream.replaced) {
      if (!shows.some((show) => changed.has(show))) continue;
      const raw = Buffer.from(stream.bytes.subarray(start, end)).toString("latin1");
      edits.push({
        start,
        end,
        content: raw.replace(/\/ActualText\s*(?:<[^>]*>|\((?:\\[\s\S]|[^\\()]|\([^()]*\))*\))/, ""),
      });
    }
    for (const { at, content } of this.insertions.get(stream) ?? []) edits.push({ start: at, end: at, content });
    if (edits.length === 0) return;
    // Insertions at one position keep their order.
    edits.sort((a, b) => a.start - b.start);
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const { start, end, content } of edits) {
      parts.push(stream.bytes.subarray(from, start), Buffer.from(content, "latin1"));
      from = end;
    }
    parts.push(stream.bytes.subarray(from));
    this.store(number, stream, Buffer.concat(parts));
  }

  private store(number: number, stream: StreamPlan, content: Uint8Array): void {
    const { context } = this.document;
    const resources = stream.resources ? stream.resources.clone(context) : context.obj({});
    const fonts = lookupDict(resources, "Font")?.clone(context) ?? pdfLib().PDFDict.withContext(context);
    for (const [name, ref] of this.fontsOf.get(stream) ?? []) fonts.set(pdfLib().PDFName.of(name), ref);
    resources.set(pdfLib().PDFName.of("Font"), fonts);
    if (stream.form === null) {
      const { node } = this.document.getPage(number);
      node.set(pdfLib().PDFName.of("Contents"), context.register(context.flateStream(content)));
      node.set(pdfLib().PDFName.of("Resources"), resources);
      return;
    }
    const { dict } = context.lookup(stream.form) as PDFObject & { dict: PDFDict };
    const written = context.flateStream(content);
    for (const [key, value] of dict.entries())
      if (!["/Filter", "/DecodeParms", "/Length", "/DL"].includes(key.toString())) written.dict.set(key, value);
    written.dict.set(pdfLib().PDFName.of("Resources"), resources);
    context.assign(stream.form, written);
  }
}

/** The pieces without the mark at their start. */
function withoutStart(pieces: readonly Piece[], start: string): Piece[] {
  let rest = start.length;
  const out: Piece[] = [];
  for (const piece of pieces) {
    let { text } = piece;
    if (out.length === 0) {
      text = text.trimStart();
      const cut = Math.min(rest, text.length);
      text = text.slice(cut);
      rest -= cut;
      if (rest === 0) text = text.trimStart();
      if (!text) continue;
    }
    out.push({ ...piece, text });
  }
  return out;
}

/** Right end of a line. */
function endOf(line: SetLine | undefined): number {
  if (!line) return Number.NEGATIVE_INFINITY;
  return line.runs.reduce((x, { run, size }) => x + (run.width / 1000) * size, line.x);
}
