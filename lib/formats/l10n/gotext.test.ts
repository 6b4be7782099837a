import { expect, test } from "vitest";
import type { TranslatedText } from "@/lib/formats/format";
import { json } from "./json";
import { stringsOf } from "./strings-document";
import { pairStrings } from "./translated-strings";

type Message = Readonly<Record<string, unknown>>;

const file = (language: string, messages: readonly Message[]) => `${JSON.stringify({ language, messages }, null, 4)}\n`;
const plural = (cases: Readonly<Record<string, string>>) => ({
  select: {
    feature: "plural",
    arg: "N",
    cases: Object.fromEntries(Object.entries(cases).map(([name, msg]) => [name, { msg }])),
  },
});
const HELLO = { id: "Hello {Name}!", message: "Hello {Name}!" };
const FILES = { id: "{N} files", message: "{N} files", placeholders: [{ id: "N", string: "%[1]d" }] };
const TEA = { id: ["msg", "Tea"], message: "Tea" };

const SOURCE = file("en-US", [
  { ...HELLO, translation: "Hello {Name}!", translatorComment: "Copied from source.", fuzzy: true },
  { ...FILES, translation: plural({ one: "{N} file", other: "{N} files" }) },
  { ...TEA, translation: "" },
]);
const PL = [
  { ...HELLO, translation: "Witaj, {Name}!", translatorComment: "On the door" },
  { ...FILES, translation: plural({ one: "{N} plik", few: "{N} pliki", many: "{N} plików", other: "{N} pliku" }) },
  { ...TEA, translation: "Herbata" },
];

async function pair(target: string, source = SOURCE) {
  const options = { source: "en", values: "all", plurals: "nested" } as const;
  const document = await json.open(Buffer.from(source), { ...options, target: "pl" });
  const own = await json.open(Buffer.from(target), { ...options, source: "pl" });
  const strings = pairStrings(json, stringsOf(document), stringsOf(own), false)!;
  const write = (translated: readonly TranslatedText[], removed: readonly string[] = []) =>
    Buffer.from(strings.write(translated, "pl", { removed }).bytes).toString();
  return { document, own, strings, write };
}

test("gotext reads strings from the source catalogue and their translations from the translated catalogue", async () => {
  const { document, own, strings, write } = await pair(file("pl", PL));
  expect(document.segments).toMatchObject([
    { key: "Hello {Name}!", text: "Hello <x1/>!" },
    { key: "{N} files", plural: { forms: { one: "<x1/> file", other: "<x1/> files" } } },
    { text: "Tea" },
  ]);
  expect(own.declaredLanguage).toBe("pl");
  const forms = { one: "<x1/> plik", few: "<x1/> pliki", many: "<x1/> plików", other: "<x1/> pliku" };
  expect(strings.adopted).toMatchObject([{ text: "Witaj, <x1/>!" }, { forms }, { text: "Herbata" }]);
  expect(strings.values.filter(({ left }) => left)).toEqual([]);
  const same = strings.adopted.map((one): TranslatedText => one ?? { text: null });
  expect(write(same)).toBe(file("pl", PL));
  const changed = same.map((one) => (one.forms ? { ...one, forms: { ...forms, few: "<x1/> pliczki" } } : one));
  expect(write(changed)).toBe(file("pl", PL).replace("{N} pliki", "{N} pliczki"));
});

test("an empty gotext translation counts as missing, and new translations and messages are added to the file", async () => {
  const target = file("pl", [{ ...FILES, translation: "" }, PL[2]!]);
  const { strings, write } = await pair(target);
  expect(strings.adopted).toEqual([undefined, undefined, expect.objectContaining({ text: "Herbata" })]);
  const nothing = strings.adopted.map((one): TranslatedText => one ?? { text: null, skip: true });
  expect(write(nothing)).toBe(target);
  const forms = { one: "<x1/> plik", few: "<x1/> pliki", other: "<x1/> pliku" };
  const all = [{ text: "Witaj, <x1/>!" }, { text: "x", forms }, { text: "Herbata" }];
  expect(JSON.parse(write(all)).messages).toEqual([
    { ...HELLO, translation: "Witaj, {Name}!" },
    { ...FILES, translation: plural({ one: "{N} plik", few: "{N} pliki", other: "{N} pliku" }) },
    PL[2],
  ]);
  const lines = target.split("\n");
  expect(write(all).split("\n")).toEqual(expect.arrayContaining(lines.filter((line) => !line.includes('""'))));
});

test("removing a gotext message from the source deletes its lines from the translated catalogue", async () => {
  const lost = JSON.parse(SOURCE).messages.filter(({ id }: { id: string }) => id !== "{N} files");
  const { strings, write } = await pair(file("pl", PL), file("en-US", lost));
  const same = strings.adopted.map((one): TranslatedText => one ?? { text: null });
  expect(write(same, ["{N} files"])).toBe(file("pl", [PL[0]!, PL[2]!]));
});

test("a new gotext catalogue omits messages without a translation", async () => {
  const { document } = await pair(file("pl", PL));
  const given: TranslatedText[] = [{ text: "Witaj, <x1/>!" }, { text: null, skip: true }, { text: "Tea" }];
  const { bytes } = await document.write(given, "pl");
  expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({
    language: "pl",
    messages: [
      { ...HELLO, translation: "Witaj, {Name}!" },
      { ...TEA, translation: "Tea" },
    ],
  });
});
