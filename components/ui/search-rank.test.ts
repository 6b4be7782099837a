import { describe, expect, it } from "vitest";
import { rank } from "./search-rank";

describe("searching a list of choices", () => {
  it("searching a list of choices ignores accents and case", () => {
    expect(rank("francais", ["French", "français", "fr"])).toBeGreaterThan(0);
    expect(rank("FREN", ["French", "français", "fr"])).toBeGreaterThan(0);
  });

  it("searching a list of choices ranks matches at the start of a name first, then at the start of a later word, then within a word", () => {
    const start = rank("port", ["Portuguese"]);
    const later = rank("port", ["Brazilian Portuguese"]);
    const middle = rank("ortu", ["Portuguese"]);
    expect(start).toBeGreaterThan(later);
    expect(later).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(0);
  });

  it("searching a list of choices ranks a choice by its best-matching name, and matches in earlier names above matches in later names", () => {
    expect(rank("es", ["es", "Spanish"])).toBeGreaterThan(rank("es", ["Spanish", "es"]));
    expect(rank("port", ["Portuguese", "Portugal"])).toBe(rank("port", ["Portuguese"]));
  });

  it("searching a list of choices omits choices without the typed letters", () => {
    expect(rank("zz", ["French", "français", "fr"])).toBe(0);
  });

  it("an empty search in a list of choices returns all choices", () => {
    expect(rank("  ", ["French"])).toBe(1);
  });
});
