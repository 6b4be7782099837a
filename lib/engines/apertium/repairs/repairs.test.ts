import { beforeAll, describe, expect, test } from "vitest";
import { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { ApertiumEngine } from "@/lib/engines/apertium/engine";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { plainSegment } from "@/lib/text/segment";
import { repairCapitals } from "./capitals";
import { applyEdits, type Edit, type Piece, wholeText, withinCodes } from "./edits";
import { closeHyphens, closeStops, dropDoubleCommas, JOINT, openJoints } from "./gaps";
import { findLabels } from "./labels";
import { asAnalysed } from "./letters";
import { openQuestions } from "./marks";
import { SPANISH_RULES } from "./spanish";

function edited(whole: string, edits: readonly Edit[]): string {
  const pieces: Piece[] = [{ text: whole, node: 0 }];
  applyEdits(pieces, edits);
  return wholeText(pieces);
}

test("an edit can span several text pieces with codes in between", () => {
  const pieces: Piece[] = [
    { text: "one ", node: 0 },
    { blank: 3 },
    { text: "two", node: 1 },
    { text: " three", node: 0 },
  ];
  applyEdits(pieces, [
    { start: 0, end: 0, text: "¿" },
    { start: 5, end: 9, text: "zwei-" },
  ]);
  expect(pieces).toEqual([
    { text: "¿one ", node: 0 },
    { blank: 3 },
    { text: "zwei-", node: 1 },
    { text: "three", node: 0 },
  ]);
});

test("repairs never swap words across inline codes", () => {
  const pieces: Piece[] = [
    { text: "la ", node: 0 },
    { text: "casa grande", node: 1 },
    { text: " y el coche grande", node: 0 },
  ];
  const edits = SPANISH_RULES.flatMap((rule) => rule(wholeText(pieces), "the big house and the big car"));
  applyEdits(pieces, withinCodes(pieces, edits));
  expect(pieces.map((piece) => ("text" in piece ? piece.text : ""))).toEqual([
    "la ",
    "casa grande",
    " y el gran coche",
  ]);
});

describe("capitalisation", () => {
  test.each([
    ["hello world", "hola Mundo", "hola mundo"],
    ["FAQ and Help", "FAQ Y Ayuda", "FAQ y Ayuda"],
    ["Piquet Jr. crashed in the race.", "Piquet Jr. Chocado en la carrera.", "Piquet Jr. chocado en la carrera."],
    ["Hsieh also spoke of London.", "Hsieh También habló de Londres.", "Hsieh también habló de Londres."],
    ["The iPhone and the NATO summit", "El IPHONE y la cumbre de la Nato", "El iPhone y la cumbre de la NATO"],
    ["The 28-year-old Vidal left.", "El vidal de 28 años dejó.", "El Vidal de 28 años dejó."],
    ["See Downing Street in London.", "Ve Downing Calle en Londres.", "Ve Downing Calle en Londres."],
    ["Hon är i Dublin, JAS kom.", "Hún er í Dublin, JAS KOM.", "Hún er í Dublin, JAS kom."],
    ["The U.S. and Dublin", "EEUU y Dublín", "EEUU y Dublín"],
    ["Il est de Dublin et de la mer.", "És de Dublín i de la mar.", "És de Dublín i de la mar."],
    ["THE RED HOUSE", "LA CASA ROJA", "LA CASA ROJA"],
    ["They came in the 18th century.", "Vinieron en el siglo XVIII.", "Vinieron en el siglo XVIII."],
    ["Elle vit aux Jeux olympiques.", "Vive en los Juegos Olímpicos.", "Vive en los Juegos Olímpicos."],
    ["Dean saw Britain.", "Dean vio Gran Bretaña.", "Dean vio Gran Bretaña."],
    ["यह लंदन है", "Esto Es Londres", "Esto Es Londres"],
  ])("words capitalised only in the translation are put in the source's case: %s", (source, answer, expected) => {
    expect(edited(answer, repairCapitals(answer, source, "es"))).toBe(expected);
  });

  test("the first word of a sentence is capitalised only if the source's first word is", () => {
    const answer = "Le Brésil est le pays le plus grand.";
    expect(edited(answer, repairCapitals(answer, "Brasil es el país más grande.", "fr", true))).toBe(answer);
    expect(edited(answer, repairCapitals(answer, "Brasil es el país más grande.", "fr"))).toContain("Le brésil");
  });

  test("a word keeps its capital if the target language requires it, even if the source word is lower case", () => {
    const answer = "I saw the Spanish team on Monday.";
    expect(edited(answer, repairCapitals(answer, "Vi el equipo español el lunes.", "en-US"))).toBe(answer);
  });
});

describe("question and exclamation marks", () => {
  test.each([
    ["Dónde eres?", "¿Dónde eres?"],
    ["Qué un día!", "¡Qué un día!"],
    ['Preguntó: "Dónde estás?" y fue.', 'Preguntó: "¿Dónde estás?" y fue.'],
    ["Es tarde. Vienes? Sí!", "Es tarde. ¿Vienes? ¡Sí!"],
    ["«Qué?!»", "«¿Qué?!»"],
    ["¿Ya? ¡Sí!", "¿Ya? ¡Sí!"],
    ["A las 10:30 vienes (o no)?", "¿A las 10:30 vienes (o no)?"],
    ["Yahoo! dijo que no (?), a != b.", "Yahoo! dijo que no (?), a != b."],
    ["\ufffc Dónde estás\ufffc?", "\ufffc ¿Dónde estás\ufffc?"],
    ["Gritó: “No toques eso!” y dejó.", "Gritó: “¡No toques eso!” y dejó."],
    ["Gritó: «No toques eso!»", "Gritó: «¡No toques eso!»"],
    ['Él dijo: "Sí" es una respuesta? No.', 'Él dijo: ¿"Sí" es una respuesta? No.'],
    ["«Casa» es roja?", "¿«Casa» es roja?"],
    ["Dijo 'es el juguete, no?'", "Dijo '¿es el juguete, no?'"],
    ["x != y! Es? un ? b : c", "¡x != y! ¿Es? un ? b : c"],
    ["Hace (a != b) obra?", "¿Hace (a != b) obra?"],
    ["Es x !== y vale?", "¿Es x !== y vale?"],
    ["El sitio de Yahoo! es grande? Sí.", "¿El sitio de Yahoo! es grande? Sí."],
    ["El color es a ? b : c, vale?", "¿El color es a ? b : c, vale?"],
    ["Usar x cuando y != nulo.", "Usar x cuando y != nulo."],
    ["Usar x ? 1 : 0 y cond? a : b.", "Usar x ? 1 : 0 y cond? a : b."],
    ["Ve [términos](a.md) y ![logotipo](b.png).", "Ve [términos](a.md) y ![logotipo](b.png)."],
    ["El <?= $casa ?> es rojo.", "El <?= $casa ?> es rojo."],
    ["Llama valor?.nombre y a ?? b, !x, ls -la !$.", "Llama valor?.nombre y a ?? b, !x, ls -la !$."],
    ["Va a /buscar?q=rojo y a!b.", "Va a /buscar?q=rojo y a!b."],
    ["El operador ! niega, la regla !important no.", "El operador ! niega, la regla !important no."],
    ["Qué?... Sí!)", "¿Qué?... ¡Sí!)"],
    ["Hola! Vienes?😀", "¡Hola! ¿Vienes?😀"],
    ["Hola, -4!", "¡Hola, -4!"],
    ["-Hola, -dijo!", "-Hola, -¡dijo!"],
  ])("Spanish questions and exclamations get opening marks: %s", (answer, expected) => {
    expect(edited(answer, openQuestions(answer, "es"))).toBe(expected);
    expect(openQuestions(answer, "ca")).toEqual([]);
  });
});

describe("spacing and punctuation", () => {
  test.each([
    ["a 20-year-old", `persona${JOINT}de${JOINT}20${JOINT}años`, "persona de 20 años"],
    [
      "The 39C costs 10km, (really).",
      `El 39${JOINT}C cuesta 10${JOINT}km${JOINT}, (${JOINT}de veras${JOINT})${JOINT}.`,
      "El 39C cuesta 10km, (de veras).",
    ],
    ["A trade-off", `Un comercio -${JOINT}fuera`, "Un comercio-fuera"],
    ["two- and three-year", "dos- y tres", "dos- y tres"],
    ["'It's mine!'", "'es mía !'", "'es mía!'"],
    ["too late (now).", "tarde (ahora ) .", "tarde (ahora)."],
    ["The end .", "El fin .", "El fin ."],
  ])("spacing and punctuation of the translation are corrected: %s", (source, answer, expected) => {
    let text = edited(answer, openJoints(answer, source));
    text = edited(text, closeHyphens(text, source));
    expect(edited(text, closeStops(text, source, "en", "es"))).toBe(expected);
  });

  test("a space before a closing mark is kept only in French", () => {
    expect(edited("¿Dónde está ?", closeStops("¿Dónde está ?", "Où est-il ?", "fr", "es"))).toBe("¿Dónde está?");
    expect(closeStops("Où est-il ?", "¿Dónde está?", "es", "fr")).toEqual([]);
  });
});

test("a comma that the dictionary adds is removed if the text already has a comma at that position", () => {
  const [answer, source] = ["En otras palabras,, una línea , , aquí", "In other words, a line, here"];
  expect(edited(answer, dropDoubleCommas(answer, source))).toBe("En otras palabras, una línea , aquí");
  expect(dropDoubleCommas("a,,b", "a,,b")).toEqual([]);
});

test.each([
  ["a) red and (b) blue", ["a) ", "(b)"]],
  ["A. Like this", ["A."]],
  ["N/A, A/B testing, OK", ["N/A", "A/B", "OK"]],
  ["Yes/No or yes/no", ["Sí/No", "sí/no"]],
  ["A house, and/or a man: I (we) 5/6 km/h", []],
  ["The sum a + b of Mrs. Green, Mr. Brown and a man", ["a", "Green", "Brown"]],
  ["If b < a, then Dr. White and a × c = a house", ["a", "White", "a"]],
])("single letters used as labels are not translated as articles: %s", (text, expected) => {
  const labels = findLabels(text, true, { source: "en", target: "es" });
  expect(labels.map(({ written }) => written.trim())).toEqual(expected.map((one) => one.trim()));
});

test("the word March before a day and a year is not treated as a label in Catalan, whose rules translate the whole date", () => {
  const labels = (target: string) => findLabels("On March 18, 1965", true, { source: "en", target });
  expect(labels("ca")).toEqual([]);
  expect(labels("es").map(({ written }) => written)).toEqual(["marzo"]);
});

test.each([
  ["ca", "ceŀlula, cel•la, coŀlegi, CEĿLULA; a • b", "cel·lula, cel·la, col·legi, CEL·LULA; a • b"],
  ["oc", "l’ostal", "l'ostal"],
  ["en", "Sat, 5 Dec 2026 and Mon 12 Jan", "Saturday, 5 December 2026 and Monday 12 January"],
  ["en", "Wed, Mar 3 at 10:00, on 1st Sept.", "Wednesday, March 3 at 10:00, on 1st September."],
  ["en", "He Sat in the Sun with 5 men; Mar it not", "He Sat in the Sun with 5 men; Mar it not"],
  ["fr", "l´eau, l’eau", "l'eau, l’eau"],
  ["fr", "Où es-tu ? dit-elle, va-t-il, vingt-et-un", "Où es ? dit, va, vingt-et-un"],
])("variant characters are normalised before the text is analysed in %s", (source, given, expected) => {
  expect(asAnalysed(given, { source, target: "es" })).toBe(expected);
});

describe("Apertium's repaired translations", () => {
  const budget = new MemoryBudget(2_048);
  const engine = new ApertiumEngine({ modes: "/usr/share/apertium/modes", budget, queueLimit: 100, timeoutMs: 30_000 });

  beforeAll(() => bundleWorkers());

  test.each([
    ["en>es", "Thank you for your e-mail.", "Gracias para tu email."],
    ["en>es", "Your houses, and your garden", "Tus casas, y tu jardín"],
    ["en>es", "Most users prefer it.", "La mayoría de usuarios lo prefieren."],
    ["en>es", "In March we leave", "En marzo dejamos"],
    ["es>en", "Nadie vino.", "Nobody came."],
    ["es>en", "Ninguna casa es roja", "No house is red"],
    ["en>ca", 'Italy was the "little brother" of Japan.', 'Itàlia era el "germà petit" de Japó.'],
    ["en>ca", "Turkey's area is big.", "L'àrea de Turquia és gran."],
    ["en>ca", "A 3-day trip", "Un viatge de 3 dies"],
    ["en>es", "Where are you?", "¿Dónde eres?"],
    ["en>es", "20-year-old", "persona de 20 años"],
    ["en>es", "open-source developers", "desarrolladores de fuente abierta"],
    ["en>es", "Two-Column layout", "Diseño de dos Columnas"],
    ["en>es", "MDX files", "MDX limas"],
    ["en>es", "Click OK", "Clic OK"],
    ["en>es", "a) red", "a) rojo"],
    ["en>es", "It is east of 35°W.", "Es este de 35°W."],
    ["en>es", "U.K. signed it", "U.K. firmado lo"],
    ["es>en", "EE. UU. y la UE", "EE. UU. and the EU"],
    ["en>es", "Where are you? I'm here!", "¿Dónde eres? ¡Soy aquí!"],
    ["en>es", "What's new?\tWho cares?", "¿Qué es nuevo?\t¿Quién se preocupa?"],
    ["en>es", "and/or", "y/o"],
    ["es>en", "Fue destruido en 323 a. C.", "It was destroyed in 323 BC."],
    ["es>en", "El Sr. Pérez lee.", "Mr. Pérez reads."],
    ["fr>es", "Où es-tu ? Je suis ici !", "¿Dónde estás? ¡Estoy aquí!"],
    ["ca>en", "Les cèl·lules del coŀlegi.", "The cells of the school."],
    ["ca>en", "Gal·les i Brussel·les", "Wales and Brussels"],
  ])("Apertium's translation is repaired for %s: %s", async (pair, text, expected) => {
    const [source = "", target = ""] = pair.split(">");
    const [answer] = await engine.translate([plainSegment(text)], { source, target }, { priority: "interactive" });
    expect(answer?.text).toBe(expected);
  });
});
