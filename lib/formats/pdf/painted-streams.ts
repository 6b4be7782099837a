import { inflateSync } from "node:zlib";
import type { PDFDict, PDFDocument, PDFRef, PDFStream } from "@cantoo/pdf-lib";
import { type Operation, operationsOf } from "./content-stream";
import { apply, type Box, compose, IDENTITY, type Matrix } from "./geometry";
import type { PaintedStream, Shown } from "./painted";
import { pdfLib } from "./pdf-lib";

/** An operator that shows text, with its place in its stream. */
export type PairedShow = {
  readonly shown: Shown;
  readonly operation: Operation;
  readonly stream: StreamPlan;
  /** The operators that set its colour, if they stand in the same stream. */
  readonly color: string | null;
  /** Offset behind the text object that has it, where other operators may be inserted. */
  after: number;
};

/** A stretch of text with a replacement for its letters (ISO 32000-2, 14.9.4). */
export type Replaced = { readonly start: number; readonly end: number; readonly shows: PairedShow[] };

/** A content stream of the document: the contents of a page or a form. */
export type StreamPlan = {
  readonly bytes: Uint8Array;
  /** Null for the contents of a page. */
  readonly form: PDFRef | null;
  readonly resources: PDFDict | undefined;
  readonly shows: PairedShow[];
  readonly replaced: Replaced[];
  /** A form that was painted before; its second painting changes nothing. */
  readonly isRepeated: boolean;
};

export type PagePlan = {
  readonly streams: readonly StreamPlan[];
  readonly shows: readonly PairedShow[];
  readonly pictures: readonly Box[];
};

/** The content of a page does not show what was read from it. */
export class UnexpectedContent extends Error {
  override readonly name = "UnexpectedContent";
}

const MAX_STREAM_BYTES = 64 << 20;
const MAX_DEPTH = 20;

/** Finds the operators that show the text of a page. Throws {@link UnexpectedContent}. */
export function planPage(document: PDFDocument, number: number, root: PaintedStream, seen: Set<string>): PagePlan {
  const { node } = document.getPage(number);
  const streams: StreamPlan[] = [];
  const shows: PairedShow[] = [];
  const pictures: Box[] = [];
  const begun: string[] = [];
  try {
    walk({ bytes: contentsOf(document, number), form: null, resources: node.Resources() }, root, IDENTITY, 0);
  } catch (error) {
    for (const form of begun) seen.delete(form);
    throw error instanceof UnexpectedContent
      ? error
      : new UnexpectedContent("A content stream cannot be read.", { cause: error });
  }
  return { streams, shows, pictures };

  function walk(
    { bytes, form, resources }: Pick<StreamPlan, "bytes" | "form" | "resources">,
    { content }: PaintedStream,
    start: Matrix,
    depth: number,
  ): void {
    if (depth > MAX_DEPTH) throw new UnexpectedContent("Forms are nested too deeply.");
    const isRepeated = form !== null && seen.has(form.tag);
    if (form && !isRepeated) {
      seen.add(form.tag);
      begun.push(form.tag);
    }
    const stream: StreamPlan = { bytes, form, resources, shows: [], replaced: [], isRepeated };
    streams.push(stream);
    const saved: { matrix: Matrix; space: string; color: string | null }[] = [];
    const marks: ((Replaced & { end: number }) | null)[] = [];
    let state = { matrix: start, space: "", color: null as string | null };
    let waiting: PairedShow[] = [];
    let next = 0;
    const raw = ({ start: from, end }: Operation) => Buffer.from(bytes.subarray(from, end)).toString("latin1");
    for (const operation of operationsOf(bytes)) {
      switch (operation.name) {
        case "q":
          saved.push({ ...state });
          break;
        case "Q":
          state = saved.pop() ?? state;
          break;
        case "cm":
          state.matrix = compose(state.matrix, numbers(operation) as unknown as Matrix);
          break;
        case "g":
        case "rg":
        case "k":
          state.color = raw(operation);
          break;
        case "cs":
          state.space = raw(operation);
          state.color = state.space;
          break;
        case "sc":
        case "scn":
          state.color = `${state.space} ${raw(operation)}`;
          break;
        case "BDC":
        case "BMC":
          marks.push(
            raw(operation).includes("/ActualText") ? { start: operation.start, end: operation.end, shows: [] } : null,
          );
          break;
        case "EMC": {
          const mark = marks.pop();
          if (mark) stream.replaced.push(mark);
          break;
        }
        case "ET":
          for (const show of waiting) show.after = operation.end;
          waiting = [];
          break;
        case "Tj":
        case "TJ":
        case "'":
        case '"': {
          const shown = content[next++];
          if (shown?.kind !== "shown") throw new UnexpectedContent("Text is painted that was not read.");
          const show: PairedShow = { shown, operation, stream, color: state.color, after: bytes.length };
          for (const mark of marks) mark?.shows.push(show);
          stream.shows.push(show);
          shows.push(show);
          waiting.push(show);
          break;
        }
        case "Do":
          paint(operation);
          break;
      }
    }
    if (next !== content.length) throw new UnexpectedContent("Text was read that is not painted.");

    function paint({ operands }: Operation): void {
      const [name] = operands.slice(-1);
      if (name?.kind !== "name") return;
      const entry = lookupDict(resources, "XObject")?.get(pdfLib().PDFName.of(name.value));
      const object = entry instanceof pdfLib().PDFRef ? document.context.lookup(entry) : entry;
      if (!(object instanceof pdfLib().PDFStream)) return;
      const subtype = object.dict.lookup(pdfLib().PDFName.of("Subtype"));
      if (subtype === pdfLib().PDFName.of("Image")) {
        pictures.push(unitSquare(state.matrix));
        return;
      }
      if (subtype !== pdfLib().PDFName.of("Form")) return;
      const child = content[next++];
      if (child?.kind !== "stream" || !(entry instanceof pdfLib().PDFRef))
        throw new UnexpectedContent("A form was not read.");
      const matrix = matrixOf(object.dict);
      walk(
        { bytes: decoded(object), form: entry, resources: lookupDict(object.dict, "Resources") ?? resources },
        child,
        matrix ? compose(state.matrix, matrix) : state.matrix,
        depth + 1,
      );
    }
  }
}

/** A dictionary inside another one; undefined if there is none or it is of another type. */
export function lookupDict(dict: PDFDict | undefined, name: string): PDFDict | undefined {
  const found = dict?.lookup(pdfLib().PDFName.of(name));
  return found instanceof pdfLib().PDFDict ? found : undefined;
}

function numbers({ operands }: Operation): number[] {
  const found = operands.slice(-6).map((operand) => (operand.kind === "number" ? operand.value : 0));
  return found.length === 6 ? found : [...IDENTITY];
}

function matrixOf(dict: PDFDict): Matrix | null {
  const found = dict.lookup(pdfLib().PDFName.of("Matrix"));
  if (!(found instanceof pdfLib().PDFArray)) return null;
  const values = found.asArray().map((value) => (value instanceof pdfLib().PDFNumber ? value.asNumber() : 0));
  return values.length === 6 ? (values as unknown as Matrix) : null;
}

function unitSquare(matrix: Matrix): Box {
  const corners = [apply(matrix, 0, 0), apply(matrix, 1, 0), apply(matrix, 0, 1), apply(matrix, 1, 1)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

/** The content of a page: its streams are one (ISO 32000-2, 7.8.2). */
export function contentsOf(document: PDFDocument, number: number): Uint8Array {
  const contents = document.getPage(number).node.Contents();
  if (!contents) return new Uint8Array();
  if (contents instanceof pdfLib().PDFStream) return decoded(contents);
  const parts = contents.asArray().flatMap((entry) => {
    const stream = document.context.lookup(entry);
    return stream instanceof pdfLib().PDFStream ? [decoded(stream), Buffer.from("\n")] : [];
  });
  return Buffer.concat(parts);
}

function decoded(stream: PDFStream): Uint8Array {
  const filter = stream.dict.lookup(pdfLib().PDFName.of("Filter"));
  if (!filter) return stream.getContents();
  const names = filter instanceof pdfLib().PDFArray ? filter.asArray() : [filter];
  if (
    names.length === 1 &&
    names[0] === pdfLib().PDFName.of("FlateDecode") &&
    !stream.dict.lookup(pdfLib().PDFName.of("DecodeParms"))
  ) {
    try {
      return inflateSync(stream.getContents(), { maxOutputLength: MAX_STREAM_BYTES });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw error;
      // Readers forgive a damaged end of a stream, as the following decoder does.
    }
  }
  if (!(stream instanceof pdfLib().PDFRawStream)) return stream.getContents();
  return pdfLib().decodePDFRawStream(stream).decode();
}
