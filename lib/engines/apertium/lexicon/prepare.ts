import { disambiguate } from "./english-rules";
import { type Lexicon, OWN, veil } from "./own";
import { type Analysed, readStream, writeStream } from "./stream";

/** Applies our additions to the analyser's output: readings of unknown words and names, phrases, better readings. */
export class Preparer {
  readonly #lemmas: ReadonlySet<string>;
  readonly #phrasal: ReadonlySet<string>;
  readonly #phrases: ReadonlyMap<string, string>;
  /** Maximum number of words in a phrase, by its first word. */
  readonly #starts = new Map<string, number>();
  readonly #known = new Map<string, readonly string[]>();

  constructor(lexicon: Lexicon) {
    this.#lemmas = new Set(lexicon.lemmas);
    this.#phrasal = new Set(lexicon.phrasalVerbs);
    this.#phrases = new Map(Object.entries(lexicon.phrases));
    for (const phrase of this.#phrases.keys()) {
      const words = phrase.split(" ");
      this.#starts.set(words[0]!, Math.max(words.length, this.#starts.get(words[0]!) ?? 0));
    }
  }

  /** Prepares a message in Apertium's stream format, as UTF-8. */
  prepare(message: string): string {
    const stream = readStream(message);
    if (!stream) return message;
    const isShouted = !stream.words.some(({ surface }) => /\p{Ll}/u.test(surface));
    if (isShouted) return message;
    const words = this.#joinPhrases(stream.words).map((word, i, all) =>
      isSurname(word, all[i - 1]) ? { ...word, readings: [nameReading(word.surface)] } : this.#completed(word, i, all),
    );
    const chosen = disambiguate(joinNames(words));
    return writeStream(
      this.#joinParticles(chosen).map((word) => this.#renamed(word)),
      stream.rest,
    );
  }

  #joinPhrases(words: readonly Analysed[]): Analysed[] {
    const joined: Analysed[] = [];
    for (let i = 0; i < words.length; i++) {
      const [phrase, count] = this.#phraseAt(words, i) ?? [words[i]!, 1];
      joined.push(phrase);
      i += count - 1;
    }
    return joined;
  }

  /** The longest phrase that starts at this word, and how many of the analyser's words it covers. */
  #phraseAt(words: readonly Analysed[], start: number): readonly [Analysed, number] | undefined {
    const word = words[start]!;
    const most = this.#starts.get(word.key.split(" ")[0]!) ?? 0;
    let found: readonly [Analysed, number] | undefined;
    let { key, surface } = word;
    for (let count = 1; key.split(" ").length <= most; count++) {
      const reading = this.#phrases.get(key);
      if (reading && (key.includes(" ") || isReplaceable(word))) {
        const readings = [/^\p{Lu}/u.test(surface) ? upperFirst(reading) : reading];
        found = [{ gap: word.gap, surface, key, readings }, count];
      }
      const next = words[start + count];
      if (next?.gap !== " ") break;
      key += ` ${next.key}`;
      surface += ` ${next.surface}`;
    }
    return found;
  }

  #completed(word: Analysed, i: number, words: readonly Analysed[]): Analysed {
    if (!word.readings[0]?.startsWith("*")) return word;
    const isCapital = /^\p{Lu}/u.test(word.surface);
    const readings = isCapital && !isSentenceStart(words[i - 1]) ? [] : this.#guess(word.key);
    if (readings.length > 0) return { ...word, readings: isCapital ? readings.map(upperFirst) : readings };
    return isNameIn(words, i) ? { ...word, readings: [nameReading(word.surface)] } : word;
  }

  /** Readings of an inflected form whose base form is in the additions. */
  #guess(key: string): readonly string[] {
    let known = this.#known.get(key);
    if (!known) {
      if (this.#known.size > 20_000) this.#known.clear();
      known = [...inflections(key)].flatMap(([base, tags]) =>
        this.#lemmas.has(`${base}${tags.split(">")[0]}>`) ? [base + tags] : [],
      );
      this.#known.set(key, known);
    }
    return known;
  }

  #joinParticles(words: readonly Analysed[]): Analysed[] {
    const joined: Analysed[] = [];
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      const particle = words[i + 1];
      const verb = particle?.gap === " " ? word.readings.filter((reading) => reading.includes("<vblex>")) : [];
      const lemma = verb[0]?.split("<")[0]?.toLowerCase();
      if (lemma && particle && this.#phrasal.has(`${lemma} ${particle.key}`)) {
        joined.push({
          ...word,
          surface: `${word.surface} ${particle.surface}`,
          readings: verb.map((reading) => reading.replace("<", ` ${particle.key}${OWN}<`)),
        });
        i += 1;
      } else joined.push(word);
    }
    return joined;
  }

  #renamed(word: Analysed): Analysed {
    let isChanged = false;
    const readings = word.readings.map((reading) => {
      const end = reading.indexOf(">");
      if (
        end < 0 ||
        reading.includes("+") ||
        reading.includes("#") ||
        !this.#lemmas.has(reading.slice(0, end + 1).toLowerCase())
      )
        return reading;
      isChanged = true;
      return reading.replace("<", `${OWN}<`);
    });
    return isChanged ? { ...word, readings } : word;
  }
}

const isSentenceStart = (before: Analysed | undefined): boolean =>
  before === undefined || before.readings.some((reading) => reading.includes("<sent>"));

/** A single word is replaced only if it is the part of speech of the entry. */
function isReplaceable({ readings }: Analysed): boolean {
  return readings.every((reading) => /^\*|<adv>|<pr>|<cnj/.test(reading));
}

/** An unknown name and adjacent names form one name: `Google Chrome`, `Ana Ruelle`. */
function joinNames(words: readonly Analysed[]): Analysed[] {
  const joined: Analysed[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (
      before &&
      word.gap === " " &&
      isName(before) &&
      isName(word) &&
      (isUnknownName(before) || isUnknownName(word))
    ) {
      const surface = `${before.surface} ${word.surface}`;
      joined[joined.length - 1] = { ...before, surface, key: surface.toLowerCase(), readings: [nameReading(surface)] };
    } else joined.push(word);
  }
  return joined;
}

const NAME_TAGS = `${OWN}<np><al><sg>`;
const nameReading = (surface: string): string => veil(surface) + NAME_TAGS;

const isUnknownName = ({ readings }: Analysed): boolean => readings[0]?.endsWith(NAME_TAGS) ?? false;

/** A capitalised word after a first name: `Donald Trump`, `Steve Jobs`. */
function isSurname({ surface, gap, readings }: Analysed, before: Analysed | undefined): boolean {
  if (gap !== " " || !before || !/^\p{Lu}\p{Ll}/u.test(surface) || readings.some((reading) => /<np>|\+/.test(reading)))
    return false;
  return before.readings.every((reading) => reading.includes("<ant>")) && /^[a-zA-Z\u00c0-\u017f'’-]+$/u.test(surface);
}

const isName = ({ readings }: Analysed): boolean =>
  readings.every((reading) => reading.includes("<np>") && !reading.includes("+"));

/**
 * A capital within the sentence, or an unusual one. The first word of a sentence before a noun may be any kind of word.
 */
function isNameIn(words: readonly Analysed[], i: number): boolean {
  const { surface } = words[i]!;
  if (!/^\p{Lu}/u.test(surface) || !/^[a-zA-Z\u00c0-\u017f\d'’.-]+$/u.test(surface) || /^xph\d+$/i.test(surface))
    return false;
  if (!isSentenceStart(words[i - 1]) || /\p{Lu}|\d/u.test(surface.slice(1))) return true;
  const next = words[i + 1];
  return (
    next !== undefined &&
    !next.readings.some((reading) => /^\*|<n>|<adj>|<np>|<sent>/.test(reading) && !/^\*\p{Lu}/u.test(reading))
  );
}

function* inflections(key: string): Generator<[base: string, tags: string]> {
  yield [key, "<n><sg>"];
  yield [key, "<adj>"];
  yield [key, "<vblex><inf>"];
  yield [key, "<vblex><pres>"];
  const forms = (ending: RegExp, endings: readonly string[]): string[] =>
    ending.test(key) ? endings.map((end) => key.replace(ending, end)) : [];
  for (const base of [...forms(/ies$/, ["y"]), ...forms(/(?<=s|x|z|ch|sh|o)es$/, [""]), ...forms(/s$/, [""])]) {
    yield [base, "<n><pl>"];
    yield [base, "<vblex><pri><p3><sg>"];
  }
  for (const base of pastBases(key, "ed")) {
    yield [base, "<vblex><past>"];
    yield [base, "<vblex><pp>"];
  }
  for (const base of pastBases(key, "ing")) {
    yield [base, "<vblex><ger>"];
  }
}

function pastBases(key: string, ending: string): string[] {
  if (!key.endsWith(ending)) return [];
  const stem = key.slice(0, -ending.length);
  const bases = [stem, `${stem}e`];
  if (/(.)\1$/.test(stem)) bases.push(stem.slice(0, -1));
  if (ending === "ed" && stem.endsWith("i")) bases.push(`${stem.slice(0, -1)}y`);
  return bases;
}

function upperFirst(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
