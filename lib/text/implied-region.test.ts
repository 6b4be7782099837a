import { describe, expect, test } from "vitest";
import { dropImpliedRegion, sameButForImpliedRegion } from "./implied-region";

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
    expect(sameButForImpliedRegion("pt", "pt-BR")).toBe(false);
    expect(sameButForImpliedRegion("pt", "pt-PT")).toBe(false);
    expect(sameButForImpliedRegion("pt-BR", "pt-PT")).toBe(false);
  });

  test("two tags are one language only when the region is the implied one", () => {
    expect(sameButForImpliedRegion("en", "en-US")).toBe(true);
    expect(sameButForImpliedRegion("en-US", "en")).toBe(true);
    expect(sameButForImpliedRegion("en", "en-GB")).toBe(false);
    expect(sameButForImpliedRegion("en", "es")).toBe(false);
    expect(sameButForImpliedRegion("zh-Hans", "zh-Hant")).toBe(false);
  });
});
