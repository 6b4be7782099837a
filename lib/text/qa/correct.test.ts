import { expect, test } from "vitest";
import { plainSegment } from "@/lib/text/segment";
import { checkTranslation } from "./check";

/** The checks that report a translation from English. */
function found(source: string, target: string, language: string, format: string): string[] {
  const context = { source: "en", target: language, format };
  return checkTranslation(plainSegment(source), plainSegment(target).text, context).map(({ check }) => check);
}

/** Shapes of human translations in public repositories that checks once reported. */
test.each([
  ["po", "de", "%3click here%4 now", "%3hier klicken%4 jetzt"],
  ["po", "de", "%1Create%2 a page", "Seite %1anlegen%2 oder suchen"],
  ["po", "de", "%quant(%1,file,files) found", "%quant(%1,Datei,Dateien) gefunden"],
  ["fluent", "de", "Away from {$deck}.", "Weg aus { $deck }."],
  ["json", "de", "Hello {{ user.name }}", "Hallo {{user.name}}"],
  ["json", "de", "This cannot take more than 5", "Das nimmt höchstens 5"],
  ["json", "de", "It does not matter", "Das ist egal"],
  ["json", "fr", "The file cannot be found", "Le fichier est introuvable"],
  ["json", "it", "The file cannot be found", "Il file è introvabile"],
  ["json", "de", "https://example.com/help", "https://hilfe.example.org/start"],
  ["json", "de", "See https://en.wikipedia.org/wiki/Privacy", "Siehe https://de.wikipedia.org/wiki/Datenschutz"],
  ["json", "de", "[link] to it", "[Link] dazu"],
])("%s, %s: %j as %j has no finding", (format, language, source, target) => {
  expect(found(source, target, language, format)).toEqual([]);
});

test.each([
  ["Pay at https://example.com/pay", "Zahle auf https://example.org/pay", "url.changed"],
  ["Write to help@example.com", "Schreibe an info@example.de", "email.changed"],
  ["Hello", "<script>hallo()</script>", "html.unsafe"],
  ["Hello", "<img src=x onerror=a()>", "html.unsafe"],
  ["<b>Hello</b> you", "<b>Hallo</b> <i>du</i>", "tags.extra"],
  ["%3 and %4", "%3 und", "placeholder.missing"],
  ["This does not work", "Das funktioniert", "negation.missing"],
])("%j as %j is %s", (source, target, check) => {
  expect(found(source, target, "de", "po")).toContain(check);
});
