import { makeZip } from "client-zip";

/** A file of an archive. */
export type ZipMember = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** An uncompressed zip archive: most files are compressed already. Duplicate names are numbered. */
export async function zip(members: readonly ZipMember[], lastModified = new Date()): Promise<Blob> {
  const files = withUniqueNames(members).map(({ name, bytes }) => ({ name, input: bytes, lastModified }));
  return new Response(makeZip(files), { headers: { "Content-Type": "application/zip" } }).blob();
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

/** Bytes of a file that are kept: a repository has no text longer than that. */
const MAX_MEMBER_BYTES = 32 << 20;

/** The files of a ZIP archive with their paths. Entries that are folders, encrypted or compressed otherwise are left out. */
export async function unzip(archive: Blob): Promise<File[]> {
  const bytes = new DataView(await archive.arrayBuffer());
  let end = bytes.byteLength - 22;
  while (end >= 0 && bytes.getUint32(end, true) !== 0x06054b50) end--;
  const files: File[] = [];
  let at = end < 0 ? bytes.byteLength : bytes.getUint32(end + 16, true);
  while (at + 46 <= bytes.byteLength && bytes.getUint32(at, true) === 0x02014b50) {
    const [flags, method] = [bytes.getUint16(at + 8, true), bytes.getUint16(at + 10, true)];
    const [packed, size] = [bytes.getUint32(at + 20, true), bytes.getUint32(at + 24, true)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const path = new TextDecoder().decode(new Uint8Array(bytes.buffer, at + 46, name));
    const local = bytes.getUint32(at + 42, true);
    at += 46 + name + extra + comment;
    if (path.endsWith("/") || flags & 1 || (method !== 0 && method !== 8) || size > MAX_MEMBER_BYTES) continue;
    const start = local + 30 + bytes.getUint16(local + 26, true) + bytes.getUint16(local + 28, true);
    const content = archive.slice(start, start + packed);
    const plain = method === 0 ? content : content.stream().pipeThrough(new DecompressionStream("deflate-raw"));
    files.push(new File([await new Response(plain).blob()], path));
  }
  return files;
}
