// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of other languages are the matter here
import { expect, test } from "vitest";
import { plainSegment } from "@/lib/text/segment";
import { checkTranslation } from "./check";

/** The checks that report findings in a translation from English. */
function found(source: string, target: string, language: string, format: string): string[] {
  const context = { source: "en", target: language, format };
  return checkTranslation(plainSegment(source), plainSegment(target).text, context).map(({ check }) => check);
}

/** Human translations in public repositories, simplified, which checks once reported wrongly. */
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
  ["qt", "et", "Tokens start with %", "Asendusmärgid algavad %'ga"],
  ["qt", "ja", "Surround it with curly braces", "「{ }」で囲む"],
  ["qt", "eu", "Zoom 400%", "%400eko zooma"],
  ["json", "fr", 'On the "file:" protocol', 'Sur le protocole "file:"'],
  ["strings", "hi", "Scale:", "स्केलः"],
  ["json", "zh-Hans", "Hi {name},", "您好，{name}："],
  ["resx", "ja", "Testing...", "テスト中"],
  ["po", "fr", "Falkland Islands (Malvinas)", "Îles Malouines"],
  ["resx", "de", "Format: {XHTTPObject}", "Format: {Objekt}"],
  ["json", "de", "Use http:// or https://?", "Soll http:// oder https:// gelten?"],
  ["yaml", "zh-Hans", "An email to %email% was sent", "系统向%email%发送了邮件"],
  ["yaml", "fi", "Data sourced from the\nSpanish Institute", "Tietoja Espanjan instituutista"],
  ["strings", "el", "It is not bullet-proof", "Δεν είναι 100% σίγουρο"],
  ["xliff1", "cs", "Only %times% times per session.", "Jen %times%x za sezení."],
  ["ftl", "it", "See all recordings", "{ $n -> [one] Vedi la registrazione *[other] Vedi le registrazioni }"],
  ["xliff1", "es", "Use the `:EN+DE` suffix", "Usa el sufijo `:ES+DE`"],
  ["yaml", "es", "The u:www-data:rwX group", "El grupo u:www-datos"],
  ["qt", "eu", "Page %1 of %2", "%1 orria %2tik"],
  ["qt", "de", "Error.~%Empty space.", "Fehler.~%Leerraum."],
  ["php", "vi", '<div style="margin-top:-40px"></div>', '<div style = "margin-top: -40px"></div>'],
  ["android", "fi", "%,d votes", "%d ääntä"],
  ["android", "de", 'Is not shared. <a href="x">Learn more', 'Wird nicht geteilt. <a href="x">Mehr dazu</a>'],
  ["ini", "es", "%d weeks %s", "%[2]s %[1]d semanas"],
  ["po", "ar", "Copying %'d files", "يُنسخ %I'd ملف"],
  ["po", "fa", "Deleted %.2f seconds", "%I.2f ثانیه حذف شد"],
  ["properties", "fr", "The mark ${VAR_NAME} is replaced", "La marque ${VAR_NAME} est remplacée"],
  ["ftl", "cy", 'by <a href="{ $url }">{ -brand }</a>', 'gan <a href = "{ $url }">{ -brand }</a>'],
])("correct translations in the format %s into %s cause no issue: %j as %j", (format, language, source, target) => {
  expect(found(source, target, language, format)).toEqual([]);
});

test("a placeholder written differently in the translation is not reported as missing", () => {
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
  ["ftl", "<x1/> fps", "{$rate}", "{ $rate } fps"],
  ["arb", "Set <x1/>", "{nr}", "Sada {nr }"],
  ["json", "By <x1/>", "{{ appName }}", "Od {{appName}}"],
  ["yaml", "GeoBase<x1/> data", "&reg;", "Data GeoBase®"],
  ["yaml", "<x1/> %-d at %H:%M", "%B", "%-d. %-m. v %H:%M"],
  ["properties", "The style <x1/> was installed", "%S", "Styl %1$S byl nainstalován"],
  ["properties", "The package of <x1/>", "%S", "Balíček %1$0.S"],
  ["po", "Updating <x1/>", "%1%", "Päivitetään %1 %"],
  ["resx", "Ignore <x1/>?", "@NoIndent-Annotations", "Ignorovat anotace @NoIndent?"],
  ["resx", "Type(<x1/>)", "{expression}", "Type({výraz})"],
  ["qt", "/redact <x1/>", "$eventid", "/redact $událost"],
  ["ftl", "Removed from <x1/>", "{trash}", "Odebráno z koše"],
  ["ftl", "Deleting <x1/> now", "{…}", "Maže se"],
  ["json", "See <x1/>", "https://a.example/{name}", 'Viz &lt;a href="https://a.example/{name}">toto&lt;/a>'],
  ["ini", "<x1/> months", "%d", "%[1]d měsíců"],
  ["ini", "<x1/> is not allowed", "%q", "«%s» není povoleno"],
  ["json", "<x1/> Completed Tasks", "%n", "%nمهمة مكتملة"],
  ["properties", "A special mark $<x1/>", "{VAR_NAME}", "Značka ${VAR_NAME}"],
])(
  "a placeholder in another valid form is not reported as missing: format %s, source %j with %s, translation %j",
  (format, text, equiv, target) => {
    const codes = [{ id: 1, kind: "placeholder" as const, equiv }];
    const issues = checkTranslation({ text, codes }, target, { source: "en", target: "cs", format });
    expect(issues.map(({ check }) => check).filter((check) => check.startsWith("placeholder"))).toEqual([]);
  },
);

test("a web address in a code is checked like an address in the text, and a code that the source repeats is needed only once", () => {
  const find = (text: string, equiv: string, target: string) => {
    const codes = [1, 2].map((id) => ({ id, kind: "placeholder" as const, equiv }));
    const context = { source: "en", target: "ca", format: "json" };
    return checkTranslation({ text, codes }, target, context).map(({ check, severity }) => [check, severity]);
  };
  expect(find("Your <x1/> account at <x2/>", "gpodder.net", "El compte <x1/>")).toEqual([]);
  expect(find("The <x1/> menu of <x2/>", "%1$@", "El menú de <x1/>")).toEqual([]);
  expect(find("See <x1/>", "https://gnu.org/gpl.en.html", "Vegeu https://gnu.org/gpl.ca.html")).toEqual([]);
  expect(find("See <x1/>", "http://gnu.org/a", "Vegeu https://gnu.org/a")).toEqual([]);
  expect(find("See <x1/>", "https://gnu.org/a", "Vegeu això")).toEqual([["url.changed", "warning"]]);
});

test("a link to a different address and a line break in a different notation are not reported as missing codes", () => {
  const find = (text: string, kind: "pair" | "single", target: string) => {
    const codes = [{ id: 1, kind, ...(kind === "single" ? { equiv: "\n" } : {}) }];
    const context = { source: "en", target: "fr", format: "android" };
    return checkTranslation({ text, codes }, target, context).filter(({ check }) => check.startsWith("tags"));
  };
  expect(find("The <g1>page</g1>", "pair", 'La &lt;a href="http://gbif.org">page&lt;/a>')).toEqual([]);
  expect(find("The <g1>page</g1>", "pair", "La &amp;lt;b&amp;gt;page&amp;lt;/b&amp;gt;")).toEqual([]);
  const inCdata = { id: 1, kind: "pair" as const };
  const link = { ...inCdata, id: 2 };
  expect(
    checkTranslation(
      { text: "See <g1><g2>page</g2></g1>", codes: [inCdata, link] },
      'La &amp;lt;a href="x"&amp;gt;page&amp;lt;/a&amp;gt;',
      { source: "en", target: "fr", format: "android" },
    ).filter(({ check }) => check.startsWith("tags")),
  ).toEqual([]);
  expect(find("One.<x1/>Two.", "single", "Un.\nDeux.")).toEqual([]);
  expect(find("One.<x1/>Two.", "single", "Un. Deux.")).toMatchObject([{ check: "tags.missing", severity: "warning" }]);
});

test("missing and extra tags that are text cause warnings if they only format words, and errors otherwise", () => {
  const find = (target: string) =>
    checkTranslation(plainSegment('The <code>log</code> of <a href="x">it</a>'), plainSegment(target).text, {
      source: "en",
      target: "de",
      format: "xliff1",
    }).map(({ check, severity }) => [check, severity]);
  expect(find('Das <em>Log</em> <a href="x">davon</a>')).toEqual([
    ["tags.extra", "warning"],
    ["tags.extra", "warning"],
    ["tags.missing", "warning"],
    ["tags.missing", "warning"],
  ]);
  expect(find("Das <code>Log</code> davon")).toContainEqual(["tags.missing", "error"]);
});

test("a translation that equals its source gets one issue instead of several", () => {
  const text = "This will be applied to all of the existing members";
  expect(found(text, text, "de", "json")).toEqual(["same_as_source"]);
});

test.each([
  ["Pay at https://example.com/pay", "Zahle auf https://example.org/pay", "url.changed"],
  ["Write to help@example.com", "Schreibe an info@example.de", "email.changed"],
  ["Hello", "<script>hallo()</script>", "html.unsafe"],
  ["Hello", "<img src=x onerror=a()>", "html.unsafe"],
  ["<b>Hello</b> you", "<b>Hallo</b> <i>du</i>", "tags.extra"],
  ["%3 and %4", "%3 und", "placeholder.missing"],
  ["This does not work", "Das funktioniert", "negation.missing"],
])("the translation of %j as %j is reported with %s", (source, target, check) => {
  expect(found(source, target, "de", "po")).toContain(check);
});
