import { describe, expect, test } from "vitest";
import { adaptMatch } from "./adapt-match";

const adapt = (source: string, unitSource: string, unitTarget: string) =>
  adaptMatch(source, { source: unitSource, target: unitTarget });

describe("adaptMatch", () => {
  test("adaptMatch replaces the numbers of a memory unit by those of the text", () => {
    expect(adapt("You have 7 of 12 files", "You have 5 of 20 files", "Tiene 5 de 20 archivos")).toEqual({
      target: "Tiene 7 de 12 archivos",
      match: 99,
    });
  });

  test("adaptMatch puts each number where the translation has the number that it replaces", () => {
    expect(adapt("Page 3 of 9", "Page 1 of 4", "4 Seiten, Seite 1")?.target).toBe("9 Seiten, Seite 3");
  });

  test("adaptMatch replaces all numbers in one step, so that no number is replaced twice", () => {
    expect(adapt("From 2 to 1", "From 1 to 2", "De 1 a 2")?.target).toBe("De 2 a 1");
  });

  test("adaptMatch replaces placeholders of a memory unit by those of the text and lowers the match by one percent", () => {
    expect(
      adapt("Hello {user}, &lt;b>hi&lt;/b>", "Hello {name}, &lt;b>hi&lt;/b>", "Hola {name}, &lt;b>hola&lt;/b>"),
    ).toEqual({
      target: "Hola {user}, &lt;b>hola&lt;/b>",
      match: 98,
    });
  });

  test("adaptMatch keeps inline codes in the translation", () => {
    expect(adapt("<g1>7</g1> files<x2/>", "<g1>5</g1> files<x2/>", "<x2/><g1>5</g1> archivos")?.target).toBe(
      "<x2/><g1>7</g1> archivos",
    );
  });

  test("adaptMatch replaces a number even if the text has a placeholder with a digit", () => {
    expect(adapt("{0} has 7 files", "{0} has 5 files", "{0} tiene 5 archivos")).toEqual({
      target: "{0} tiene 7 archivos",
      match: 99,
    });
  });

  test.each([
    ["other words differ", "You have 7 images", "You have 5 files", "Tiene 5 archivos"],
    ["the texts are equal", "You have 5 files", "You have 5 files", "Tiene 5 archivos"],
    ["the translation spells the number out", "You have 7 files", "You have 5 files", "Tiene cinco archivos"],
    ["the translation repeats the number", "You have 7 files", "You have 5 files", "Tiene 5 archivos (5)"],
    ["a number has separators", "It costs 1,500", "It costs 2,500", "Cuesta 2.500"],
    ["a number has separators that the translation keeps", "It costs 1,500", "It costs 2,500", "Cuesta 2,500"],
    ["the translation spells out one of two numbers", "7 of 12 files", "5 of 20 files", "5 de veinte archivos"],
    ["two equal numbers became different", "7 and 8", "5 and 5", "5 y 5"],
    ["the number is part of a name", "Play MP4", "Play MP3", "Reproducir MP3"],
  ])("adaptMatch returns no match if %s", (_, source, unitSource, unitTarget) => {
    expect(adapt(source, unitSource, unitTarget)).toBeNull();
  });
});
