import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { UnreadableFile } from "./format";
import { directoryOf, sizesOf, withoutZip64 } from "./zip64";

/**
 * Zip archives for splicing: unchanged entries are copied byte for byte with their headers, extra fields and order;
 * changed ones are compressed again in place. Layout: PKWARE APPNOTE 6.3. The reader rejects everything that programs
 * interpret differently (overlaps, duplicate and odd names, prefixed data), because a file that two programs read
 * differently was made so on purpose. Nothing is extracted to disk.
 */
export type ZipEntry = {
  readonly name: string;
  /** Uncompressed size in bytes. Verified on reading. */
  readonly size: number;
  readonly flags: number;
  readonly method: 0 | 8;
  readonly crc: number;
  /** Local header, its data, and the end of the entry (data descriptor, padding). */
  readonly headerStart: number;
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly end: number;
  readonly centralStart: number;
  readonly centralEnd: number;
};

export type ZipLimits = {
  readonly entries: number;
  readonly entryBytes: number;
  readonly totalBytes: number;
  /** Maximum compression ratio of entries above 1 MB. */
  readonly ratio: number;
};

const LIMITS: ZipLimits = { entries: 10_000, entryBytes: 128 << 20, totalBytes: 512 << 20, ratio: 200 };
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const ENCRYPTED = 1;
const DESCRIPTOR = 8;
const UTF8 = 0x800;

/** An archive in memory. Names are case-insensitive, as in programs that write office files. */
export class ZipArchive {
  private readonly byName: ReadonlyMap<string, ZipEntry>;

  private constructor(
    readonly bytes: Buffer,
    /** Entries in the order of the central directory. */
    readonly entries: readonly ZipEntry[],
    private readonly centralStart: number,
    private readonly endStart: number,
    private readonly limits: ZipLimits,
  ) {
    this.byName = new Map(entries.map((entry) => [foldName(entry.name), entry]));
  }

  /**
   * Reads the directory and checks the whole layout without inflating anything.
   * @throws {UnreadableFile} `corrupt`, `encrypted` or `hostile`.
   */
  static open(input: Uint8Array, limits: ZipLimits = LIMITS): ZipArchive {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    const endStart = findEnd(bytes);
    const directory = directoryOf(bytes, endStart);
    if (!directory) throw corrupt("its directory cannot be found");
    const { count, size: centralSize, start: centralStart, end: centralEnd } = directory;
    if (count > limits.entries) {
      throw new UnreadableFile(
        "hostile",
        `The file contains ${count} entries; at most ${limits.entries} are accepted.`,
      );
    }
    if (centralStart + centralSize !== centralEnd) {
      const prefixed =
        centralSize <= centralEnd && count > 0 && readUInt32(bytes, centralEnd - centralSize) === CENTRAL;
      throw prefixed
        ? new UnreadableFile("hostile", "The file has foreign data before or within its zip archive.")
        : corrupt("its directory is not at the declared position");
    }
    const entries = locateEntries(bytes, readCentral(bytes, count, centralStart, centralEnd, limits), centralStart);
    return new ZipArchive(bytes, entries, centralStart, endStart, limits);
  }

  find(name: string): ZipEntry | undefined {
    return this.byName.get(foldName(name));
  }

  /**
   * The uncompressed bytes of an entry, verified by size and CRC.
   * @throws {UnreadableFile} `corrupt`; `hostile` if the entry is larger than declared, or compressed more than in any
   * normal document.
   */
  read(entry: ZipEntry): Buffer {
    refuseDense({ name: entry.name, size: entry.size, compressed: entry.dataEnd - entry.dataStart }, this.limits);
    const raw = this.bytes.subarray(entry.dataStart, entry.dataEnd);
    const data = entry.method === 0 ? raw : inflate(raw, entry);
    if (data.length !== entry.size) throw corrupt(`${quoted(entry.name)} has not the size that it says`);
    if (crc32(data) !== entry.crc) throw corrupt(`the checksum of ${quoted(entry.name)} is wrong`);
    return data;
  }

  /** The archive with the entries of `changes` (by exact name) replaced. Without changes the bytes are identical. */
  with(changes: ReadonlyMap<string, Uint8Array>): Uint8Array {
    if (changes.size === 0) return this.bytes;
    const out: Uint8Array[] = [];
    let offset = 0;
    const push = (chunk: Uint8Array) => {
      out.push(chunk);
      offset += chunk.length;
    };
    const central = new Map<ZipEntry, Buffer>();
    const inPlace = [...this.entries].sort((a, b) => a.headerStart - b.headerStart);
    push(this.bytes.subarray(0, inPlace[0]?.headerStart ?? this.centralStart));
    for (const entry of inPlace) {
      const record = withoutZip64(Buffer.from(this.bytes.subarray(entry.centralStart, entry.centralEnd)), 28, 46);
      record.writeUInt32LE(entry.dataEnd - entry.dataStart, 20);
      record.writeUInt32LE(entry.size, 24);
      record.writeUInt32LE(offset, 42);
      central.set(entry, record);
      const change = changes.get(entry.name);
      if (!change) {
        push(this.bytes.subarray(entry.headerStart, entry.end));
        continue;
      }
      const data = entry.method === 0 ? change : deflateRawSync(change);
      const header = withoutZip64(Buffer.from(this.bytes.subarray(entry.headerStart, entry.dataStart)), 26, 30);
      writeSizes(header, 6, 14, entry.flags, change, data);
      writeSizes(record, 8, 16, entry.flags, change, data);
      push(header);
      push(data);
    }
    const centralStart = offset;
    for (const entry of this.entries) push(central.get(entry)!);
    const end = Buffer.from(this.bytes.subarray(this.endStart));
    // The zip64 records are not written again, because this file does not need them.
    end.writeUInt32LE(0, 4);
    end.writeUInt16LE(this.entries.length, 8);
    end.writeUInt16LE(this.entries.length, 10);
    end.writeUInt32LE(offset - centralStart, 12);
    end.writeUInt32LE(centralStart, 16);
    push(end);
    return Buffer.concat(out);
  }
}

/** Whether the bytes begin like a zip archive. */
export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Names of an archive's entries; `null` if it can't be read. Unpacks nothing. */
export function zipNames(bytes: Uint8Array): readonly string[] | null {
  if (!looksLikeZip(bytes)) return null;
  try {
    return ZipArchive.open(bytes).entries.map(({ name }) => name.replaceAll("\\", "/"));
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}

/** Creates an archive. Entries named in `stored` are not compressed. The date of every entry is 1980-01-01. */
export function makeZip(entries: Iterable<readonly [string, Uint8Array]>, stored: readonly string[] = []): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const method = stored.includes(name) ? 0 : 8;
    const data = method === 0 ? content : deflateRawSync(content);
    const encoded = Buffer.from(name, "utf8");
    const flags = encoded.length === name.length ? 0 : UTF8;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(LOCAL, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(method, 8);
    header.writeUInt16LE(0x21, 12);
    header.writeUInt16LE(encoded.length, 26);
    writeSizes(header, 6, 14, flags, content, data);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(CENTRAL, 0);
    record.writeUInt16LE(20, 4);
    header.copy(record, 6, 4, 30);
    record.writeUInt32LE(offset, 42);
    locals.push(header, encoded, Buffer.from(data));
    centrals.push(record, encoded);
    offset += header.length + encoded.length + data.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(centrals.length / 2, 8);
  end.writeUInt16LE(centrals.length / 2, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

/** The last end record whose comment ends within the file. Some files have trailing data. */
function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= 0 && at >= bytes.length - 22 - 0xffff; at--) {
    if (bytes.readUInt32LE(at) === END && at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) return at;
  }
  throw corrupt("it has no directory, so it was probably cut off");
}

/** Pictures are copied without being unpacked. Windows drawings often consist of a few repeated bytes. */
const PICTURE = /\.(?:bmp|dib|emf|gif|ico|jpe?g|png|tiff?|wdp|wmf)$/i;

function refuseDense(entry: { name: string; size: number; compressed: number }, { ratio }: ZipLimits): void {
  if (entry.size > 1 << 20 && entry.size > entry.compressed * ratio)
    throw new UnreadableFile("hostile", `${quoted(entry.name)} is compressed more than documents usually are.`);
}

type CentralEntry = Omit<ZipEntry, "dataStart" | "dataEnd" | "end"> & { readonly compressed: number };

function readCentral(bytes: Buffer, count: number, start: number, end: number, limits: ZipLimits): CentralEntry[] {
  const entries: CentralEntry[] = [];
  const names = new Set<string>();
  let total = 0;
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== CENTRAL) throw corrupt("its directory is damaged");
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const { size, compressed, headerStart } = sizesOf(bytes, at);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const centralEnd = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const name = bytes.toString(flags & UTF8 ? "utf8" : "latin1", at + 46, nameEnd);
    if (flags & ENCRYPTED) throw new UnreadableFile("encrypted", "The file is protected by a password.");
    if (method !== 0 && method !== 8) throw corrupt(`${quoted(name)} is compressed by an unknown method (${method})`);
    if (isUnsafe(name))
      throw new UnreadableFile("hostile", `The file has an entry with an unsafe name: ${quoted(name)}.`);
    const folded = foldName(name);
    if (names.has(folded)) throw new UnreadableFile("hostile", `The file has two entries named ${quoted(name)}.`);
    names.add(folded);
    total += size;
    if (size > limits.entryBytes || total > limits.totalBytes) {
      throw new UnreadableFile("hostile", "The file is too large after unpacking.");
    }
    if (!PICTURE.test(name)) refuseDense({ name, size, compressed }, limits);
    const crc = bytes.readUInt32LE(at + 16);
    entries.push({ name, size, compressed, flags, method, crc, headerStart, centralStart: at, centralEnd });
    at = centralEnd;
  }
  if (at !== end) throw corrupt("its directory has more entries than declared");
  return entries;
}

/** Finds the data of each entry. Rejects entries that share bytes or whose local header has another name. */
function locateEntries(bytes: Buffer, central: readonly CentralEntry[], centralStart: number): ZipEntry[] {
  const placed = new Map<CentralEntry, ZipEntry>();
  const inPlace = [...central].sort((a, b) => a.headerStart - b.headerStart);
  inPlace.forEach((entry, index) => {
    const { headerStart, compressed, ...rest } = entry;
    const end = inPlace[index + 1]?.headerStart ?? centralStart;
    if (readUInt32(bytes, headerStart) !== LOCAL)
      throw corrupt(`${quoted(entry.name)} is not where its directory says`);
    const nameEnd = headerStart + 30 + bytes.readUInt16LE(headerStart + 26);
    const dataStart = nameEnd + bytes.readUInt16LE(headerStart + 28);
    const dataEnd = dataStart + compressed;
    if (dataEnd > end) {
      throw new UnreadableFile("hostile", "The file has overlapping entries.");
    }
    const named = bytes.subarray(headerStart + 30, nameEnd);
    const nameLength = bytes.readUInt16LE(entry.centralStart + 28);
    if (!named.equals(bytes.subarray(entry.centralStart + 46, entry.centralStart + 46 + nameLength))) {
      throw new UnreadableFile("hostile", `The entry ${quoted(entry.name)} has two different names.`);
    }
    placed.set(entry, { ...rest, headerStart, dataStart, dataEnd, end } as ZipEntry);
  });
  return central.map((entry) => placed.get(entry)!);
}

function inflate(raw: Buffer, entry: ZipEntry): Buffer {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, entry.size) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      throw new UnreadableFile("hostile", `${quoted(entry.name)} is larger than declared.`);
    }
    throw corrupt(`${quoted(entry.name)} cannot be unpacked`);
  }
}

/** Writes flags (without a data descriptor), CRC and sizes of a header whose fields begin at the given offsets. */
function writeSizes(
  header: Buffer,
  flagsAt: number,
  crcAt: number,
  flags: number,
  content: Uint8Array,
  data: Uint8Array,
) {
  header.writeUInt16LE(flags & ~DESCRIPTOR, flagsAt);
  header.writeUInt32LE(crc32(content), crcAt);
  header.writeUInt32LE(data.length, crcAt + 4);
  header.writeUInt32LE(content.length, crcAt + 8);
}

function isUnsafe(name: string): boolean {
  const parts = name.split(/[\\/]/);
  return name === "" || parts[0] === "" || parts.includes("..") || /^[a-zA-Z]:/.test(name) || name.includes("\0");
}

/** A name in comparable form. Some programs write `\` between folders. */
function foldName(name: string): string {
  return name.replaceAll("\\", "/").normalize("NFC").toLowerCase();
}

function readUInt32(bytes: Buffer, at: number): number {
  return at >= 0 && at + 30 <= bytes.length ? bytes.readUInt32LE(at) : -1;
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

function corrupt(what: string): UnreadableFile {
  return new UnreadableFile("corrupt", `The file is damaged: ${what}.`);
}
