import { CompiledDictionary, type Path, readingFirst, type Section, sectionOf, symbolsOf } from "./compiled-dictionary";
import EN_ES from "./en-es.json" with { type: "json" };
import { type Lexicon, OWN, veil } from "./own";
import { feminineOf, genderOf, modelOf, pluralOf } from "./spanish-forms";

/*
 * `en-es.json`: additions to Debian's English–Spanish dictionaries, own work: words that they lack (found as the most
 * frequent ones in running English text) and words for which their first choice is rarely the right one. Spanish words
 * have the gender and forms of the engine's own generator.
 */

/** Compiled dictionaries with our additions, and what the engine has to know of the added words. */
export type Additions = { readonly bilingual: Buffer; readonly generator: Buffer; readonly lexicon: Lexicon };

/** The engine's English–Spanish dictionaries with our additions. Throws for dictionaries in an unknown format. */
export function addEntries(bilingual: Buffer, generator: Buffer): Additions {
  const forms = new CompiledDictionary(generator);
  const models = new Map<string, { left: string; right: string }[]>();
  const entries: Path[] = [];
  const generated: Path[] = [];
  const lemmas: string[] = [];
  const phrasalVerbs: string[] = [];
  const phrases: Record<string, string> = {};
  const add = (english: string, tag: string, spanish: string): void => {
    const target = targetOf(forms, tag, spanish, generated, models);
    if (target) entries.push({ left: symbolsOf(`${english}${OWN}${tag}`), right: symbolsOf(target) });
  };
  for (const [list, tag] of [
    [EN_ES.nouns, "<n>"],
    [EN_ES.adjectives, "<adj>"],
    [EN_ES.verbs, "<vblex>"],
  ] as const) {
    for (const [english, spanish] of Object.entries(list)) {
      const before = entries.length;
      add(english, tag, spanish);
      if (entries.length > before) lemmas.push(`${english}${tag}`);
    }
  }
  for (const [english, spanish] of Object.entries(EN_ES.phrasalVerbs)) {
    const before = entries.length;
    add(english, "<vblex>", spanish);
    if (entries.length > before) phrasalVerbs.push(english);
  }
  for (const [list, tag] of [
    [EN_ES.prepositions, "<pr>"],
    [EN_ES.adverbs, "<adv>"],
    [EN_ES.adverbPhrases, "<adv>"],
    [EN_ES.conjunctions, "<cnjadv>"],
  ] as const) {
    for (const [english, spanish] of Object.entries(list)) {
      phrases[english] = `${english}${OWN}${tag}`;
      entries.push({ left: symbolsOf(`${english}${OWN}${tag}`), right: symbolsOf(`${spanish}${OWN}${tag}`) });
      generated.push({ left: symbolsOf(`${spanish}${OWN}${tag}`), right: symbolsOf(spanish) });
    }
  }
  return {
    bilingual: new CompiledDictionary(bilingual).with([
      readingFirst("own@standard", entries),
      names(NAME_TAGS_ADDED, false),
    ]),
    generator: forms.with([sectionOf("own@standard", generated), names(NAME_TAGS_READ, true)]),
    lexicon: { lemmas, phrasalVerbs, phrases },
  };
}

/** The lemma with the generator's tags. A word that it lacks is added to `generated`, inflected regularly. */
function targetOf(
  forms: CompiledDictionary,
  tag: string,
  spanish: string,
  generated: Path[],
  models: Map<string, { left: string; right: string }[]>,
): string | undefined {
  const has = (text: string): boolean => forms.has(symbolsOf(text));
  const generate = (tags: string, form: string): void => {
    generated.push({ left: symbolsOf(spanish + tags), right: symbolsOf(form) });
  };
  if (tag === "<n>") {
    const [masculine, feminine] = [has(`${spanish}<n><m>`), has(`${spanish}<n><f>`)];
    if (masculine && feminine) return `${spanish}<n><GD>`;
    if (masculine || feminine) return `${spanish}<n>${masculine ? "<m>" : "<f>"}`;
    if (has(`${spanish}<n><mf>`)) return `${spanish}<n><mf>`;
    const [head = "", ...tail] = spanish.split(" ");
    const rest = tail.length > 0 ? ` ${tail.join(" ")}` : "";
    const gender = genderOf(head);
    generate(`<n><${gender}><sg>`, spanish);
    generate(`<n><${gender}><pl>`, pluralOf(head) + rest);
    return `${spanish}<n><${gender}>`;
  }
  if (tag === "<adj>") {
    if (has(`${spanish}<adj><mf>`)) return `${spanish}<adj><mf>`;
    if (has(`${spanish}<adj><m>`)) return `${spanish}<adj>`;
    const feminine = feminineOf(spanish);
    for (const [gender, form] of feminine === spanish
      ? [["mf", spanish]]
      : [
          ["m", spanish],
          ["f", feminine],
        ]) {
      generate(`<adj><${gender}><sg>`, form!);
      generate(`<adj><${gender}><pl>`, pluralOf(form!));
    }
    return feminine === spanish ? `${spanish}<adj><mf>` : `${spanish}<adj>`;
  }
  if (has(spanish + tag)) return spanish + tag;
  const [model, ending] = modelOf(spanish) ?? [];
  if (!model || !ending) return undefined;
  const stem = spanish.slice(0, -ending.length);
  const modelStem = model.slice(0, -ending.length);
  const conjugated = models.get(model) ?? forms.completions(symbolsOf(model + tag));
  models.set(model, conjugated);
  for (const { left, right } of conjugated) {
    if (right.startsWith(modelStem) && left.split("+").length <= 2)
      generate(tag + left, stem + right.slice(modelStem.length));
  }
  return spanish + tag;
}

/** Letters that occur in names. */
const NAME_LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.' ’"].concat(
  Array.from({ length: 0x17f - 0xc0 + 1 }, (_, i) => String.fromCodePoint(0xc0 + i)),
);

const NAME_TAGS_ADDED: readonly (readonly [string, string])[] = [
  [OWN, OWN],
  ["<np>", "<np>"],
  ["<al>", "<al>"],
  ["", "<m>"],
];
const NAME_TAGS_READ: readonly (readonly [string, string])[] = [
  [OWN, ""],
  ["<np>", ""],
  ["<al>", ""],
  ["<m>", ""],
  ["<sg>", ""],
];

/** Copies any name unchanged; the generator marks it as an unknown word. */
function names(tags: readonly (readonly [string, string])[], isMarked: boolean): Section {
  const states: Map<string, { step: readonly [string, string]; to: number }>[] = [new Map()];
  let state = 0;
  const go = (step: readonly [string, string]): void => {
    states.push(new Map());
    states[state]!.set(step.join("\0"), { step, to: state + 1 });
    state += 1;
  };
  const stepOf = (letter: string) => [veil(letter), isMarked ? letter : veil(letter)] as const;
  if (isMarked) go(["", "*"]);
  // A path must not begin with a space.
  for (const letter of NAME_LETTERS)
    if (letter !== " ") states[state]!.set(letter, { step: stepOf(letter), to: state + 1 });
  states.push(new Map());
  state += 1;
  for (const letter of NAME_LETTERS) states[state]!.set(letter, { step: stepOf(letter), to: state });
  for (const step of tags) go(step);
  return { name: "names@standard", states, finals: new Set([state]) };
}
