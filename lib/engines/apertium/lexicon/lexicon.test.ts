import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { ApertiumEngine } from "@/lib/engines/apertium/engine";
import { plainSegment } from "@/lib/text/segment";
import { readingFirst, type Section, symbolsOf } from "./compiled-dictionary";
import EN_ES from "./en-es.json";
import { disambiguate } from "./english-rules";
import { feminineOf, genderOf, pluralOf } from "./spanish-forms";
import { readStream, writeStream } from "./stream";

const additions = mkdtempSync(path.join(tmpdir(), "additions-"));
const engine = open();

afterAll(async () => {
  await engine.close();
  rmSync(additions, { recursive: true });
});

function open(): ApertiumEngine {
  const budget = new MemoryBudget(2_048);
  return new ApertiumEngine({
    modes: "/usr/share/apertium/modes",
    additions,
    budget,
    queueLimit: 1_000,
    timeoutMs: 60_000,
  });
}

async function translate(texts: readonly string[], by = engine) {
  return by.translate(texts.map(plainSegment), { source: "en", target: "es" }, { priority: "interactive" });
}

test("readingFirst builds a transducer with one state per input prefix that still writes every output", () => {
  const pairs = { "bus<n>": "ómnibus<n><m>", "bush<n>": "arbusto<n><m>", "but<adv>": "pero<adv>" };
  const section = readingFirst(
    "test",
    Object.entries(pairs).map(([left, right]) => ({ left: symbolsOf(left), right: symbolsOf(right) })),
  );
  for (const edges of section.states) {
    const read = [...edges.values()].map(({ step: [left] }) => left);
    expect(new Set(read).size).toBe(read.length);
  }
  expect(pathsOf(section)).toEqual(pairs);
});

function pathsOf({ states, finals }: Section): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (state: number, left: string, right: string): void => {
    if (finals.has(state)) found[left] = right;
    for (const { step, to } of states[state]!.values()) visit(to, left + step[0], right + step[1]);
  };
  visit(0, "", "");
  return found;
}

describe("Dragoman's additional lexicon from English to Spanish", () => {
  test.each([
    ["translate words that the dictionary lacks", "The evictions were unethical.", /desalojos .* inmorales/],
    ["inflect words that the generator lacks", "They opposed it.", /opusieron|oponían/],
    ["choose another word for one that is mostly wrong", "She works in a bank.", /^Trabaja en un banco\.$/],
    ["keep the other words of the dictionary", "The house is big.", /^La casa es grande\.$/],
    ["know verbs with a particle", "They carried out the plan.", /^Realizaron el plan\.$/],
    ["know phrases", "Meanwhile, it is open.", /^Mientras tanto, /],
    ["read unknown names as names", "The Qing dynasty fell.", /^La dinastía de Qing cayó\.$/],
    ["know whose something is", "Samsung's president came.", /^El presidente de Samsung vino\.$/],
    ["keep surnames that are words", "Donald Trump came.", /^Donald Trump vino\.$/],
    ["repair passives", "It was built in 1920.", /^Fue construido en 1920\.$/],
    ["repair what relates", "I saw the man who came when she lost.", /hombre que vino cuando perdió\.$/],
    ["repair infinitives", "It began to rain. He tried to go.", /^Comenzó a llover\. Intentó ir\.$/],
    [
      "repair what becomes",
      "She became a doctor. They became rich.",
      /^Se convirtió en una? .*\. Se volvieron ricos\.$/,
    ],
    ["read commands", "Open the file.", /^Abrir el archivo\.$/],
    ["keep the capitals of names", "McKinsey moved to SoHo Park.", /McKinsey .* SoHo/],
  ])("the additional lexicon makes Apertium %s: %s", async (_, text, expected) => {
    const [answer] = await translate([text]);
    expect(answer!.text).toMatch(expected);
  });

  test("names missing from dictionary and additional lexicon are reported as unknown words", async () => {
    const [answer] = await translate(["Zzyzx is in California."]);
    expect(answer).toMatchObject({ text: expect.stringContaining("Zzyzx"), unknownWords: ["Zzyzx"] });
  });

  test("the additional lexicon gives the same translations in any order of texts and from cached files", async () => {
    const texts = [
      "Tenants opposed the eviction.",
      "The rulings changed.",
      "McKinsey's plan was carried out.",
      "He moved up.",
    ];
    const first = await translate(texts);
    const again = open();
    const reversed = await translate([...texts].reverse(), again);
    await again.close();
    expect([...reversed].reverse()).toEqual(first);
    expect(readdirSync(additions)).toHaveLength(1);
  });
});

test.each([
  ["^the/the<det>$ ^bank/bank<n><sg>$ ^crashed/crash<vblex><past>/crash<vblex><pp>$^./.<sent>$", "crash<vblex><past>$"],
  ["^it/prpers<prn><subj>$ ^was/be<vbser><past>$ ^found/find<vblex><past>/find<vblex><pp>$", "find<vblex><pp>$"],
  ["^on/on<adv>/on<pr>$ ^the/the<det>$ ^table/table<n><sg>$", "^on/on<pr>$"],
])("the disambiguation chooses one analysis per word in %s", (stream, expected) => {
  const { words, rest } = readStream(stream)!;
  expect(writeStream(words, rest)).toBe(stream);
  const chosen = writeStream(disambiguate(words), rest);
  expect(chosen).toContain(expected);
});

test("Spanish words from the additional lexicon get plural and feminine forms", () => {
  expect(["acusación", "lápiz", "interés", "virus", "manual", "sofá"].map(pluralOf)).toEqual([
    "acusaciones",
    "lápices",
    "intereses",
    "virus",
    "manuales",
    "sofás",
  ]);
  expect(["rojo", "hablador", "superior", "social"].map(feminineOf)).toEqual([
    "roja",
    "habladora",
    "superior",
    "social",
  ]);
  expect(["verdad", "problema", "golfista", "muro"].map(genderOf)).toEqual(["f", "m", "mf", "m"]);
});

test("the additional lexicon contains each English word once", () => {
  const file = readFileSync(path.join(import.meta.dirname, "en-es.json"), "utf8");
  const entries = file.match(/^ {4}"/gm)!.length;
  expect(Object.values(EN_ES).flatMap((list) => Object.keys(list))).toHaveLength(entries);
});
