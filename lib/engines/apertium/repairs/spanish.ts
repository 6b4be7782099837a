import { capitalised } from "@/lib/text/words";
import { type Edit, editsOf } from "./edits";

/** A rule for translations from English: a pattern, and its replacement or null to keep the match. */
type Rule = {
  readonly pattern: RegExp;
  readonly replace: (match: RegExpExecArray, source: string) => string | null;
};

const NOT_IN_WORD = "(?<![\\p{L}\\p{N}])";
const END = "(?![\\p{L}\\p{N}])";
const PARTICIPLE = "\\p{L}+(?:[aií]d|t|ch|s)[oa]s?";
/** Participles that describe a state rather than an action. */
const STATES =
  /^(?:casad|cansad|interesad|preocupad|situad|ubicad|muert|conectad|sentad|vestid|enfadad|acostad|parad|ocupad|enamorad|embarazad|preparad|acostumbrad|equivocad|segur|junt|list)/u;

const isQuestion = (source: string): boolean => source.includes("?");

const RULES: readonly Rule[] = [
  // A completed passive: "was built" is "fue construido".
  {
    pattern: new RegExp(`${NOT_IN_WORD}(estuv(?:o|ieron))((?: \\p{L}+mente)?) (${PARTICIPLE})${END}`, "giu"),
    replace: ([, verb = "", adverb = "", participle = ""]) =>
      STATES.test(participle) ? null : `${like(verb, /o$/i.test(verb) ? "fue" : "fueron")}${adverb} ${participle}`,
  },
  // Question words have an accent; relative pronouns and conjunctions of time do not.
  {
    pattern: new RegExp(`${NOT_IN_WORD}cuándo${END}`, "giu"),
    replace: ([word = ""], source) => (isQuestion(source) ? null : like(word, "cuando")),
  },
  {
    pattern: new RegExp(`(?<=[\\p{L}\\p{N}]) quién(?:es)?${END}`, "gu"),
    replace: (_, source) => (isQuestion(source) || !/\bwho\b/i.test(source) ? null : " que"),
  },
  {
    pattern: /(?<=,) quién(es)?(?![\p{L}])/gu,
    replace: ([, plural], source) => (isQuestion(source) ? null : plural ? " quienes" : " quien"),
  },
  {
    pattern: new RegExp(`(?<=\\p{L})(?<!por) qué${END}`, "gu"),
    replace: (_, source) =>
      isQuestion(source) ? null : /\bwhich\b/i.test(source) ? " que" : /\bwhat\b/i.test(source) ? " lo que" : null,
  },
  // Spelling since the reform of 2010.
  { pattern: new RegExp(`${NOT_IN_WORD}sólo${END}`, "giu"), replace: ([word = ""]) => like(word, "solo") },
  // "that" mostly refers to something that was said ("eso"), not to something far away ("aquello").
  {
    pattern: new RegExp(`${NOT_IN_WORD}aque(?:l(?= \\p{L})|lla(?= \\p{L})|llo)${END}`, "giu"),
    replace: ([word = ""]) => like(word, word.length === 5 ? "ese" : word.endsWith("a") ? "esa" : "eso"),
  },
  // "your" addresses a single person as tú, as Spain's websites and the phrase book do.
  {
    pattern: new RegExp(`${NOT_IN_WORD}(?<!(?<![\\p{L}\\p{N}])(?:el|la|los|las) )vuestr[oa](s?)(?= \\p{Ll})`, "giu"),
    replace: ([word = "", plural = ""]) => like(word, `tu${plural}`),
  },
  // "grande" precedes the noun in its short form: "gran casa".
  {
    pattern: new RegExp(
      `${NOT_IN_WORD}(un|una|el|la|este|esta|su|otro|otra|del|al) (\\p{Ll}+[^s\\P{L}]) grande${END}`,
      "gu",
    ),
    replace: ([, article = "", noun = ""], source) =>
      /\b(?:big|large|great|huge|major)\b/i.test(source) ? `${article} gran ${noun}` : null,
  },
  // Verbs that need another preposition before an infinitive, or none.
  {
    pattern: new RegExp(
      `${NOT_IN_WORD}((?:empez|empiez|empec|comenz|comienz|comenc|ayud|aprend|contribu|enseñ|oblig|invit|anim|volv|vuelv)\\p{L}+) para (?=\\p{L}*[aeií]r(?:l[oae]s?|se)?${END})`,
      "giu",
    ),
    replace: ([, verb = ""]) => `${verb} a `,
  },
  {
    pattern: new RegExp(
      `${NOT_IN_WORD}((?:parec|intent|decid|quer|quier|quis|necesit|esper|dese|logr|prefer|prefier|plane|pretend|prometi|promete|deb|consigu|consegu|suel|sol[íi]|tem|record)\\p{L}+) para (?=\\p{L}*[aeií]r(?:l[oae]s?|se)?${END})`,
      "giu",
    ),
    replace: ([, verb = ""]) => `${verb} `,
  },
  {
    pattern: new RegExp(`${NOT_IN_WORD}(nieg|neg)([aeóoáé]\\p{L}{0,5}) para (?=\\p{L}*[aeií]r${END})`, "gu"),
    replace: ([, verb = "", ending = ""], source) => (/refus/i.test(source) ? `se ${verb}${ending} a ` : null),
  },
  { pattern: /EE\. ?UU\.(?= ?\$)/gu, replace: () => "US" },
  // "how to do", "what to do"
  {
    pattern: new RegExp(`${NOT_IN_WORD}(cómo|qué|dónde|cuándo) para (?=\\p{L}*[aeií]r(?:l[oae]s?|se)?${END})`, "giu"),
    replace: ([, word = ""]) => `${word} `,
  },
  {
    pattern: new RegExp(`${NOT_IN_WORD}cada cual otro${END}`, "giu"),
    replace: () => "entre sí",
  },
  { pattern: /(?<![\p{L}\p{N}])EE\. ?UU\.(?= ?\p{Ll})/gu, replace: () => "Estados Unidos" },
  // "become": followed by a noun, then by an adjective.
  {
    pattern: new RegExp(`${NOT_IN_WORD}(?:(?:se )?(h[aeou]\\p{L}*) )?(conv[ie]+rt\\p{L}+)(?= (\\p{L}+))`, "giu"),
    replace: ([, auxiliary = "", verb = "", next = ""], source) =>
      /\bbec(?:om|ame)/i.test(source) && !/\bconver[ts]/i.test(source) ? become(auxiliary, verb, next) : null,
  },
];

/** Repairs of systematic errors, applied in this order. */
export const SPANISH_RULES: readonly ((whole: string, source: string) => Edit[])[] = RULES.map(
  ({ pattern, replace }) =>
    (whole, source) =>
      editsOf(whole, pattern, (match) => replace(match, source)),
);

function like(given: string, word: string): string {
  return /^\p{Lu}/u.test(given) ? capitalised(word) : word;
}

const ACCENTED: Readonly<Record<string, string>> = {
  cuando: "cuándo",
  donde: "dónde",
  como: "cómo",
  quien: "quién",
  quienes: "quiénes",
  que: "qué",
  cuanto: "cuánto",
  cuantos: "cuántos",
};
const UNACCENTED = new RegExp(`(?<=¿)(?:${Object.keys(ACCENTED).join("|")})${END}`, "giu");

/** Adds the accent to the first word of a question. */
export function accentQuestions(whole: string): Edit[] {
  return editsOf(whole, UNACCENTED, ([word]) => like(word, ACCENTED[word.toLowerCase()]!));
}

const NOUN_STARTS =
  /^(?:un|una|unos|unas|el|la|los|las|mi|su|sus|tu|nuestr[oa]|parte|este|esta|primer|primera|otro|otra|algo|lo|más de|\p{Lu}.*)$/u;

function become(auxiliary: string, verb: string, next: string): string | null {
  if (next === "en") return null;
  const isNoun = NOUN_STARTS.test(next);
  if (!isNoun && /(?:ad|id)[oa]s?$/.test(next)) return null;
  const written = isNoun
    ? verb
    : verb
        .replace(/convertir/i, "volver")
        .replace(/convertid[oa]s?/i, "vuelto")
        .replace(/^(c)onvirti(?=ó|e|é)/i, (_, c: string) => (c === "C" ? "Volvi" : "volvi"))
        .replace(/^(c)onviert/i, (_, c: string) => (c === "C" ? "Vuelv" : "vuelv"))
        .replace(/^(c)on[vV]irt/i, (_, c: string) => (c === "C" ? "Volv" : "volv"))
        .replace(/^(c)onvert/i, (_, c: string) => (c === "C" ? "Volv" : "volv"));
  const link = isNoun ? " en" : "";
  if (/r$/i.test(verb)) return `${auxiliary ? `${auxiliary} ` : ""}${written}se${link}`;
  if (/ndo$/i.test(verb))
    return `${auxiliary ? `${auxiliary} ` : ""}${written.replace(/ando$/i, "ándose").replace(/iendo$/i, "iéndose")}${link}`;
  const form = `se ${auxiliary ? `${auxiliary.toLowerCase()} ` : ""}${written.toLowerCase()}${link}`;
  return /^\p{Lu}/u.test(auxiliary || verb) ? `S${form.slice(1)}` : form;
}
