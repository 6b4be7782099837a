import type { PDFDocument } from "@cantoo/pdf-lib";
import { type Operation, operationsOf } from "./content-stream";
import { compose, type Matrix } from "./geometry";
import { contentsOf } from "./painted-streams";
import { loadPdfLib, pdfLib } from "./pdf-lib";

/** Pages tilted by fewer degrees count as level. */
const LEVEL = 0.05;

/** Measuring error of the direction of a few letters, in degrees; within it they get the direction of their page. */
const INACCURACY = 3;
const MAX_SHORT_BYTES = 80;

/**
 * Rotates the pages of a recognised PDF so that most of their text is level and runs from left to right. Pages may have
 * been scanned askew, sideways or upside down. Returns the same bytes if all are level.
 */
export async function straighten(bytes: Uint8Array): Promise<Uint8Array> {
  await loadPdfLib();
  const document = await pdfLib().PDFDocument.load(bytes, { updateMetadata: false });
  let isChanged = false;
  for (const number of document.getPageIndices()) {
    const content = contentsOf(document, number);
    const texts = textsOf(content);
    const tilt = tiltOf(texts);
    const isLevel = Math.abs(tilt) < LEVEL;
    const leveled = levelShort(content, texts, tilt);
    if (isLevel && leveled === content) continue;
    turn(document, number, leveled, isLevel ? 0 : tilt);
    isChanged = true;
  }
  return isChanged ? document.save({ useObjectStreams: false, addDefaultPage: false }) : bytes;
}

/** Text after an operator that sets its direction, in degrees. Its strings have one or two bytes per letter. */
type Text = { readonly operation: Operation; readonly matrix: Matrix; readonly angle: number; bytes: number };

function textsOf(content: Uint8Array): Text[] {
  const texts: Text[] = [];
  for (const operation of operationsOf(content)) {
    const { name, operands } = operation;
    if (name === "Tm") {
      const matrix = operands.flatMap((operand) => (operand.kind === "number" ? operand.value : []));
      if (matrix.length !== 6) continue;
      const [a, b] = matrix as readonly number[] as Matrix;
      const angle = (Math.atan2(b, a) * 180) / Math.PI;
      texts.push({ operation, matrix: matrix as readonly number[] as Matrix, angle, bytes: 0 });
    } else if (name === "Tj" || name === "TJ") {
      const strings = operands.flatMap((operand) => (operand.kind === "array" ? operand.items : [operand]));
      const text = texts.at(-1);
      for (const one of strings) if (one.kind === "string" && text) text.bytes += one.bytes.length;
    }
  }
  return texts;
}

/** The direction of most of a page's text in degrees: the median of its letters. 0 without text. */
function tiltOf(texts: readonly Text[]): number {
  // Rotated text is measured from its quarter turn, because -180 and 180 are the same direction.
  const quarter = mostFrequentQuarter(texts);
  const near = texts.map(({ angle, bytes }) => ({ off: remainder(angle - quarter), bytes }));
  near.sort((one, other) => one.off - other.off);
  let rest = near.reduce((sum, { bytes }) => sum + bytes, 0) / 2;
  for (const { off, bytes } of near) {
    rest -= bytes;
    if (rest <= 0) return remainder(quarter + off);
  }
  return 0;
}

function mostFrequentQuarter(texts: readonly Text[]): number {
  const quarters = new Map<number, number>();
  for (const { angle, bytes } of texts) {
    const quarter = (Math.round(angle / 90) * 90 + 360) % 360;
    quarters.set(quarter, (quarters.get(quarter) ?? 0) + bytes);
  }
  return [...quarters].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

/** The same direction in the range from -180 to below 180. */
function remainder(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}

/** The content with the page's direction for short texts that nearly have it. */
function levelShort(content: Uint8Array, texts: readonly Text[], tilt: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { operation, matrix, angle, bytes } of texts) {
    const off = Math.abs(remainder(angle - tilt));
    if (bytes > MAX_SHORT_BYTES || off < LEVEL || off > INACCURACY) continue;
    const [a, b, c, d, e, f] = matrix;
    const [x, y, width, height] = [...direction(tilt), Math.hypot(a, b), Math.hypot(c, d)] as const;
    const level: Matrix = [x * width, y * width, -y * height, x * height, e, f];
    pieces.push(content.subarray(from, operation.start), Buffer.from(`${written(level)} Tm`));
    from = operation.end;
  }
  return pieces.length === 0 ? content : Buffer.concat([...pieces, content.subarray(from)]);
}

function direction(degrees: number): [number, number] {
  return [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
}

function written(matrix: Matrix): string {
  return matrix.map((value) => value.toFixed(6)).join(" ");
}

/** Replaces a page by `content`, rotated back by an angle around the middle of the page. */
function turn(document: PDFDocument, number: number, content: Uint8Array, angle: number): void {
  const page = document.getPage(number);
  const { x, y, width, height } = page.getMediaBox();
  const isUpended = Math.round(angle / 90) % 2 !== 0;
  const [newWidth, newHeight] = isUpended ? [height, width] : [width, height];
  const [cos, sin] = direction(-angle);
  const toMiddle: Matrix = [1, 0, 0, 1, -x - width / 2, -y - height / 2];
  const matrix = compose([cos, sin, -sin, cos, newWidth / 2, newHeight / 2], toMiddle);
  const turned = Buffer.concat([Buffer.from(`q ${written(matrix)} cm\n`), content, Buffer.from("\nQ")]);
  const { context } = document;
  page.node.set(pdfLib().PDFName.of("Contents"), context.register(context.flateStream(turned)));
  page.setMediaBox(0, 0, newWidth, newHeight);
}
