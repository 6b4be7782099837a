import { describe, expect, it } from "vitest";
import type { Term } from "@/lib/client/glossaries";
import { draftsOf, newDraft, targetsOf } from "./target-drafts";

const TERM = { targets: [{ language: "es", text: "factura", usage: "preferred" }] } as Term;

describe("The translations of a term as they are typed", () => {
  it("target drafts have a row for each language of the glossary, or one empty row", () => {
    expect(draftsOf(null, ["es", "fr"]).map(({ language }) => language)).toEqual(["es", "fr"]);
    expect(draftsOf(null, []).map(({ language }) => language)).toEqual([null]);
  });

  it("target drafts keep the term's translations, and leave out empty rows", () => {
    const drafts = [...draftsOf(TERM, ["es", "fr"]), newDraft("fr"), newDraft()];
    expect(targetsOf(drafts)).toEqual({ targets: TERM.targets });
  });

  it("target drafts need a language, and no language twice", () => {
    expect(targetsOf([{ ...newDraft(), text: "factura" }])).toEqual({ fault: "languageMissing" });
    const again = { ...newDraft("es"), text: " factura " };
    expect(targetsOf([...draftsOf(TERM, []), again])).toEqual({ fault: "twice" });
  });
});
