import { expect, test } from "vitest";
import { suggestMentions, typedMention, withMention } from "./mentions";

const person = (name: string, email: string) => ({ userId: email, name, email });
const ANA = person("Ana Bó", "ana@example.org");
const BEA = person("Bea Anders", "bea@example.org");
const OTHER_ANA = person("ana bo", "a.bo@example.org");

test("a mention begins with an @ at the start of a word and contains at most one space", () => {
  expect(typedMention("Hi @an", 6)).toEqual({ start: 3, query: "an" });
  expect(typedMention("@", 1)).toEqual({ start: 0, query: "" });
  expect(typedMention("@Ana B", 6)).toEqual({ start: 0, query: "Ana B" });
  for (const text of ["bea@example", "@a b c", "none"]) expect(typedMention(text, text.length), text).toBeNull();
});

test("suggestions for a mention match any part of a name or email address and ignore accents", () => {
  const people = [ANA, BEA];
  expect(suggestMentions(people, "an")).toEqual([ANA, BEA]);
  expect(suggestMentions(people, "ana bo")).toEqual([ANA]);
  expect(suggestMentions(people, "bea@")).toEqual([BEA]);
  expect(suggestMentions(people, "x")).toEqual([]);
});

test("choosing a person replaces the typed mention with their name, or with their email address if the name is ambiguous", () => {
  const typed = { start: 3, query: "an" };
  expect(withMention("Hi @an, why?", typed, ANA, [ANA, BEA])).toEqual({ text: "Hi @Ana Bó , why?", caret: 11 });
  expect(withMention("Hi @an", typed, ANA, [ANA, OTHER_ANA]).text).toBe("Hi @ana@example.org ");
});
