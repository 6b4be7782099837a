import { inflateSync } from "node:zlib";
import { UnreadableFile } from "@/lib/formats/format";

/** Unpacked bytes of one stream of operators or objects, and of all together. Books have less than 1 MB a page. */
const MAX_STREAM_BYTES = 32 << 20;
const MAX_TOTAL_BYTES = 256 << 20;
const MAX_FILTERS = 8;

/** Columns of a predictor (ISO 32000-2, 7.4.4.4). */
const MAX_COLUMNS = 100_000;

/** Bytes before a stream that are searched for its dictionary. */
const DICTIONARY_BYTES = 2_000;

/**
 * Refuses streams that unpack to much more than documents have, before a library reads them. Pictures are not counted,
 * because nothing unpacks them; fonts are, but may be larger. Linear. Throws {@link UnreadableFile}.
 */
export function refuseBombs(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = MAX_TOTAL_BYTES;
  for (let at = file.indexOf("stream"); at >= 0; ) {
    const start = at + 6;
    const end = file.indexOf("endstream", start);
    const dictionary = file.subarray(Math.max(0, at - DICTIONARY_BYTES), at).toString("latin1");
    const own = dictionary.slice(Math.max(0, dictionary.lastIndexOf(" obj")));
    const filters = own.match(/\/(?:\w+Decode|Fl|LZW|RL|AHx|A85)\b(?!Parms)/g) ?? [];
    const [, columns] = /\/Columns\s+(\d+)/.exec(own) ?? [];
    if (filters.length > MAX_FILTERS || Number(columns ?? 0) > MAX_COLUMNS) throw hostile();
    if (!/\/Subtype\s*\/Image\b/.test(own) && /^\/(?:FlateDecode|Fl)$/.test(filters[0] ?? "")) {
      const isFont = /\/Length1\b|\/Subtype\s*\/(?:Type1C|CIDFontType0C|OpenType)\b/.test(own);
      const limit = Math.min(left, isFont ? MAX_TOTAL_BYTES : MAX_STREAM_BYTES);
      left -= unpackedSize(file.subarray(dataStart(file, start), end < 0 ? undefined : end), filters, limit);
    }
    at = end < 0 ? -1 : file.indexOf("stream", end + 9);
  }
}

/** Size of a stream behind its filters for deflated data, which follow each other in bombs. */
function unpackedSize(data: Uint8Array, filters: readonly string[], limit: number): number {
  let unpacked = data;
  let size = 0;
  for (const filter of filters) {
    if (!/^\/(?:FlateDecode|Fl)$/.test(filter)) break;
    try {
      unpacked = inflateSync(unpacked, { maxOutputLength: Math.max(1, limit), finishFlush: 2 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw hostile();
      // Damaged or encrypted data: readers take what they can.
      break;
    }
    size = Math.max(size, unpacked.length);
  }
  return size;
}

/** Data begins behind the end of the keyword's line. */
function dataStart(file: Buffer, at: number): number {
  if (file[at] === 13 && file[at + 1] === 10) return at + 2;
  return file[at] === 10 || file[at] === 13 ? at + 1 : at;
}

function hostile(): UnreadableFile {
  return new UnreadableFile(
    "hostile",
    "The PDF unpacks to much more data than a document has. Print it to a new PDF and send that.",
  );
}
