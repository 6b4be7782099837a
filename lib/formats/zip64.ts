/** The zip64 extensions of archives (PKWARE APPNOTE 4.3.14, 4.5.3), which some programs also write for small files. */

const END64 = 0x06064b50;
const LOCATOR = 0x07064b50;
const EXTRA = 1;
const UNSAID = 0xffffffff;

export type Directory = { readonly count: number; readonly start: number; readonly size: number; readonly end: number };

/** Position of the central directory, from the end record at `endStart` and zip64's before it. Null if damaged. */
export function directoryOf(bytes: Buffer, endStart: number): Directory | null {
  const plain = {
    count: bytes.readUInt16LE(endStart + 10),
    size: bytes.readUInt32LE(endStart + 12),
    start: bytes.readUInt32LE(endStart + 16),
    end: endStart,
  };
  const locator = endStart - 20;
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR)
    return plain.count === 0xffff || plain.start === UNSAID ? null : plain;
  const end = longAt(bytes, locator + 8);
  if (end + 56 > locator || bytes.readUInt32LE(end) !== END64 || end + 12 + longAt(bytes, end + 4) !== locator)
    return null;
  return { count: longAt(bytes, end + 32), size: longAt(bytes, end + 40), start: longAt(bytes, end + 48), end };
}

export type Sizes = { readonly size: number; readonly compressed: number; readonly headerStart: number };

/** Sizes and position of an entry, from its record in the central directory or from the record's extra field. */
export function sizesOf(bytes: Buffer, record: number): Sizes {
  const said = [24, 20, 42].map((at) => bytes.readUInt32LE(record + at));
  if (said.includes(UNSAID)) {
    const start = record + 46 + bytes.readUInt16LE(record + 28);
    const field = fieldsOf(bytes.subarray(start, start + bytes.readUInt16LE(record + 30))).find(
      ({ id }) => id === EXTRA,
    );
    let at = 4;
    for (const [i, value] of said.entries()) {
      if (value !== UNSAID || !field || at + 8 > field.bytes.length) continue;
      said[i] = longAt(field.bytes, at);
      at += 8;
    }
  }
  const [size, compressed, headerStart] = said as [number, number, number];
  return { size, compressed, headerStart };
}

/** A header without zip64. The lengths of its name and extra field are at `lengthsAt`, its name is at `nameAt`. */
export function withoutZip64(header: Buffer, lengthsAt: number, nameAt: number): Buffer {
  const start = nameAt + header.readUInt16LE(lengthsAt);
  const end = start + header.readUInt16LE(lengthsAt + 2);
  const fields = fieldsOf(header.subarray(start, end));
  if (!fields.some(({ id }) => id === EXTRA)) return header;
  const kept = Buffer.concat(fields.filter(({ id }) => id !== EXTRA).map(({ bytes }) => bytes));
  const shorter = Buffer.concat([header.subarray(0, start), kept, header.subarray(end)]);
  shorter.writeUInt16LE(kept.length, lengthsAt + 2);
  return shorter;
}

/** Extra fields with their headers. Trailing bytes that are not a field are returned last, with the ID -1. */
function fieldsOf(extra: Buffer): { readonly id: number; readonly bytes: Buffer }[] {
  const fields: { id: number; bytes: Buffer }[] = [];
  for (let at = 0; at < extra.length; ) {
    const end = at + 4 <= extra.length ? at + 4 + extra.readUInt16LE(at + 2) : Number.POSITIVE_INFINITY;
    if (end > extra.length) return [...fields, { id: -1, bytes: extra.subarray(at) }];
    fields.push({ id: extra.readUInt16LE(at), bytes: extra.subarray(at, end) });
    at = end;
  }
  return fields;
}

/** Numbers larger than any file size lose digits. */
function longAt(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}
