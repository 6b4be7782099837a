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
