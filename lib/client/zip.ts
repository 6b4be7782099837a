import { makeZip } from "client-zip";
import { zippedFiles } from "@/lib/text/unzip";

/** A file of an archive. */
export type ZipMember = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** An uncompressed zip archive, because most files are compressed already. Files with equal names are numbered. */
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

/** Maximum bytes of an unpacked file, more than any text file of a repository has. */
const MAX_MEMBER_BYTES = 32 << 20;

/** The files of a ZIP archive with their paths; omits files whose paths are too long. */
export async function unzip(archive: Blob): Promise<File[]> {
  const files = (await zippedFiles(archive)).filter(({ size }) => size <= MAX_MEMBER_BYTES);
  return Promise.all(files.map(async ({ path, stream }) => new File([await new Response(stream()).blob()], path)));
}
