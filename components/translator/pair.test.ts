import { describe, expect, it } from "vitest";
import { initialPair, readPair } from "./pair";

const language = (code: string, targets: string[]) => {
  return { code, name: code, nativeName: code, direction: "ltr" as const, targets };
};
const languages = [language("en", ["es", "ca"]), language("es", ["en", "fr"]), language("ca", ["es"])];

describe("the initial languages of the translator", () => {
  it("the translator starts with the last languages used", () => {
    expect(initialPair({ source: "en", target: "ca" }, "de", languages)).toEqual({ source: "en", target: "ca" });
  });

  it("the translator never starts with languages that the engines don't support", () => {
    expect(initialPair(null, "ar", languages)).toEqual({ source: "auto", target: "en" });
    expect(initialPair({ source: "xx", target: "yy" }, "fr", languages)).toEqual({ source: "auto", target: "fr" });
    expect(initialPair({ source: "ca", target: "fr" }, "fr", languages)).toEqual({ source: "ca", target: "es" });
  });

  it("the translator starts with Spanish as the target for a reader of English", () => {
    expect(initialPair(null, "en", languages)).toEqual({ source: "auto", target: "es" });
  });

  it("a malformed language cookie is ignored", () => {
    for (const value of ["", "en", "en.es.fr", "en.<script>", "a.b", undefined]) expect(readPair(value)).toBeNull();
  });
});
