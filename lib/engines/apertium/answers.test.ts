import { expect, test } from "vitest";
import type { Segment } from "@/lib/text/segment";
import { decode } from "./answers";
import { locate, writeRuns } from "./codes";
import { lex } from "./lexer";
import { encode, plan } from "./messages";

/** Encodes a segment as one message and decodes an answer; null means that another encoding is needed. */
function exchange(text: string, answer: string, namesAsBlanks = false) {
  const segment: Segment = { text, codes: [7, 8].map((id) => ({ id, kind: "placeholder" })) };
  const { tree, located } = locate(segment);
  const languages = { source: "en", target: "it" };
  const [part] = plan(lex(located, new Set([7, 8]), languages));
  if (part?.kind !== "message") throw new Error("no message");
  const encoded = encode(tree, part.items, namesAsBlanks);
  const decoded = decode(tree, encoded, part.items, answer, languages);
  return { sent: encoded.stream, text: decoded && writeRuns(tree, decoded.runs), unknown: decoded?.unknownWords };
}

test.each([
  ["The house is big.", "The house is big.", "La casa es grande.", "La casa es grande."],
  ["The house", "The house", "La casa.", "La casa"],
  ["a*b [x] $5", "a[0]b \\[x\\] \\$5", "a[0]b \\[x\\] \\$5.", "a*b [x] $5"],
  ["I bought it.", "I bought it.", " Compré  lo .", "Compré lo."],
  ["too long (1 character)", "too long (1 character)", "largo (1 carácter ).", "largo (1 carácter)"],
  ['"Don\'t!" she said.', '"Don\'t!" she said.', '" No!" dijo (¡ no!).', '"No!" dijo (¡no!).'],
  ["THE <g1>RED</g1> HOUSE", "THE [[t:g:1]]RED[[/]] HOUSE", "La CASA [[t:g:1]]ROJA[[/]].", "LA CASA <g1>ROJA</g1>"],
  ["A <x7/> FILE", "A XPH0 FILE", "Una LIMA Xph0.", "UNA LIMA <x7/>"],
  ["The end .", "The end .", "El fin .", "El fin ."],
  ["a <g1>b</g1> c", "a [[t:g:1]]b[[/]] c", "c [[t:g:1]]b[[/]] a.", "c <g1>b</g1> a"],
  ["mail a@b.org now", "mail [0] now", "ahora [0] correo.", "ahora a@b.org correo"],
  ["<x7/> is <x8/>.", "XPH0 is XPH1.", "Xph1 es xph0.", "<x8/> es <x7/>."],
  ["Press 'Save'.", "Press ‹Save›.", "Pulsa ‹Salvar›.", "Pulsa 'Salvar'."],
  [
    "the ‘<g1>old</g1>’ dog",
    "the ‹[[t:g:1]]old[[/]]› dog",
    "el perro ‹[[t:g:1]]viejo[[/]]›.",
    "el perro ‘<g1>viejo</g1>’",
  ],
  ["don't, the dogs' 5'", "don't, the dogs' 5'", "no, los 5' de los perros.", "no, los 5' de los perros"],
  ["‹a› 'b'", "‹a› 'b'", "‹a› 'b'.", "‹a› 'b'"],
  ["a<x7/>b<x8/>", "a[0]b[1]", "b[1]a[0].", "b<x8/>a<x7/>"],
])("text %s is sent to Apertium as %s, and its answer %s is converted to %s", (source, sent, answer, text) => {
  expect(exchange(source, answer)).toMatchObject({ sent, text });
});

test("an answer with a lost or repeated placeholder is rejected with null, so that the text is sent again with another markup", () => {
  expect(exchange("<x7/> is here", "Está aquí.").text).toBeNull();
  expect(exchange("<x7/> is here", "XPH0 XPH0.").text).toBeNull();
  expect(exchange("<x7/> is here", "[0] está aquí.", true)).toMatchObject({
    sent: "[0] is here",
    text: "<x7/> está aquí",
  });
});

test("every code and symbol appears exactly once in the translation, even if Apertium loses or repeats its marker", () => {
  expect(exchange("a*b", "a b.").text).toBe("a b*");
  expect(exchange("a*b", "a[0]b[0].").text).toBe("a*b");
});

test("unknown words in an answer are listed as in the source, without Apertium's markers", () => {
  expect(exchange("Maria de Irún", "Maria d'Irún[u] *x @y #z.")).toMatchObject({
    text: "Maria d'Irún x y z",
    unknown: ["Irún"],
  });
});
