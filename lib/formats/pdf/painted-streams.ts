import { inflateSync } from "node:zlib";
import type { PDFDict, PDFDocument, PDFRef, PDFStream } from "@cantoo/pdf-lib";
import { type Operation, operationsOf } from "./content-stream";
import { apply, type Box, compose, IDENTITY, type Matrix } from "./geometry";
import type { PaintedStream, Shown } from "./painted";
import { pdfLib } from "./pdf-lib";

/** An operator that shows text, with its position in its stream. */
export type PairedShow = {
  readonly shown: Shown;
  readonly operation: Operation;
  readonly stream: StreamPlan;
  /** The operators that set its colour, if they are in the same stream. */
  readonly color: string | null;
  /** Offset after its text object, where other operators may be inserted. */
  after: number;
};

/** A range of text with a replacement for its letters (ISO 32000-2, 14.9.4). */
export type Replaced = { readonly start: number; readonly end: number; readonly shows: PairedShow[] };

/** A content stream of the document: the contents of a page, or a form. */
export type StreamPlan = {
  readonly bytes: Uint8Array;
  /** Null for the contents of a page. */
  readonly form: PDFRef | null;
  readonly resources: PDFDict | undefined;
  readonly shows: PairedShow[];
  readonly replaced: Replaced[];
  /** A form that was already drawn; drawing it again changes nothing. */
  readonly isRepeated: boolean;
};

export type PagePlan = {
  readonly streams: readonly StreamPlan[];
  readonly shows: readonly PairedShow[];
  readonly pictures: readonly Box[];
};

/** The operators of a page don't show the text that was read from it. */
export class UnexpectedContent extends Error {
  override readonly name = "UnexpectedContent";
}

const MAX_STREAM_BYTES = 64 << 20;
const MAX_DEPTH = 20;

/** Finds the operators that show the text of a page. Throws {@link UnexpectedContent}. */
export function planPage(document: PDFDocument, number: number, root: PaintedStream, seen: Set<string>): PagePlan {
  const planner = new Planner(document, seen);
  const resources = document.getPage(number).node.Resources();
  try {
    planner.walk({ bytes: contentsOf(document, number), form: null, resources }, root, IDENTITY, 0);
  } catch (error) {
    planner.forget();
    throw error instanceof UnexpectedContent
      ? error
      : new UnexpectedContent("A content stream cannot be read.", { cause: error });
  }
  return planner;
}

type StreamContent = Pick<StreamPlan, "bytes" | "form" | "resources">;

class Planner implements PagePlan {
  readonly streams: StreamPlan[] = [];
  readonly shows: PairedShow[] = [];
  readonly pictures: Box[] = [];
  readonly #begun: string[] = [];

  constructor(
    private readonly document: PDFDocument,
    private readonly seen: Set<string>,
  ) {}

  /** Forgets the forms of a page that failed. */
  forget(): void {
    for (const form of this.#begun) this.seen.delete(form);
  }

  walk(source: StreamContent, { content }: PaintedStream, start: Matrix, depth: number): void {
    if (depth > MAX_DEPTH) throw new UnexpectedContent("Forms are nested too deeply.");
    const stream: StreamPlan = { ...source, shows: [], replaced: [], isRepeated: this.#isRepeated(source.form) };
    this.streams.push(stream);
    const state = new StreamState(source.bytes, start);
    const read = content.values();
    for (const operation of operationsOf(source.bytes)) {
      if (state.apply(operation, stream)) continue;
      if (SHOWS_TEXT.has(operation.name)) this.#show(operation, stream, state, read.next().value);
      else if (operation.name === "Do") this.#paint(operation, source.resources, state.matrix, read, depth);
    }
    if (!read.next().done) throw new UnexpectedContent("A text was read that is not drawn.");
  }

  #isRepeated(form: StreamContent["form"]): boolean {
    if (form === null) return false;
    if (this.seen.has(form.tag)) return true;
    this.seen.add(form.tag);
    this.#begun.push(form.tag);
    return false;
  }

  #show(
    operation: Operation,
    stream: StreamPlan,
    state: StreamState,
    shown: PaintedStream["content"][number] | undefined,
  ) {
    if (shown?.kind !== "shown") throw new UnexpectedContent("A drawn text was not read.");
    const show: PairedShow = { shown, operation, stream, color: state.color, after: stream.bytes.length };
    state.note(show);
    stream.shows.push(show);
    this.shows.push(show);
  }

  /** Paints a picture, or processes a form. */
  #paint(
    { operands }: Operation,
    resources: StreamContent["resources"],
    at: Matrix,
    read: Iterator<PaintedStream["content"][number], undefined>,
    depth: number,
  ): void {
    const [name] = operands.slice(-1);
    if (name?.kind !== "name") return;
    const entry = lookupDict(resources, "XObject")?.get(pdfLib().PDFName.of(name.value));
    const object = entry instanceof pdfLib().PDFRef ? this.document.context.lookup(entry) : entry;
    if (!(object instanceof pdfLib().PDFStream)) return;
    const subtype = object.dict.lookup(pdfLib().PDFName.of("Subtype"));
    if (subtype === pdfLib().PDFName.of("Image")) this.pictures.push(unitSquare(at));
    if (subtype !== pdfLib().PDFName.of("Form")) return;
    const child = read.next().value;
    if (child?.kind !== "stream" || !(entry instanceof pdfLib().PDFRef))
      throw new UnexpectedContent("A form was not read.");
    const matrix = matrixOf(object.dict);
    const form = { bytes: decoded(object), form: entry, resources: lookupDict(object.dict, "Resources") ?? resources };
    this.walk(form, child, matrix ? compose(at, matrix) : at, depth + 1);
  }
}

/** Operators that show text (ISO 32000-1, table 109). */
const SHOWS_TEXT: ReadonlySet<string> = new Set(["Tj", "TJ", "'", '"']);

/** State that operators of a content stream set for the following ones. */
class StreamState {
  #state: { matrix: Matrix; space: string; color: string | null };
  readonly #saved: { matrix: Matrix; space: string; color: string | null }[] = [];
  readonly #marks: ((Replaced & { end: number }) | null)[] = [];
  #waiting: PairedShow[] = [];

  constructor(
    private readonly bytes: Uint8Array,
    start: Matrix,
  ) {
    this.#state = { matrix: start, space: "", color: null };
  }

  get matrix(): Matrix {
    return this.#state.matrix;
  }

  get color(): string | null {
    return this.#state.color;
  }

  /** A show operator belongs to the open marked content, and to its text object until that ends. */
  note(show: PairedShow): void {
    for (const mark of this.#marks) mark?.shows.push(show);
    this.#waiting.push(show);
  }

  /** Whether the operator changes the state; others draw or are irrelevant. */
  apply(operation: Operation, stream: StreamPlan): boolean {
    const state = this.#state;
    switch (operation.name) {
      case "q":
        this.#saved.push({ ...state });
        return true;
      case "Q":
        this.#state = this.#saved.pop() ?? state;
        return true;
      case "cm":
        state.matrix = compose(state.matrix, numbers(operation) as readonly number[] as Matrix);
        return true;
      case "g":
      case "rg":
      case "k":
        state.color = this.#raw(operation);
        return true;
      case "cs":
        state.space = this.#raw(operation);
        state.color = state.space;
        return true;
      case "sc":
      case "scn":
        state.color = `${state.space} ${this.#raw(operation)}`;
        return true;
      case "BDC":
      case "BMC":
        this.#begin(operation);
        return true;
      case "EMC": {
        const mark = this.#marks.pop();
        if (mark) stream.replaced.push(mark);
        return true;
      }
      case "ET":
        for (const show of this.#waiting) show.after = operation.end;
        this.#waiting = [];
        return true;
      default:
        return false;
    }
  }

  #begin(operation: Operation): void {
    const isReplaced = this.#raw(operation).includes("/ActualText");
    this.#marks.push(isReplaced ? { start: operation.start, end: operation.end, shows: [] } : null);
  }

  #raw({ start, end }: Operation): string {
    return Buffer.from(this.bytes.subarray(start, end)).toString("latin1");
  }
}

/** A dictionary within another one; undefined if it is missing or has another type. */
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
  return values.length === 6 ? (values as readonly number[] as Matrix) : null;
}

function unitSquare(matrix: Matrix): Box {
  const corners = [apply(matrix, 0, 0), apply(matrix, 1, 0), apply(matrix, 0, 1), apply(matrix, 1, 1)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

/** The content of a page, whose streams are joined (ISO 32000-2, 7.8.2). */
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
      // PDF readers accept a damaged end of a stream, and so does the decoder below.
    }
  }
  if (!(stream instanceof pdfLib().PDFRawStream)) return stream.getContents();
  return pdfLib().decodePDFRawStream(stream).decode();
}
