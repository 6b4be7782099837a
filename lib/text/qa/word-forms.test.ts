import { describe, expect, test } from "vitest";
import { isFormOf } from "./word-forms";

describe("inflected words of glossary terms", () => {
  test.each([
    [
      "en",
      "invoice invoices",
      "company companies",
      "leaf leaves",
      "analysis analyses",
      "child children",
      "woman women",
    ],
    ["es", "factura facturas", "luz luces", "sesión sesiones", "botón botones"],
    ["ca", "casa cases", "sessió sessions", "botiga botigues", "fitxer fitxers", "disc discos", "valor valors"],
    ["pt", "versão versões", "imagem imagens", "canal canais", "arquivo arquivos", "valor valores"],
    ["fr", "canal canaux", "travail travaux", "facture factures"],
  ])("an inflected form of a term's word is recognised: %s", (language, ...pairs) => {
    const missed = pairs.filter((pair) => {
      const [term = "", word = ""] = pair.split(" ");
      return !isFormOf(word, term, language);
    });
    expect(missed).toEqual([]);
  });

  test("a different word is not recognised as an inflected form of a term's word", () => {
    expect(isFormOf("companion", "company", "en")).toBe(false);
    expect(isFormOf("fileserver", "file", "en")).toBe(false);
    expect(isFormOf("chef", "che", "fr")).toBe(false);
  });
});
