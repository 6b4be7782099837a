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
  ])("an edit that changes nothing leaves the text the same: %j, %j", (before, after) => {
    expect(isEditOf(request(before), request(after))).toBe(true);
  });

  test.each([
    ["Good morning, dear friends.", "Das Haus ist groß."],
    ["The house is big", "Our office is closed on Sundays."],
  ])("an edit that changes words makes it another text: %j, %j", (before, after) => {
    expect(isEditOf(request(before), request(after))).toBe(false);
  });

  test("another language or glossary makes another request", () => {
    expect(isEditOf(request("The house"), request("The house", { target: "fr" }))).toBe(false);
    expect(isEditOf(request("The house"), request("The house", { glossaryId: "gls_1" }))).toBe(false);
  });
});

describe("the part of a text within the limit", () => {
  test("the cut of a text is at the end of a sentence, if one is near the limit", () => {
    expect(firstPart("One two three. Four five six seven.", 16)).toBe("One two three.");
  });

  test("the cut of a text is at the end of a word otherwise", () => {
    expect(firstPart("One. Two three four five six seven", 20)).toBe("One. Two three four");
  });

  test("counts code points and splits none", () => {
    expect(firstPart("😀".repeat(12), 10)).toBe("😀".repeat(10));
  });
});
