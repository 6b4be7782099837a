import { baseLanguage } from "@/lib/text/languages";

/** A glossary's wording within a translation, as plain text: the text before it, the wording, and the text after it. */
type Wording = { readonly before: string; readonly wording: string; readonly after: string };

/**
 * Whether a glossary's wording may replace the engine's placeholder. The engine does not know its gender and uses the
 * masculine article ("el empresa"). True only if no word has to agree with the wording, or if all such words do,
 * judging by endings. False if uncertain: then the engine's own words stay, and the check reports the term.
 */
export function agrees({ before, wording, after }: Wording, target: string): boolean {
  const language = baseLanguage(target);
  const [last, next] = [wordBefore(before), wordAfter(after)];
  if (last === null && next === null) return true;
  if (INVARIANT.has(language)) return true;
  if (language === "en") return last === null || !/^an?$/.test(last) || /^[aeiou]/i.test(wording) === (last === "an");
  const articles = ARTICLES[language];
  if (articles) return isOfGender(wording, language, articles, last, next);
  // Without a preceding word, only the grammatical case could be wrong.
  return last === null && WITHOUT_CASES.has(language);
}

/** Languages whose nouns and articles do not change. */
const INVARIANT: ReadonlySet<string> = new Set("zh ja ko vi id ms th km lo my fil tl".split(" "));
/** Germanic languages, in which nouns keep their form but articles and adjectives do not. */
const WITHOUT_CASES: ReadonlySet<string> = new Set("de nl sv da nb nn no af is".split(" "));

type Gender = "m" | "f";
type Articles = { readonly m: ReadonlySet<string>; readonly f: ReadonlySet<string> };

/** Words before a noun that show its gender. Only singular ones, because a wording in its basic form is singular. */
const ARTICLES: Readonly<Record<string, Articles>> = {
  es: words(
    "el un del al este ese aquel nuestro vuestro todo otro ningún algún",
    "la una esta esa aquella nuestra vuestra toda otra ninguna alguna",
  ),
  ca: words(
    "el un del al pel aquest aquell nostre vostre tot altre cap",
    "la una aquesta aquella nostra vostra tota altra",
  ),
  gl: words("o un do ao no este ese noso voso todo outro", "a unha da á na esta esa nosa vosa toda outra"),
  pt: words(
    "o um do ao no pelo este esse deste desse nosso seu todo outro",
    "a uma da à na pela esta essa desta dessa nossa sua toda outra",
  ),
  it: words(
    "il lo un uno del dello al allo nel sul dal questo quello nostro tutto altro",
    "la una della alla nella sulla dalla questa quella nostra tutta altra",
  ),
  fr: words("le un du au ce cet tout aucun", "la une cette toute aucune"),
};

/** Prepositions, conjunctions and other words that do not agree with a noun. */
const NEUTRAL: Readonly<Record<string, ReadonlySet<string>>> = {
  es: set("de en con para por a y o su tu mi sin sobre como cada que desde hasta entre según"),
  ca: set("de d en amb per a i o sense sobre com cada que des fins entre segons"),
  gl: set("de en con para por e ou sen sobre como cada que desde ata entre"),
  pt: set("de em com para por e ou sem sobre como cada que desde até entre"),
  it: set("di in con per e o senza su come ogni che da tra fra l un dell all nell"),
  fr: set("de d en avec pour par à et ou sans sur comme chaque que votre notre leur l"),
};

function isOfGender(
  wording: string,
  language: string,
  articles: Articles,
  last: string | null,
  next: string | null,
): boolean {
  const gender = genderOf(wording, language);
  const isFine = (word: string | null) => word === null || NEUTRAL[language]!.has(word);
  const article: Gender | null = last === null ? null : articles.m.has(last) ? "m" : articles.f.has(last) ? "f" : null;
  if (article !== null ? article !== gender : !isFine(last) && !isAdjective(last!, gender)) return false;
  // The next word may be an adjective, which has to agree.
  return isFine(next) || !endsOtherwise(next!, gender);
}

/** The gender of the wording's first noun, judging by its ending; null if uncertain. */
function genderOf(wording: string, language: string): Gender | null {
  const noun = /^\p{L}+/u.exec(wording)?.[0].toLowerCase() ?? "";
  const endings = GENDERS[language];
  if (!noun || !endings || /s$/.test(noun)) return null;
  if (endings.other.test(noun)) return null;
  return endings.f.test(noun) ? "f" : endings.m.test(noun) ? "m" : null;
}

/** Endings of nouns by gender; `other`: exceptions and uncertain endings. */
const GENDERS: Readonly<Record<string, { readonly m: RegExp; readonly f: RegExp; readonly other: RegExp }>> = {
  es: {
    f: /(?:a|ción|sión|dad|tad|tud|umbre)$/,
    m: /(?:o|or|aje|el|al|ol|ón|án|in|ín|ete|ote)$/,
    other:
      /(?:ma|ista|pa|ta|día|mano|foto|moto|radio|señal|capital|sucursal|terminal|central|postal|credencial|catedral|cárcel|piel|sal|col|flor|labor|razón)$/,
  },
  ca: { f: /(?:a|ció|sió|tat|tud)$/, m: /(?:or|atge|ment|ell|er)$/, other: /(?:ma|ista|dia|mapa|flor|labor|muller)$/ },
  gl: { f: /(?:a|ción|sión|dade|tude|axe)$/, m: /(?:o|or|el)$/, other: /(?:ma|ista|pa|ta|día|man|foto|flor|cor|dor)$/ },
  pt: { f: /(?:a|ção|são|dade|tude|gem)$/, m: /(?:o|or|el)$/, other: /(?:ma|ista|pa|ta|dia|foto|flor|cor|dor|ão)$/ },
  it: {
    f: /(?:a|zione|sione|tà|tù|trice)$/,
    m: /(?:o|ore|ale)$/,
    other: /(?:ma|ista|pa|ta|mano|foto|auto|moto|radio|capitale|centrale|finale|morale)$/,
  },
  fr: {
    f: /(?:tion|sion|té|ance|ence|ette|ière|ure)$/,
    m: /(?:age|ment|isme|oir|al|el|ier)$/,
    other: /(?:image|page|plage|cage|rage|nage|silence|été|comité|côté|traité|mercure|murmure)$/,
  },
};

/** Whether a word before a noun may be an adjective of the noun's gender: "nuevo", "nuova". */
function isAdjective(word: string, gender: Gender | null): boolean {
  return gender !== null && (gender === "m" ? /o$/ : /a$/).test(word);
}

/** Whether a word looks like an adjective of the other gender, or of a gender that is unknown. */
function endsOtherwise(word: string, gender: Gender | null): boolean {
  if (/[oa]s$/.test(word) || (gender === null && /[oa]$/.test(word))) return true;
  return gender === "f" ? /o$/.test(word) : gender === "m" ? /(?:a|ée|te)$/.test(word) : false;
}

/** The word right before the wording, in lower case; null after punctuation and at the start. */
function wordBefore(text: string): string | null {
  return /(\p{L}[\p{L}\p{M}]*)[\s\u00a0'’]*$/u.exec(text)?.[1]?.toLowerCase() ?? null;
}

function wordAfter(text: string): string | null {
  return /^[\s\u00a0]+(\p{L}[\p{L}\p{M}]*)/u.exec(text)?.[1]?.toLowerCase() ?? null;
}

function set(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

function words(m: string, f: string): Articles {
  return { m: set(m), f: set(f) };
}
