import { inflateSync } from "node:zlib";
import { UnreadableFile } from "@/lib/formats/format";

/** Maximum unpacked bytes of one stream of operators or objects, and of all. Books have less than 1 MB per page. */
const MAX_STREAM_BYTES = 32 << 20;
const MAX_TOTAL_BYTES = 256 << 20;
const MAX_FILTERS = 8;

/** Maximum graphics states that a stream saves without restoring; pdf.js visits all of them at each operation. */
const MAX_OPEN_STATES = 1_000;

/** Maximum drawn forms and pictures of a document. pdf.js needs 0.2 ms per form; 2,059 documents had at most 990. */
const MAX_PAINTED = 20_000;

/** Columns of a predictor (ISO 32000-2, 7.4.4.4). */
const MAX_COLUMNS = 100_000;

/** Number of bytes before a stream in which its dictionary is searched. */
const DICTIONARY_BYTES = 2_000;

/**
 * Rejects streams that unpack to much more data than usual, before a library reads them. Fonts have a higher limit.
 * Pictures are not counted, because nothing unpacks them. Linear. Throws {@link UnreadableFile}.
 */
export function refuseBombs(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = MAX_TOTAL_BYTES;
  let painted = 0;
  for (let at = file.indexOf("stream"); at >= 0; ) {
    const start = at + 6;
    const end = file.indexOf("endstream", start);
    const dictionary = file.subarray(Math.max(0, at - DICTIONARY_BYTES), at).toString("latin1");
    const own = dictionary.slice(Math.max(0, dictionary.lastIndexOf(" obj")));
    const filters = own.match(/\/(?:\w+Decode|Fl|LZW|RL|AHx|A85)\b(?!Parms)/g) ?? [];
    const [, columns] = /\/Columns\s+(\d+)/.exec(own) ?? [];
    if (filters.length > MAX_FILTERS || Number(columns ?? 0) > MAX_COLUMNS) throw hostile();
    if (!/\/Subtype\s*\/Image\b/.test(own) && DEFLATED.test(filters[0] ?? "/Fl")) {
      const isFont = /\/Length1\b|\/Subtype\s*\/(?:Type1C|CIDFontType0C|OpenType)\b/.test(own);
      const limit = Math.min(left, isFont ? MAX_TOTAL_BYTES : MAX_STREAM_BYTES);
      const packed = file.subarray(dataStart(file, start), end < 0 ? undefined : end);
      const { data, size } = unpacked(packed, filters, limit);
      left -= size;
      if (!isFont) {
        refuseOpenStates(data);
        painted += paintedIn(data);
        if (painted > MAX_PAINTED) throw hostile("paints much more than a document does");
      }
    }
    at = end < 0 ? -1 : file.indexOf("stream", end + 9);
  }
}

const DEFLATED = /^\/(?:FlateDecode|Fl)$/;

/** A stream after its deflate filters (bombs have several), and the largest size on the way. */
function unpacked(packed: Uint8Array, filters: readonly string[], limit: number): { data: Uint8Array; size: number } {
  let data = packed;
  let size = 0;
  for (const filter of filters) {
    if (!DEFLATED.test(filter)) break;
    try {
      data = inflateSync(data, { maxOutputLength: Math.max(1, limit), finishFlush: 2 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw hostile();
      // The data are damaged or encrypted; PDF readers use the part that they can read.
      break;
    }
    size = Math.max(size, data.length);
  }
  return { data, size };
}

const SAVE = 113;
const RESTORE = 81;
const SPACES: ReadonlySet<number | undefined> = new Set([undefined, 9, 10, 13, 32]);

/** Throws {@link UnreadableFile} if more graphics states are open than {@link MAX_OPEN_STATES}. */
function refuseOpenStates(content: Uint8Array): void {
  let open = 0;
  for (let at = 0; at < content.length; at++) {
    const isSave = content[at] === SAVE;
    if (!isSave && content[at] !== RESTORE) continue;
    // Operators are between white space; texts seldom contain this letter as a word.
    if (!SPACES.has(content[at - 1]) || !SPACES.has(content[at + 1])) continue;
    open = isSave ? open + 1 : Math.max(0, open - 1);
    if (open > MAX_OPEN_STATES) throw hostile();
  }
}

/** Number of times that a stream paints a form or a picture: ` Do `. */
function paintedIn(content: Uint8Array): number {
  const operators = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  let count = 0;
  for (let at = operators.indexOf("Do"); at >= 0; at = operators.indexOf("Do", at + 2))
    if (SPACES.has(content[at - 1]) && SPACES.has(content[at + 2])) count += 1;
  return count;
}

/** Data begins after the line of the keyword. */
function dataStart(file: Buffer, at: number): number {
  if (file[at] === 13 && file[at + 1] === 10) return at + 2;
  return file[at] === 10 || file[at] === 13 ? at + 1 : at;
}

function hostile(does = "unpacks to much more data than a document has"): UnreadableFile {
  return new UnreadableFile("hostile", `The PDF ${does}. Print it to a new PDF and send that.`);
}
