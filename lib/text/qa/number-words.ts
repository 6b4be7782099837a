import LISTS from "./number-words.json" with { type: "json" };

/**
 * Number words by language. `*` is any ending. Includes ordinals and words like "both" or "a", because translators use
 * these for numbers and the other way round ("a file", "1 件のファイル").
 */
const WORDS: Readonly<Record<string, string>> = LISTS;

/** Languages that write "1" where others use an article or no word: "1時間", "the last hour". */
export function countsOne(language: string): boolean {
  return UNSPACED.has(language);
}

/** Languages without spaces around number words, which are searched anywhere in the text. */
const UNSPACED: ReadonlySet<string> = new Set(["zh", "ja", "ko"]);
/** Languages in which the form of the noun can express one or two. */
const DUAL: ReadonlySet<string> = new Set(["ar", "he"]);
/** For languages without a list: the highest number that may be written in words. */
const OFTEN_WORDS = 12;

/** Whether a text contains a whole number in words. `words` are its words in lower case. */
export function spellsNumber(n: number, text: string, words: ReadonlySet<string>, language: string): boolean {
  if (DUAL.has(language) && (n === 1 || n === 2)) return true;
  const list = listOf(language);
  if (!list) return n <= OFTEN_WORDS;
  const spellings = list.get(n);
  if (!spellings) return false;
  if (UNSPACED.has(language)) return spellings.some((word) => text.includes(word));
  return spellings.some((word) =>
    word.endsWith("*") ? [...words].some((one) => one.startsWith(word.slice(0, -1))) : words.has(word),
  );
}

const lists = new Map<string, ReadonlyMap<number, readonly string[]>>();

function listOf(language: string): ReadonlyMap<number, readonly string[]> | undefined {
  const known = lists.get(language);
  if (known) return known;
  const entries = WORDS[language]?.split("|").map((entry) => {
    const [n, ...spellings] = entry.trim().split(" ");
    return [Number(n), spellings] as const;
  });
  const list = entries && new Map(entries);
  if (list) lists.set(language, list);
  return list;
}

/** Words that multiply the number before them, by language, longest first. */
const SCALES: Readonly<Record<string, readonly (readonly [word: string, factor: number])[]>> = {
  en: scale("thousand 3 million 6 billion 9 trillion 12 lakh 5 crore 7 k 3 m 6 bn 9 b 9"),
  es: scale("mil_millones 9 mil 3 millones 6 millón 6 billones 12 billón 12"),
  ca: scale("mil_milions 9 mil 3 milions 6 milió 6 bilions 12"),
  pt: scale("mil_milhões 9 mil 3 milhões 6 milhão 6 bilhões 9 bilhão 9 biliões 12 trilhões 12"),
  fr: scale("mille 3 millions 6 million 6 milliards 9 milliard 9 billions 12 m 6 md 9"),
  it: scale("mila 3 milioni 6 milione 6 miliardi 9 miliardo 9"),
  de: scale("tausend 3 millionen 6 million 6 mio 6 milliarden 9 milliarde 9 mrd 9 billionen 12"),
  nl: scale("duizend 3 miljoen 6 miljard 9"),
  sv: scale("tusen 3 miljoner 6 miljon 6 miljarder 9 miljard 9"),
  pl: scale("tys 3 tysięcy 3 tysiące 3 mln 6 milionów 6 miliony 6 mld 9 miliardów 9"),
  ru: scale("тыс 3 тысяч 3 млн 6 миллионов 6 миллиона 6 млрд 9 миллиардов 9 миллиарда 9"),
  uk: scale("тис 3 тисяч 3 млн 6 мільйонів 6 мільйони 6 млрд 9 мільярдів 9"),
  tr: scale("bin 3 milyon 6 milyar 9"),
  ar: scale("ألف 3 آلاف 3 مليون 6 ملايين 6 مليار 9"),
  hi: scale("हज़ार 3 हजार 3 लाख 5 करोड़ 7"),
  zh: scale("千万 7 百万 6 十亿 9 千 3 万 4 萬 4 亿 8 億 8"),
  ja: scale("千 3 百万 6 万 4 億 8 兆 12"),
  ko: scale("천 3 만 4 억 8"),
};

/** The factor of the words right after a number; 1 if there is none. */
export function scaleAfter(text: string, at: number, language: string): number {
  const after = text.slice(at, at + 16).toLowerCase();
  const rest = after.replace(/^[\s\u00a0\u202f-]/, "");
  for (const [word, factor] of SCALES[language] ?? []) {
    if (!rest.startsWith(word)) continue;
    if (UNSPACED.has(language) || !/^\p{L}/u.test(rest.slice(word.length))) return factor;
  }
  return 1;
}

function scale(list: string): (readonly [string, number])[] {
  const parts = list.split(" ");
  return parts.flatMap((word, i) =>
    i % 2 === 0 ? [[word.replaceAll("_", " "), 10 ** Number(parts[i + 1])] as const] : [],
  );
}
