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
  ["ftl", "cs", "Get { -brand-name }", 'Získejte { -brand-name(case: "acc") }'],
  ["ftl", "it", "{ -brand-name } for phones", '{ -brand-name(capitalization: "uppercase") } per telefoni'],
  ["php", "pl", "The :attribute is invalid.", ":Attribute jest nieprawidłowy."],
  ["php", "bn", ":count posts", ":countটি পোস্ট"],
  [
    "yaml",
    "sl",
    "{0} No results|{1} One result|]1,Inf] %count% results",
    "{0} Brez|{1} En zadetek|{2,3} %count% zadetki|[4,Inf] %count% zadetkov",
  ],
  ["yaml", "fr", ",", "\u00a0"],
  ["yaml", "et", "%m/%d/%Y %I:%M %p", "%d.%m.%Y %H:%M"],
  ["json", "es", "Reading '{{ fileName }}' failed.", "Leer '{{fileName}}' falló."],
  ["properties", "tr", "Unable to write to %0.", "%0'e yazılamadı."],
  ["ftl", "cy", 'by <a href="{ $url }">{ -brand }</a>', 'gan <a href = "{ $url }">{ -brand }</a>'],
])("a correct text in %s, %s: %j as %j has no issue", (format, language, source, target) => {
  expect(found(source, target, language, format)).toEqual([]);
});

test("placeholders that a translation writes in its own way are there", () => {
  const find = (text: string, equiv: string, target: string, format: string) =>
    checkTranslation({ text, codes: [{ id: 1, kind: "placeholder", equiv }] }, target, {
      source: "en",
      target: "cs",
      format,
    }).map(({ check }) => check);
  const brand = "{ -brand-name }";
  expect(find("Get <x1/>", brand, 'Získejte { -brand-name(case: "acc") }', "ftl")).toEqual([]);
  const variants = "{ -brand-name.gender ->\n [feminine] Kde je { -brand-name }?\n *[other] Kde je { -brand-name }?\n}";
  expect(find("Where is <x1/>?", brand, variants, "ftl")).not.toContain("placeholder.altered");
  expect(find("Get one-tap access<x1/> Menu", "%1$s", "Rychlý přístup%1$sNabídka", "android")).toEqual([]);
  expect(find("<x1/> chats", "{chats}", "{chats, plural, =1{1 chat} other{{chats} chats}}", "arb")).toEqual([]);
  expect(find("Error: <x1/>", "%1", "Chyba: %L1", "qt")).toEqual([]);
  expect(find("Search for <x1/>", "@users", "Hledat @uživatele", "json")).toEqual([]);
  expect(find("Changed to: <x1/>", "{name}", "Změněno na: „{name}“", "arb")).toEqual([]);
  expect(find("The <x1/> is wrong", ":attribute", ":Attribute nemá smysl", "php")).toEqual([]);
  expect(find("The <x1/> is wrong", ":attribute", "Nemá smysl", "json")).toContain("placeholder.missing");
});

test.each([
  ["Pay at https://example.com/pay", "Zahle auf https://example.org/pay", "url.changed"],
  ["Write to help@example.com", "Schreibe an info@example.de", "email.changed"],
  ["Hello", "<script>hallo()</script>", "html.unsafe"],
  ["Hello", "<img src=x onerror=a()>", "html.unsafe"],
  ["<b>Hello</b> you", "<b>Hallo</b> <i>du</i>", "tags.extra"],
  ["%3 and %4", "%3 und", "placeholder.missing"],
  ["This does not work", "Das funktioniert", "negation.missing"],
])("%j as %j has the issue %s", (source, target, check) => {
  expect(found(source, target, "de", "po")).toContain(check);
});
