import { describe, expect, it } from "vitest";
import { ZipArchive } from "@/lib/formats/zip";
import { zip } from "./zip";

const encode = (text: string) => new TextEncoder().encode(text);
const open = async (blob: Blob) => ZipArchive.open(Buffer.from(await blob.arrayBuffer()));

describe("the archive of all downloads", () => {
  it("is taken by a reader that checks layout and sums, byte for byte, with names of any script", async () => {
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

  it("numbers names that are there twice, before the extension", async () => {
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
