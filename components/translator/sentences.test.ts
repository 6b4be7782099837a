import { expect, test } from "vitest";
import { pairSentences, sentenceAt, withSentence, wordAt } from "./sentences";

const en = { text: "The house is big. It is red.\n\nGood night!", language: "en" };

test("sentences of source and translation are paired only if both texts have the same number of sentences", () => {
  const es = { text: "La casa es grande. Es roja.\n\n¡Buenas noches!", language: "es" };
  expect(pairSentences(en, es).map(({ source, target }) => [source.trim(), target.trim()])).toEqual([
    ["The house is big.", "La casa es grande."],
    ["It is red.", "Es roja."],
    ["Good night!", "¡Buenas noches!"],
  ]);
  expect(pairSentences(en, { ...es, text: "La casa es grande y roja." })).toEqual([]);
  expect(pairSentences({ ...en, text: "One." }, { ...es, text: "Uno." })).toEqual([]);
});

test("replacing a sentence keeps the other sentences and the white space around the replaced one", () => {
  const targets = ["Uno. ", "Dos.\n\n", "Tres."];
  expect(withSentence(targets, 1, " Otro. ")).toBe("Uno. Otro.\n\nTres.");
  expect([0, 4, 5, 11, 15].map((offset) => sentenceAt(targets, offset))).toEqual([0, 0, 1, 2, 2]);
});

test("the word at a position is found whichever of its letters is at that position", () => {
  expect(wordAt("La casa es", "es", 5)).toEqual({ word: "casa", from: 3 });
  expect(wordAt("La casa es", "es", 2)).toBeNull();
});
