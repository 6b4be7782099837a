import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ZipArchive } from "@/lib/formats/zip";
import { unzip, zip } from "./zip";

const encode = (text: string) => new TextEncoder().encode(text);
const open = async (blob: Blob) => ZipArchive.open(Buffer.from(await blob.arrayBuffer()));

describe("the ZIP archive of all downloads", () => {
  it("an independent ZIP reader accepts the archive and file names in any script", async () => {
    const bytes = new Uint8Array(70_000).map((_, index) => (index * 7919) % 251);
    const members = [
      { name: "報告.es.docx", bytes },
      { name: "empty.txt", bytes: new Uint8Array() },
      { name: "leer.txt", bytes: encode("Grüße") },
    ];
    const archive = await open(await zip(members));
    expect(archive.entries.map((entry) => entry.name)).toEqual(members.map((member) => member.name));
    for (const member of members)
      expect(Buffer.from(archive.read(archive.find(member.name)!)).equals(member.bytes)).toBe(true);
  });

  it("the archive adds a number to repeated file names, before the extension", async () => {
    const names = ["a.es.txt", "a.es.txt", "a.es.txt", "README", "README"];
    const archive = await open(await zip(names.map((name) => ({ name, bytes: encode("x") }))));
    expect(archive.entries.map((entry) => entry.name)).toEqual([
      "a.es.txt",
      "a.es (2).txt",
      "a.es (3).txt",
      "README",
      "README (2)",
    ]);
  });
});

/** A ZIP with one deflated file, as most programs write it. */
function deflated(name: string, text: string): Blob {
  const [path, packed] = [Buffer.from(name), deflateRawSync(text)];
  const head = (
    signature: number,
    size: number,
    fields: readonly (readonly [at: number, value: number, bytes: 2 | 4])[],
  ) => {
    const bytes = Buffer.alloc(size);
    bytes.writeUInt32LE(signature, 0);
    for (const [at, value, width] of fields) bytes.writeUIntLE(value, at, width);
    return bytes;
  };
  const local = head(0x04034b50, 30, [
    [8, 8, 2],
    [18, packed.length, 4],
    [22, text.length, 4],
    [26, path.length, 2],
  ]);
  const central = head(0x02014b50, 46, [
    [10, 8, 2],
    [20, packed.length, 4],
    [24, text.length, 4],
    [28, path.length, 2],
  ]);
  const offset = local.length + path.length + packed.length;
  const end = head(0x06054b50, 22, [
    [8, 1, 2],
    [10, 1, 2],
    [12, central.length + path.length, 4],
    [16, offset, 4],
  ]);
  return new Blob([local, path, packed, central, path, end]);
}

it("reading a ZIP returns its files with their paths, and reading any other file returns an empty list", async () => {
  const bytes = new TextEncoder().encode('{"a":"A"}');
  const stored = await unzip(await zip([{ name: "locales/en.json", bytes }]));
  const packed = await unzip(deflated("locales/日本.json", "text ".repeat(50)));
  const shown = async (files: readonly File[]) =>
    Promise.all(files.map(async (file) => [file.name, await file.text()]));
  expect(await shown(stored)).toEqual([["locales/en.json", '{"a":"A"}']]);
  expect(await shown(packed)).toEqual([["locales/日本.json", "text ".repeat(50)]]);
  expect(await unzip(new Blob(["no archive at all, only text"]))).toEqual([]);
});
