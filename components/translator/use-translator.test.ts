import { describe, expect, test } from "vitest";
import type { TranslationRequest } from "@/lib/client/translation-request";
import { firstPart, isEditOf } from "./use-translator";

const request = (text: string, choices: Partial<TranslationRequest> = {}): TranslationRequest => ({
  text,
  source: "en",
  target: "es",
  format: "text",
  ...choices,
});

describe("an edited text", () => {
  test.each([
    ["The house", "The house is big"],
    ["The house is big", "The house"],
    ["The house is big", "The old house is big"],
  ])("text that is extended, shortened or changed in part is an edit of the earlier text: %j, %j", (before, after) => {
    expect(isEditOf(request(before), request(after))).toBe(true);
  });

  test.each([
    ["Good morning, dear friends.", "Das Haus ist groß."],
    ["The house is big", "Our office is closed on Sundays."],
  ])("text with different words is not an edit of the earlier text: %j, %j", (before, after) => {
    expect(isEditOf(request(before), request(after))).toBe(false);
  });

  test("a request with another language or glossary is not an edit of the earlier request", () => {
    expect(isEditOf(request("The house"), request("The house", { target: "fr" }))).toBe(false);
    expect(isEditOf(request("The house"), request("The house", { glossaryId: "gls_1" }))).toBe(false);
  });
});

describe("the first part of a text that exceeds the limit", () => {
  test("the first part of a text that exceeds the limit ends with a sentence if one ends near the limit", () => {
    expect(firstPart("One two three. Four five six seven.", 16)).toBe("One two three.");
  });

  test("the first part of a text that exceeds the limit ends with a word if no sentence ends near the limit", () => {
    expect(firstPart("One. Two three four five six seven", 20)).toBe("One. Two three four");
  });

  test("the first part of a text that exceeds the limit counts code points and splits no surrogate pair", () => {
    expect(firstPart("😀".repeat(12), 10)).toBe("😀".repeat(10));
  });
});
