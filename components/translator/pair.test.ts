import { describe, expect, it } from "vitest";
import { initialPair, readPair } from "./pair";

const language = (code: string, targets: string[]) => {
  return { code, name: code, nativeName: code, direction: "ltr" as const, targets };
};
const languages = [language("en", ["es", "ca"]), language("es", ["en", "fr"]), language("ca", ["es"])];

describe("the languages to begin with", () => {
  it("are the last ones", () => {
    expect(initialPair({ source: "en", target: "ca" }, "de", languages)).toEqual({ source: "en", target: "ca" });
  });

  it("are never ones that the engines do not have", () => {
    expect(initialPair(null, "ar", languages)).toEqual({ source: "auto", target: "en" });
    expect(initialPair({ source: "xx", target: "yy" }, "fr", languages)).toEqual({ source: "auto", target: "fr" });
    expect(initialPair({ source: "ca", target: "fr" }, "fr", languages)).toEqual({ source: "ca", target: "es" });
  });

  it("are Spanish for a reader of English, who hardly needs English", () => {
    expect(initialPair(null, "en", languages)).toEqual({ source: "auto", target: "es" });
  });

  it("do not come from a cookie that holds anything else", () => {
    for (const value of ["", "en", "en.es.fr", "en.<script>", "a.b", undefined]) expect(readPair(value)).toBeNull();
  });
});
