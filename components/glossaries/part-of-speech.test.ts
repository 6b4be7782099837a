import { expect, test } from "vitest";
import { LOCALE_NAMES } from "@/lib/vocabulary/locales";
import { partOfSpeechName, partOfSpeechNames, partOfSpeechOf } from "./part-of-speech";

const messagesOf = async (locale: string) => {
  const { default: messages } = await import(`@/lib/i18n/messages/${locale}.json`);
  return (key: string): string =>
    key.split(".").reduce((at, part) => at[part] as Record<string, never>, messages.glossaries) as string;
};

test("a part of speech is shown in the reader's language, however the glossary spells it", async () => {
  const t = await messagesOf("de");
  expect(["noun", "Noun", "properNoun", "proper noun", "Proper_Noun"].map((one) => partOfSpeechName(t, one))).toEqual([
    ...["Substantiv", "Substantiv"],
    ...["Eigenname", "Eigenname", "Eigenname"],
  ]);
  expect(partOfSpeechName(t, "interjection")).toBe("interjection");
});

test.each(Object.keys(LOCALE_NAMES))(
  "a part of speech chosen in %s is stored under its language-independent name",
  async (locale) => {
    const t = await messagesOf(locale);
    const kept = partOfSpeechNames(t).map((name) => partOfSpeechOf(t, name));
    expect(kept).toEqual(["noun", "properNoun", "verb", "adjective", "adverb", "other"]);
    expect(partOfSpeechOf(t, "classifier")).toBe("classifier");
  },
);
