import { expect, test } from "vitest";
import { readFile, sourcesBelow } from "@/e2e/sources";
import { catalogue } from "./catalogue";

/** Words with which a message says that there is no translation, or that a model is missing. */
const WORDS =
  /\bno (?:translation )?engine (?:\S+ )?(?:translates|for)|has no translation engine|can.t (?:be )?translate[d]? \{|isn.t available on this server|needs a language model/i;

test("only messages of the whyNot group explain why a language can't be translated", () => {
  const { whyNot, ...others } = catalogue("en");
  expect(sentences(whyNot).some((text) => WORDS.test(text))).toBe(true);
  expect(sentences(others).filter((text) => WORDS.test(text))).toEqual([]);
});

test("only the listed files read the whyNot messages, and one function identifies the causes", () => {
  const sources = sourcesBelow("components", "app", "lib/client");
  const naming = (pattern: RegExp) => sources.filter((file) => pattern.test(readFile(file)));
  expect(naming(/useTranslations\("whyNot"\)/)).toEqual([
    "components/language/ways-to-language.tsx",
    "components/language/why-not.tsx",
    "lib/client/texts.ts",
  ]);
  expect(naming(/unsupported_pair/)).toEqual(["components/language/missing.ts", "lib/client/texts.ts"]);
});

function sentences(tree: object): string[] {
  return Object.values(tree).flatMap((value: string | object) =>
    typeof value === "string" ? [value] : sentences(value),
  );
}
