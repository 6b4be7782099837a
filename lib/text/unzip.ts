/** A file in a ZIP archive, with the unpacked size in bytes that the archive declares. */
export type ZippedFile = { readonly path: string; readonly size: number; readonly stream: () => ReadableStream };

/** Maximum bytes of an archive's end: its record, and a comment of up to 64 KB. */
const TAIL_BYTES = 22 + 65_535;
const END = 0x06054b50;
const ENTRY = 0x02014b50;

/**
 * The files of a ZIP archive, which is read in parts. Omits folders and entries that are encrypted or use a compression
 * other than deflate; empty for other bytes and for archives over 4 GB.
 */
export async function zippedFiles(archive: Blob): Promise<ZippedFile[]> {
  const tail = await viewOf(archive, Math.max(0, archive.size - TAIL_BYTES), archive.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) return [];
  const from = tail.getUint32(end + 16, true);
  const list = await viewOf(archive, from, from + tail.getUint32(end + 12, true));
  const files: ZippedFile[] = [];
  for (let at = 0; at + 46 <= list.byteLength && list.getUint32(at, true) === ENTRY; ) {
    const entry = at;
    const [flags, method] = [list.getUint16(at + 8, true), list.getUint16(at + 10, true)];
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) => list.getUint16(entry + offset, true));
    const path = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, name));
    at += 46 + name + extra + comment;
    if (path.endsWith("/") || flags & 1 || (method !== 0 && method !== 8)) continue;
    const [packed, size] = [list.getUint32(entry + 20, true), list.getUint32(entry + 24, true)];
    const head = list.getUint32(entry + 42, true);
    const local = await viewOf(archive, head, head + 30);
    if (local.byteLength < 30) continue;
    const start = head + 30 + local.getUint16(26, true) + local.getUint16(28, true);
    const content = archive.slice(start, start + packed);
    files.push({
      path,
      size,
      stream: () =>
        method === 0 ? content.stream() : content.stream().pipeThrough(new DecompressionStream("deflate-raw")),
    });
  }
  return files;
}

async function viewOf(archive: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await archive.slice(start, end).arrayBuffer());
}
