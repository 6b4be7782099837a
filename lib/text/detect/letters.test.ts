import { expect, test } from "vitest";
import { foreignLetters } from "./letters";

/** Texts that consist only of letters of their language. */
const WRITTEN = {
  es: "el pingüino comió señales rápidas aquí, según él, en el jardín público",
  da: "på øen så æblerne ud af én café",
  nb: "blåbær, søt, ærlig, én, fôr",
  nl: "één coöperatie met reünies, poëzie, naïef, vóór, crème en enquête",
  fr: "où ça, là-bas, très français, noël, maïs, œuf, forêt, hôtel, dû, où, aiguë, cœur",
  de: "größe, für, öl, über, ältere",
  uk: "ґанок, їжак, єнот, щастя, м'яч, ія",
  ru: "съёмка, эхо, ыть, щука",
  vi: "đường phố việt nam, những người bạn, ở đây",
  sv: "återvända, öl, ängel",
  tr: "ağaç, çiçek, ışık, göz, şeker, gül",
  cs: "příliš žluťoučký kůň úpěl ďábelské ódy",
  ro: "țară, șase, înainte, așa, ăsta",
};

test.each(Object.entries(WRITTEN))("letters used in %s never count as foreign in that language", (language, text) => {
  const counts = foreignLetters(text, Object.keys(WRITTEN));
  expect(counts.get(language) ?? 0).toBe(0);
  const others = Object.keys(WRITTEN).filter((other) => other !== language);
  expect(others.some((other) => (counts.get(other) ?? 0) > 0)).toBe(true);
});

test("a repeated foreign letter counts once, at most three letters count, and a language without a letter list gets half the count", () => {
  expect(foreignLetters("ñññ", ["es", "fr"])).toEqual(new Map([["fr", 1]]));
  expect(foreignLetters("åäöø", ["sv", "da", "es"]).get("es")).toBe(3);
  expect(foreignLetters("ñ", ["es", "zz"])).toEqual(new Map([["zz", 0.5]]));
  expect(foreignLetters("ñ", ["fr", "de"])).toEqual(new Map());
});
