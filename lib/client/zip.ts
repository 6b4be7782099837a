/** A file to put into an archive. */
export type ZipMember = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const LARGEST = 0xffffffff;

/**
 * A zip archive (PKWARE APPNOTE 6.3.10) of files as they are, not compressed: what is worth downloading together is mostly
 * compressed already. Names that are there twice are numbered. Throws a RangeError above four gigabytes.
 */
export function zip(members: readonly ZipMember[], at = new Date()): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of withUniqueNames(members)) {
    const encoded = new TextEncoder().encode(name);
    const shared = { name: encoded, crc: crc32(bytes), size: bytes.length, stamp: dosTime(at) };
    const local = localHeader(shared);
    directory.push(centralHeader(shared, offset));
    parts.push(local, bytes);
    offset += local.length + bytes.length;
  }
  const directorySize = directory.reduce((sum, { length }) => sum + length, 0);
  if (offset + directorySize > LARGEST) throw new RangeError("The archive would be larger than four gigabytes.");
  return new Blob([...parts, ...directory, endRecord(directory.length, directorySize, offset)], {
    type: "application/zip",
  });
}

type Fields = { name: Uint8Array; crc: number; size: number; stamp: { date: number; time: number } };

function localHeader({ name, crc, size, stamp }: Fields): Uint8Array<ArrayBuffer> {
  const { bytes, view } = record(30, name);
  view.setUint32(0, LOCAL_HEADER, true);
  view.setUint16(4, VERSION, true);
  view.setUint16(6, UTF8_NAMES, true);
  view.setUint16(10, stamp.time, true);
  view.setUint16(12, stamp.date, true);
  view.setUint32(14, crc, true);
  view.setUint32(18, size, true);
  view.setUint32(22, size, true);
  view.setUint16(26, name.length, true);
  return bytes;
}

function centralHeader({ name, crc, size, stamp }: Fields, offset: number): Uint8Array<ArrayBuffer> {
  const { bytes, view } = record(46, name);
  view.setUint32(0, CENTRAL_HEADER, true);
  view.setUint16(4, VERSION, true);
  view.setUint16(6, VERSION, true);
  view.setUint16(8, UTF8_NAMES, true);
  view.setUint16(12, stamp.time, true);
  view.setUint16(14, stamp.date, true);
  view.setUint32(16, crc, true);
  view.setUint32(20, size, true);
  view.setUint32(24, size, true);
  view.setUint16(28, name.length, true);
  view.setUint32(42, offset, true);
  return bytes;
}

function endRecord(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const { bytes, view } = record(22, new Uint8Array());
  view.setUint32(0, END_OF_CENTRAL, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return bytes;
}

/** Room for a record of a fixed length with a name behind it. */
function record(length: number, name: Uint8Array) {
  const bytes = new Uint8Array(length + name.length);
  bytes.set(name, length);
  return { bytes, view: new DataView(bytes.buffer) };
}

/** Two seconds are the grain of a file's time since MS-DOS; the years count from 1980. */
function dosTime(at: Date): { date: number; time: number } {
  return {
    date: ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(),
    time: (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1),
  };
}

function withUniqueNames(members: readonly ZipMember[]): ZipMember[] {
  const taken = new Set<string>();
  return members.map(({ name, bytes }) => {
    const dot = name.lastIndexOf(".");
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${stem} (${number})${extension}`;
    taken.add(unique);
    return { name: unique, bytes };
  });
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
