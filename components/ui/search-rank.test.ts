import { describe, expect, it } from "vitest";
import { rank } from "./search-rank";

describe("search among choices", () => {
  it("a search among choices ignores accents and case", () => {
    expect(rank("francais", ["French", "français", "fr"])).toBeGreaterThan(0);
    expect(rank("FREN", ["French", "français", "fr"])).toBeGreaterThan(0);
  });

  it("puts the start of a name before the start of a later word, and that before the middle", () => {
    const start = rank("port", ["Portuguese"]);
    const later = rank("port", ["Brazilian Portuguese"]);
    const middle = rank("ortu", ["Portuguese"]);
    expect(start).toBeGreaterThan(later);
    expect(later).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(0);
  });

  it("puts an earlier name before a later one that matches as well", () => {
    expect(rank("es", ["es", "Spanish"])).toBeGreaterThan(rank("es", ["Spanish", "es"]));
    expect(rank("port", ["Portuguese", "Portugal"])).toBe(rank("port", ["Portuguese"]));
  });

  it("a search among choices leaves out names without the typed letters", () => {
    expect(rank("zz", ["French", "français", "fr"])).toBe(0);
  });

  it("a search among choices keeps everything while nothing is typed", () => {
    expect(rank("  ", ["French"])).toBe(1);
  });
});
