import { expect, test } from "vitest";
import { isPlainly } from "./plainly";

test("isPlainly accepts a text with enough common words of its language", () => {
  const english = "The committee will publish the final report about the quality of water in the next month.";
  expect(isPlainly(english, "en")).toBe(true);
  expect(isPlainly(english, "es")).toBe(false);
  expect(isPlainly("El comité publicará el informe sobre la calidad del agua que se bebe hoy y mañana.", "es")).toBe(
    true,
  );
});

test("isPlainly rejects a text that is short, contains only names or could be in a similar language", () => {
  expect(isPlainly("Save changes", "en")).toBe(false);
  expect(isPlainly("Zoë Quinn, Reykjavík, Þingvellir, Übermut", "en")).toBe(false);
  expect(isPlainly("La casa de la família és a prop de la mar i la gent hi va a peu.", "es")).toBe(false);
});
