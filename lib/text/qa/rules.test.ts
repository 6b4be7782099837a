// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of other languages are the matter here
import { describe, expect, test } from "vitest";
import type { Placeholder } from "@/lib/text/message/placeholders";
import { isNamed, type Syntax, syntaxOf } from "@/lib/text/message/syntax";
import type { InlineCode } from "@/lib/text/segment";
import { applyFix, checkTranslation, type QaContext } from "./check";
import { markOf } from "./punctuation-marks";
import { areRelated } from "./related-languages";
import { hasForms, isFormOf } from "./word-forms";

const CODES: readonly InlineCode[] = [
  { id: 1, kind: "pair" },
  { id: 2, kind: "format" },
  { id: 3, kind: "single" },
];
const issuesOf = (source: string, target: string, context: Partial<QaContext> = {}) =>
  checkTranslation({ text: source, codes: CODES.filter(({ id }) => source.includes(`${id}`)) }, target, {
    source: "en",
    target: "es",
    ...context,
  });
const checksOf = (...args: Parameters<typeof issuesOf>) => issuesOf(...args).map(({ check }) => check);
const numbersOf = (...args: Parameters<typeof issuesOf>) =>
  issuesOf(...args).flatMap(({ check, params }) => (check.startsWith("number.") ? [`${check} ${params.number}`] : []));

describe("number checks", () => {
  test.each([
    ["es", "1234 files", "1.234 archivos", []],
    ["es", "Chapter 6 of it", "Capítulo VI de este", []],
    ["es", "On 5/3/2024 it was", "Fue el 3 de mayo de 2024", []],
    ["es", "At 10:00 it ends", "Termina a las 10", []],
    ["es", "At 10:45 it ends", "Termina a las 10", ["number.missing 45"]],
    ["es", "Wait a moment now", "Espere 0 segundos ya", ["number.extra 0"]],
    ["es", "It ends at 5 pm", "Termina a las 17:00", []],
    ["es", "It ends at 5 pm", "Termina a las 17:45", ["number.extra 45"]],
    // Any of the spellings matches anywhere in a text without spaces.
    ["zh", "Open 11 files", "打开十一个文件", []],
    ["zh", "Open 2 files", "打开两个文件", []],
    ["zh", "Open 7 files", "打开文件", ["number.missing 7"]],
    // A digit typed instead of a similar letter.
    ["my", "The minister opened it", "၀န်ကြီးက ဖွင့်ခဲ့သည်", []],
  ])("number checks give the expected issues for a translation into %s: %j as %j", (target, source, text, expected) => {
    expect(numbersOf(source, text, { target })).toEqual(expected);
  });
});

describe("placeholder checks", () => {
  test.each<[string, Syntax, boolean]>([
    ["%s", "printf", false],
    ["%1$s", "printf", true],
    ["%%", "printf", true],
    ["%(name)s", "name", true],
    ["%{name}", "name", true],
    ["%name%", "name", true],
    ["%B", "name", true],
    ["%1", "name", true],
    ["{name}", "brace", true],
    ["{}", "brace", false],
    ["{n, number}", "icu", true],
    ["{{name}}", "mustache", true],
    ["{% if x %}", "name", true],
    ["${name}", "name", true],
    ["$t(some.key)", "name", true],
    ["#{name}", "name", true],
    ["<%= name %>", "name", true],
    ["<?php ?>", "name", true],
    ["$name", "name", true],
    ["&nbsp;", "name", true],
    [":name", "name", true],
    [":smile:", "name", true],
    ["@name", "name", true],
    ["a@b.example", "email", true],
    ["https://a.example/@b", "url", true],
  ])("a placeholder written as %s is identified as %s syntax", (text, syntax, named) => {
    const placeholder: Placeholder = { text, kind: "value", start: 0, end: text.length };
    expect(syntaxOf(placeholder)).toBe(syntax);
    expect(isNamed(text, syntax), "may be moved and repeated").toBe(named);
  });

  test("placeholder checks depend on the format: Laravel's :name is checked only in software formats, and ICU arguments on Android", () => {
    expect(checksOf("Well done :name today", "Bien hecho hoy", { format: "json" })).toContain("placeholder.missing");
    expect(checksOf("Well done :name today", "Bien hecho hoy", { format: "docx" })).toEqual([]);
    expect(checksOf("Wait {n, number} days", "Espere días", { format: "android" })).toContain("placeholder.missing");
  });

  test.each(["android", "strings", "xcstrings", "arb", "properties", "json"])(
    "ICU placeholders are compared in %s files",
    (format) => {
      expect(checksOf("Wait {n, number} days", "Espere días", { format })).toContain("placeholder.missing");
      expect(checksOf("Wait {n} days", "Espere {n} días", { format })).toEqual([]);
    },
  );

  test("a missing address with a placeholder is reported even if the translation contains a different address", () => {
    const codes: InlineCode[] = [{ id: 1, kind: "placeholder", equiv: "{name}.box@mail.example" }];
    const context = { source: "en", target: "es" };
    const found = checkTranslation({ text: "Write to <x1/> now", codes }, "Escriba a x@mail.example ya", context);
    expect(found.map(({ check }) => check)).toContain("placeholder.missing");
  });

  test("a percent sign placeholder matches the percent sign of another script", () => {
    const codes: InlineCode[] = [{ id: 1, kind: "placeholder", equiv: "%" }];
    const found = (target: string) =>
      checkTranslation({ text: "All of it<x1/>", codes }, target, { source: "en", target: "ar" }).map(
        ({ check }) => check,
      );
    expect(found("كلها٪")).not.toContain("placeholder.missing");
    expect(found("كلها")).toContain("placeholder.missing");
  });

  test("placeholders of an ICU message are its arguments, which are compared branch by branch", () => {
    const message = "{n, plural, one {# file} other {# files}}";
    expect(checksOf(`${message} of {{site}}`, `${message} de`, { format: "json" })).not.toContain(
      "placeholder.missing",
    );
  });

  test("a Finnish case ending after a name, as in Excalidraw+:aan, is not reported as a placeholder", () => {
    const found = checksOf("Open Excalidraw+", "Avaa Excalidraw+:aan", { target: "fi", format: "xliff1" });
    expect(found).not.toContain("placeholder.extra");
  });

  test("a damaged placeholder is reported even if a word follows it without a space", () => {
    expect(issuesOf("Hello ${name} there", "Hola $ {name}es ahí", { format: "json" })).toMatchObject([
      { check: "placeholder.altered", params: { placeholder: "${name}", found: "$ {name}" } },
    ]);
  });

  test("the fix for a missing placeholder doesn't restore other missing codes", () => {
    const target = "Hola !";
    const issue = issuesOf("<g1>Hello</g1> {name}!", target).find(({ check }) => check === "placeholder.missing")!;
    expect(applyFix(target, issue)).toBe("Hola {name}!");
  });
});

describe("inline code checks", () => {
  test("each fix for a missing code restores one code", () => {
    const target = "Guardar el archivo";
    const missing = issuesOf("Save <g1>the</g1> file<x3/>", target).filter(({ check }) => check === "tags.missing");
    expect(missing.map((issue) => applyFix(target, issue))).toEqual([
      "Guardar <g1>el</g1> archivo",
      "Guardar el archivo<x3/>",
    ]);
  });

  test("the fix for a missing code never puts the code into a web address", () => {
    const target = "https://one.example/two/three/four";
    for (const issue of issuesOf("Read <x3/>this page here", target))
      if (issue.check === "tags.missing") expect(applyFix(target, issue)).toContain(target);
    expect(checksOf("Read <x3/>this page here", target)).toContain("tags.missing");
  });

  test("a code that the source lacks is reported, whatever its kind", () => {
    expect(checksOf("Save it", "Guardarlo<x9/>")).toContain("tags.extra");
  });

  test("an issue about overlapping codes names the codes", () => {
    const codes: InlineCode[] = [
      { id: 1, kind: "pair" },
      { id: 2, kind: "pair" },
    ];
    const context = { source: "en", target: "es" };
    const issues = checkTranslation({ text: "<g1>a</g1> <g2>b</g2>", codes }, "<g1>a <g2>b</g1> c</g2>", context);
    expect(issues.find(({ check }) => check === "tags.nesting")?.params).toEqual({ tag: "<g1>" });
  });

  test("a code moved into or out of formatting is not reported, but a code moved into a link is", () => {
    expect(checksOf("One <g2>two</g2> <x3/>three", "Uno <g2>dos <x3/></g2>tres")).not.toContain("tags.order");
    expect(checksOf("One <g1>two</g1> <x3/>three", "Uno <g1>dos <x3/></g1>tres")).toContain("tags.order");
  });
});

describe("space checks", () => {
  test("double spaces on both sides of a code are reported without a replacement", () => {
    const found = issuesOf("One <g1>two</g1>", "Uno <g1> dos</g1>").find(({ check }) => check === "space.double");
    expect(found).toMatchObject({ start: 3, replacement: null });
  });

  test("double spaces right after a code are reported at their position", () => {
    const found = issuesOf("<x3/>One two", "<x3/>Uno  dos").find(({ check }) => check === "space.double");
    expect(found).toMatchObject({ start: 8, end: 10, replacement: " " });
  });

  test.each([" \u202f", "\u202f "])(
    "double spaces that include a narrow no-break space are replaced by a narrow no-break space: %j",
    (run) => {
      const target = `Vraiment${run}? Oui`;
      const issue = issuesOf("Really? Yes", target, { target: "fr" }).find(({ check }) => check === "space.double")!;
      expect(applyFix(target, issue)).toBe("Vraiment\u202f? Oui");
    },
  );
});

describe("markup checks", () => {
  test("broken markup in a translation is reported", () => {
    expect(checksOf("Click <b>here</b>", "Haga <b>clic</b> aquí <em hoy", { format: "html" })).toContain("html.syntax");
    expect(checksOf("Click <b>here</b>", "Haga <b>clic</b> aquí hoy", { format: "html" })).toEqual([]);
  });

  test.each(["md", "mdx"])("a link that runs a script is reported in a translation in the format %s", (format) => {
    expect(checksOf("See [this](page)", "Ver [esto](javascript:alert)", { format })).toContain("html.unsafe");
  });

  test("an unclosed ICU message is reported at the position where it ends", () => {
    const source = "Open {n, plural, one {a file} other {# files}}";
    const target = "Abrir {n, plural, one {un archivo} other {# archivos}";
    const [issue] = issuesOf(source, target, { format: "json" });
    expect(issue).toMatchObject({ check: "icu.syntax" });
    expect(issue!.start).toBeGreaterThan(0);
  });

  test("missing plural categories of an ICU message are listed in CLDR order", () => {
    const source = "{n, plural, one {a file} other {# files}}";
    const found = issuesOf(source, "{n, plural, other {# файлов}}", { target: "ru", format: "json" });
    expect(found.find(({ check }) => check === "plural.categories")?.params).toMatchObject({
      missing: "one, few, many",
    });
  });
});

describe("punctuation checks", () => {
  test("French punctuation marks need a space before the mark, and in Canadian French only the colon needs this space", () => {
    const marks = (locale: string) =>
      (["question", "exclamation", "semicolon", "colon", "stop"] as const).map((mark) => markOf(mark, locale, "fr"));
    expect(marks("fr")).toEqual(["\u202f?", "\u202f!", "\u202f;", "\u00a0:", "."]);
    expect(marks("fr-CA")).toEqual(["?", "!", ";", "\u00a0:", "."]);
  });

  test.each([
    ["hi", "।"],
    ["bn", "।"],
    ["hy", "։"],
    ["am", "።"],
    ["my", "။"],
    ["km", "។"],
    ["bo", "།"],
    ["ur", "۔"],
    ["ja", "。"],
    ["zh", "。"],
    ["es", "."],
  ])("the sentence-ending marks of %s include %s", (language, stop) => {
    expect(markOf("stop", language, language)).toBe(stop);
  });

  test("a full stop added after one or two words is not reported, since it may end an abbreviation", () => {
    expect(checksOf("Number of files", "Núm. archivos.")).not.toContain("punctuation.end");
    expect(checksOf("Save this file", "Guarde este archivo.")).toContain("punctuation.end");
  });

  test("a missing end mark is reported after a quoted sentence, but not after a quoted name", () => {
    expect(checksOf('Then he said "go home right now."', "Entonces dijo «vete a casa ya»")).toContain(
      "punctuation.end",
    );
    expect(checksOf('Press the button "Details:"', "Pulse el botón «Detalles»")).not.toContain("punctuation.end");
  });

  test("an end mark that the source lacks is reported even if the translation is a Latin name with one Japanese letter", () => {
    const found = checksOf("Windows PowerShell ISE", "Windows PowerShell ISE を。", { target: "ja" });
    expect(found).toContain("punctuation.end");
  });

  test("a quotation that isn't closed is reported", () => {
    expect(checksOf('He said "yes" now', "Il a dit «oui maintenant", { target: "fr" })).toContain("quotes.unbalanced");
  });
});

describe("language checks", () => {
  test.each(["es ca", "da nb", "hr sr", "cs sk", "ru uk", "id ms", "bg mk", "af nl"])(
    "the languages %s count as closely related",
    (pair) => {
      const [a = "", b = ""] = pair.split(" ");
      expect([areRelated(a, b), areRelated(b, a), areRelated(a, a), areRelated(a, "de")]).toEqual([
        true,
        true,
        true,
        false,
      ]);
    },
  );

  test("a wrong-language issue names the language with most function words in the translation", () => {
    const found = issuesOf(
      "The house and the tree are in the garden of it",
      "und nous dans cette maison avec vous pour notre ville",
    );
    expect(found.find(({ check }) => check === "language.mismatch")?.params).toEqual({ language: "fr" });
  });

  test("a wrong language is reported from five function words of another language, or three of the source language", () => {
    const mismatch = (target: string) => checksOf("Take this house today", target).includes("language.mismatch");
    expect(mismatch("dans jardin avec maison pour")).toBe(false);
    expect(mismatch("the casa with jardín and sol")).toBe(true);
  });

  test("a translation is not checked for its script if the target language has an unknown script", () => {
    expect(checksOf("Save the file", "Guardar el archivo", { target: "es-Qaaa" })).not.toContain("script.mismatch");
  });

  test("function words in another script are reported only as a script mismatch", () => {
    const found = checksOf("It is in the house and on the table", "это в доме и на том что не по с как");
    expect(found).toContain("script.mismatch");
    expect(found).not.toContain("language.mismatch");
  });

  test.each("sr bs uz kk ky mn az tt crh kaa tg ku ha ms pa sd ks".split(" "))(
    "a text in %s, which uses several scripts, isn't reported as a wrong script",
    (target) => {
      expect(checksOf("Save the file now", "Αποθήκευση του αρχείου τώρα", { target })).toContain("script.mismatch");
    },
  );

  test("a translation that contains only source words is reported, unless these are names", () => {
    expect(checksOf("open the file now", "open file", { target: "ru" })).toContain("script.mismatch");
    expect(checksOf("open Photoshop Elements now", "Photoshop Elements", { target: "ru" })).not.toContain(
      "script.mismatch",
    );
  });
});

describe("repetition checks", () => {
  test("a phrase is reported as repeated from three occurrences, even if the text contains nothing else", () => {
    const phrase = "uno dos tres";
    expect(checksOf("One of them", `${phrase} ${phrase} ${phrase}`)).toContain("mt.repetition");
    expect(checksOf("One of them", `${phrase} ${phrase}`)).not.toContain("mt.repetition");
  });

  test("an Arabic word doubled for emphasis is not reported as repeated", () => {
    expect(checksOf("Thank you much", "شكرًا شكرًا لك", { target: "ar" })).not.toContain("repeated.word");
    expect(checksOf("This is it now", "هذا هذا هو الآن", { target: "ar" })).toContain("repeated.word");
  });
});

describe("inflected forms of glossary terms", () => {
  test.each([
    ["en", ["file files", "box boxes", "entry entries"], ["file filer", "file filed"]],
    ["es", ["archivo archivos", "árbol árboles"], ["archivo archivero"]],
    ["ca", ["fitxer fitxers", "disc discos"], ["fitxer fitxera"]],
    ["pt", ["arquivo arquivos", "valor valores"], ["valor valorar"]],
    ["fr", ["fichier fichiers", "bureau bureaux", "ouvert ouverte", "ouvert ouvertes"], ["fichier fichière"]],
    ["de", ["tag tage", "datei dateien", "feld felder", "feld feldern", "ordner ordners", "tag tages"], ["tag tagung"]],
    ["nl", ["knop knopen", "server servers", "groot groote"], ["map mapping"]],
    // Languages without a list: three letters in common, at most two lost at the term's end, and at most three added.
    ["pl", ["plik pliki", "plik plikach", "dom domu", "strona stron"], ["plik plikowych", "do dom", "strona stare"]],
  ])("inflected forms of a term are recognised in %s", (language, forms, others) => {
    const isForm = (pair: string) => isFormOf(pair.split(" ")[1]!, pair.split(" ")[0]!, language);
    expect(forms.filter((pair) => !isForm(pair))).toEqual([]);
    expect(others.filter(isForm)).toEqual([]);
  });

  test("a glossary term is found in a text without spaces, in upper or lower case", () => {
    const term = { source: "webサーバー", caseSensitive: false, doNotTranslate: false };
    const terms = [{ ...term, targets: [{ text: "servidor web", usage: "preferred" as const }] }];
    expect(checksOf("WEBサーバーを開く", "Abrir un aparato", { source: "ja", terms })).toContain("glossary.missing");
  });
});

describe("bracket checks", () => {
  test("missing brackets are reported if the bracketed text is missing, too, unless the translation contains a name from that text", () => {
    const source = "Open the settings of the whole project (only for the users of Acme) now";
    expect(checksOf(source, "Abrir los ajustes del proyecto ya")).toContain("brackets.mismatch");
    expect(checksOf(source, "Abrir los ajustes para Acme ya")).not.toContain("brackets.mismatch");
  });

  test.each(["operand(es)", "operand (es)", "user(ette)"])(
    "missing brackets around an optional ending such as %s are not reported",
    (word) => {
      expect(checksOf(`Delete the ${word} that you chose long before`, "Borrar lo elegido")).not.toContain(
        "brackets.mismatch",
      );
    },
  );

  test("missing brackets are not reported if the translation starts with a name from the bracketed text", () => {
    const source = "All the many members of it (people from NATO) meet in Brussels every single year";
    expect(checksOf(source, "NATO se reúne cada año")).not.toContain("brackets.mismatch");
  });

  test("missing brackets around a unit after a number are reported, unlike those around an optional ending", () => {
    const source = "The distance is 5 (km) between both of these very old towns";
    expect(checksOf(source, "La distancia es de 5")).toContain("brackets.mismatch");
  });

  test("an unmatched closing bracket is reported, unless it follows the letter or number of a list item", () => {
    expect(checksOf("Save the file", "Guarde archivo) ya")).toContain("brackets.unbalanced");
    expect(checksOf("Save the file", "a) Guarde el archivo")).not.toContain("brackets.unbalanced");
    expect(checksOf("Save the file", "12) Guarde el archivo")).not.toContain("brackets.unbalanced");
  });
});

test.each(["Guardar  esto 5", "5 Guardar  esto"])(
  "issues of equal severity in %j are returned in text order",
  (target) => {
    const starts = issuesOf("Save it", target)
      .filter(({ check }) => check === "number.extra" || check === "space.double")
      .map(({ start }) => start!);
    expect(starts).toEqual([target.indexOf("5"), target.indexOf("  ")].sort((a, b) => a - b));
  },
);

test("the fix for overlapping codes reorders them without adding missing codes", () => {
  const codes: InlineCode[] = [
    { id: 1, kind: "pair" },
    { id: 2, kind: "pair" },
    { id: 3, kind: "single" },
  ];
  const target = "<g1>a <g2>b</g1> c</g2>";
  const segment = { text: "<g1>a</g1> <g2>b</g2><x3/>", codes };
  const issue = checkTranslation(segment, target, { source: "en", target: "es" }).find(
    ({ check }) => check === "tags.nesting",
  )!;
  const fixed = applyFix(target, issue);
  expect(fixed.match(/<[^>]+>/g)?.sort()).toEqual(["</g1>", "</g2>", "<g1>", "<g2>"]);
  expect(fixed.replace(/<[^>]+>/g, "")).toBe("a b c");
});

test("a repeated phrase is reported within one of several plural forms separated by bars", () => {
  const phrase = "uno dos tres";
  expect(checksOf("One|Many", `uno|${phrase} ${phrase} ${phrase}`)).toContain("mt.repetition");
  expect(checksOf("One|Many|More", `${phrase}|${phrase}|${phrase}`)).not.toContain("mt.repetition");
});

test("a unit right after a Qt placeholder is not part of the placeholder", () => {
  expect(checksOf("%1 days", "%1d", { format: "qt" })).not.toContain("placeholder.extra");
  expect(checksOf("%1 days", "%2d", { format: "qt" })).toContain("placeholder.altered");
});

test("a glossary term is found if the first two thirds of its letters match a word", () => {
  expect(hasForms("archivos", ["archivado"])).toBe(true);
  expect(hasForms("archivos", ["arco", "archipielago"])).toBe(false);
});

test("a source with only, just or yet and a negation may be translated without a negation", () => {
  expect(checksOf("You do not only save time here", "Aquí además ahorra tiempo")).not.toContain("negation.missing");
  expect(checksOf("You do not save time here", "Aquí además ahorra tiempo")).toContain("negation.missing");
});

test("<br> counts as a line break", () => {
  for (const lineEnd of ["<br>", "<br/>", "<br />"])
    expect(checksOf("One house.\nTwo houses.", `Una casa.${lineEnd}Dos casas.`)).not.toContain("newline.count");
  expect(checksOf("One house.\nTwo houses.", "Una casa. Dos casas.")).toContain("newline.count");
});

test("a message such as translator_credits, whose translation is the translators' names, is not checked", () => {
  expect(checksOf("translator_credits", "Ada Lovelace 1843")).toEqual([]);
  expect(checksOf("About translator_credits", "Ada Lovelace 1843")).toContain("number.extra");
});

test("a missing negation is reported only in texts of up to 160 characters", () => {
  const source = (length: number) => `Do not open it${" at home".repeat(30)}`.slice(0, length - 1).concat(".");
  expect(checksOf(source(160), "Ábralo en casa")).toContain("negation.missing");
  expect(checksOf(source(161), "Ábralo en casa")).not.toContain("negation.missing");
});

test.each([
  ["`%s` for `%1$s`", "The amount cannot be lower than %1$s", "La quantité ne peut être inférieure à %s", "fr", "po"],
  ["`%1$s` for `%s`", "Delete %s now", "Jetzt %1$s löschen", "de", "po"],
  [
    "wordings of one command",
    "Turn on %@ Switch on %@ Connect %@ Start %@",
    "Encender %@ Conectar %@ Iniciar %@",
    "es",
    "xliff1",
  ],
  ["a variable before a Korean particle", "Show %start% to %end%.", "%end%에서 %start%을 표시합니다.", "ko", "xliff1"],
  ["a Hungarian ending after a percent sign", "% of screen", "a képernyő %-a", "hu", "strings"],
  ["a date pattern", "j F Y", "Y\\年n\\月j\\日", "ko", "php"],
  ["a name for a text", "datatables_localization", '{"lengthMenu": "Mostra _MENU_ {n} 5"}', "ca", "po"],
  ["a Chinese message without a full stop", "Feed table is okay.", "Feed 表正常", "zh-Hans", "php"],
  ["a Bengali colon", "Play video, duration:", "ভিডিও প্রাকদর্শন, সময়ঃ", "bn", "android"],
  ["a label instead of a sentence", "%1 apps missing from list.", "Aplicativos faltando na lista: %1", "pt-BR", "qt"],
])("a correct translation has no issue: %s", (_, source, target, language, format) => {
  expect(checksOf(source, target, { target: language, format })).toEqual([]);
});

test("a missing or swapped printf argument is reported", () => {
  expect(checksOf("%1$s of %2$d", "%d de %s", { target: "fr", format: "po" })).toContain("placeholder.altered");
  expect(checksOf("Call %@ or %@", "Llamar %@", { target: "es", format: "strings" })).toEqual(["placeholder.missing"]);
});
