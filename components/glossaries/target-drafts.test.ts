import { describe, expect, it } from "vitest";
import type { Term } from "@/lib/client/glossaries";
import { draftsOf, newDraft, targetsOf } from "./target-drafts";

const TERM = { targets: [{ language: "es", text: "factura", usage: "preferred" }] } as Term;

describe("the form for the translations of a term", () => {
  it("the term form has a row for each language of the glossary, or one empty row if the glossary has no languages", () => {
    expect(draftsOf(null, ["es", "fr"]).map(({ language }) => language)).toEqual(["es", "fr"]);
    expect(draftsOf(null, []).map(({ language }) => language)).toEqual([null]);
  });

  it("the term form keeps the term's translations and omits empty rows", () => {
    const drafts = [...draftsOf(TERM, ["es", "fr"]), newDraft("fr"), newDraft()];
    expect(targetsOf(drafts)).toEqual({ targets: TERM.targets });
  });

  it("the term form requires a language for each translation, and refuses repeated languages", () => {
    expect(targetsOf([{ ...newDraft(), text: "factura" }])).toEqual({ fault: "languageMissing" });
    const again = { ...newDraft("es"), text: " factura " };
    expect(targetsOf([...draftsOf(TERM, []), again])).toEqual({ fault: "twice" });
  });
});
