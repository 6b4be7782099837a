import { expect, test } from "vitest";
import { textParts } from "./text-parts";

const SENTENCE = "The house is big and the garden is small. ";

test("a short text is not divided into parts", () => {
  expect(textParts(SENTENCE.repeat(60))).toHaveLength(1);
});

test("a long text is divided at sentence ends into a few parts that join to the original text", () => {
  const text = SENTENCE.repeat(1_000);
  const parts = textParts(text);
  expect(parts.join("")).toBe(text);
  expect(parts.length).toBeLessThanOrEqual(4);
  expect(parts[0]!.length).toBeLessThanOrEqual(1_500);
  for (const part of parts) expect(part).toMatch(/^The house[\s\S]*small\. $/);
});

test("a long text is divided at the end of a paragraph if possible, and is not divided if it contains no sentence", () => {
  const text = `${SENTENCE.repeat(30)}\n\n${SENTENCE.repeat(60)}`;
  expect(textParts(text)[0]).toBe(`${SENTENCE.repeat(30)}\n\n`);
  expect(textParts("x".repeat(10_000))).toHaveLength(1);
  expect(textParts(" \n".repeat(5_000))).toHaveLength(1);
});
