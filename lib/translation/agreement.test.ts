import { expect, test } from "vitest";
import { agrees } from "./agreement";

/** `[…]` marks the glossary's wording in the text. */
function fits(text: string, target: string): boolean {
  const [, before = "", wording = "", after = ""] = /^(.*)\[(.*)\](.*)$/.exec(text)!;
  return agrees({ before, wording, after }, target);
}

test.each([
  ["es", "Las facturas de la [empresa]"],
  ["es", "El [proveedor] de la casa"],
  ["es", "El nuevo [espacio de trabajo] está a punto"],
  ["es", "Archivos. [Factura] 12"],
  ["es", "Enviar con [factura]"],
  ["ca", "La [botiga] de la ciutat"],
  ["pt-BR", "A [empresa] de software"],
  ["fr", "Le [paiement] de la facture"],
  ["it", "La [fattura] di oggi"],
  ["en", "Open an [invoice]"],
  ["ja", "この[請求書]を開く"],
  ["de", "[Rechnung] 12"],
])("a glossary translation is accepted if it agrees with its sentence in gender and number: %s %s", (target, text) => {
  expect(fits(text, target)).toBe(true);
});

test.each([
  ["es", "Las facturas del [empresa]"],
  ["es", "Enviar el [factura]"],
  ["es", "Los [factura] de hoy"],
  ["es", "La [sistema] de hoy"],
  ["es", "Una [empresa] nuevo"],
  ["es", "El nuevo [panel] nueva"],
  ["es", "El nueva [espacio]"],
  ["fr", "Le [facture] de la semaine"],
  ["fr", "Les [paiement]"],
  ["it", "Il [fattura]"],
  ["en", "Open a [invoice]"],
  ["de", "Öffnen Sie die [Vertrag]"],
  ["ru", "Удалить [счёт] сейчас"],
  ["pl", "Usuń [faktura]"],
])(
  "a glossary translation is rejected if it may not agree with its sentence in gender and number: %s %s",
  (target, text) => {
    expect(fits(text, target)).toBe(false);
  },
);
