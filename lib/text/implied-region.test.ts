import { describe, expect, test } from "vitest";
import { dropImpliedRegion, equalsWithImpliedRegion } from "./implied-region";

describe("a region that the language implies", () => {
  test.each([
    ["es-ES", "es"],
    ["en-US", "en"],
    ["de-DE", "de"],
    ["zh-Hans-CN", "zh-Hans"],
    ["es-MX", "es-MX"],
    ["en-GB", "en-GB"],
    ["fr-CA", "fr-CA"],
    ["es", "es"],
  ])("%s is kept as %s", (tag, expected) => {
    expect(dropImpliedRegion(tag)).toBe(expected);
  });

  test("pt, pt-BR and pt-PT stay three, although CLDR makes pt Brazilian", () => {
    expect(["pt", "pt-BR", "pt-PT"].map(dropImpliedRegion)).toEqual(["pt", "pt-BR", "pt-PT"]);
    expect(equalsWithImpliedRegion("pt", "pt-BR")).toBe(false);
    expect(equalsWithImpliedRegion("pt", "pt-PT")).toBe(false);
    expect(equalsWithImpliedRegion("pt-BR", "pt-PT")).toBe(false);
  });

  test("two tags are one language only when the region is the implied one", () => {
    expect(equalsWithImpliedRegion("en", "en-US")).toBe(true);
    expect(equalsWithImpliedRegion("en-US", "en")).toBe(true);
    expect(equalsWithImpliedRegion("en", "en-GB")).toBe(false);
    expect(equalsWithImpliedRegion("en", "es")).toBe(false);
    expect(equalsWithImpliedRegion("zh-Hans", "zh-Hant")).toBe(false);
  });
});
