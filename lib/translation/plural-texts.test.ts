import { expect, test } from "vitest";
import { json } from "@/lib/formats/l10n/json";
import { askedTexts } from "./plural-texts";

const FILE = '{\n  "file_one": "{{count}} file",\n  "file_other": "{{count}} files",\n  "title": "Title"\n}\n';

test("a file has each form that the target language needs, translated with a number of it", async () => {
  const document = await json.open(Buffer.from(FILE), { source: "en", into: "pl", plurals: "forms" });
  const asked = askedTexts(document.segments, "en", "pl");
  expect(asked.texts.map(({ text }) => text)).toEqual(["1 file", "2 files", "5 files", "1.5 files", "Title"]);
  expect(asked.owners).toEqual([0, 0, 0, 0, 1]);
  // An engine that has written a number as a word is asked once more, with the placeholder.
  const again: string[] = [];
  const translated = await asked.assemble(["1 plik", "dwa pliki", "5 plików", "1,5 pliku", "Tytuł"], async (texts) => {
    again.push(...texts.map(({ text }) => text));
    return ["<x1/> pliki"];
  });
  expect(again).toEqual(["<x1/> files"]);
  const { bytes } = await document.write(translated, "pl");
  expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({
    file_one: "{{count}} plik",
    file_few: "{{count}} pliki",
    file_many: "{{count}} plików",
    file_other: "{{count}} pliku",
    title: "Tytuł",
  });
});

test("a language without a plural gets one form", async () => {
  const document = await json.open(Buffer.from(FILE), { source: "en", into: "ja", plurals: "forms" });
  const asked = askedTexts(document.segments, "en", "ja");
  const translated = await asked.assemble(
    asked.texts.map(({ text }) => `${text}。`),
    async () => [],
  );
  const { bytes } = await document.write(translated, "ja");
  expect(Object.keys(JSON.parse(Buffer.from(bytes).toString()))).toEqual(["file_other", "title"]);
});
