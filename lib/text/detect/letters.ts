/** Letters other than a–z that a language uses, from CLDR's exemplar sets and common loan words. */
const LETTERS: Readonly<Record<string, string>> = {
  af: "áéèêëíîïóôöúûüʼn",
  an: "áéíóúñüç",
  ast: "áéíóúñüḥḷ",
  az: "çəğıöşü",
  br: "âêîôûùñüé",
  bs: "čćđšž",
  ca: "àéèíïóòúüç·",
  cs: "áčďéěíňóřšťúůýž",
  cy: "âêîôûŵŷäëïöüáéíóúàèìòù",
  da: "æøåéáó",
  de: "äöüßé",
  en: "",
  eo: "ĉĝĥĵŝŭ",
  es: "áéíóúñü",
  et: "äöõüšž",
  eu: "ñç",
  fi: "äöåšž",
  fr: "àâæçéèêëîïôœùûüÿ",
  fy: "âêîôûúéëï",
  ga: "áéíóú",
  gl: "áéíóúñüï",
  hr: "čćđšž",
  hu: "áéíóöőúüű",
  id: "é",
  ig: "ịọụṅ",
  is: "áæðéíóöúýþ",
  it: "àéèìòóùî",
  lt: "ąčęėįšųūž",
  lv: "āčēģīķļņšūž",
  ms: "é",
  mt: "àċèġħìòùż",
  nb: "æøåéòóôê",
  nl: "áéíóúàèëïöüê",
  nn: "æøåéòóôê",
  oc: "àáéèíïóòúüç·",
  pl: "ąćęłńóśźż",
  pt: "ãáàâçéêíõóôúü",
  ro: "ăâîșțşţ",
  sk: "áäčďéíĺľňóôŕšťúýž",
  sl: "čšž",
  sq: "çë",
  "sr-Latn": "čćđšž",
  sv: "åäöéàü",
  szl: "ãćčéłńŏōôõśůźżžŭ",
  tr: "çğıöşüâîûi̇",
  vi: "",
  be: "абвгдеёжзійклмнопрстуўфхцчшыьэюя'",
  bg: "абвгдежзийклмнопрстуфхцчшщъьюяѝ",
  mk: "абвгдѓежзѕијклљмнњопрстќуфхцчџшѐѝ",
  ru: "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
  sr: "абвгдђежзијклљмнњопрстћуфхцчџш",
  uk: "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя'",
};

const SETS = new Map(Object.entries(LETTERS).map(([language, letters]) => [language, new Set(letters)]));
/** Vietnamese vowels with tone marks, and other letters. */
const VIETNAMESE = /[đơưăâêôàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/u;

/** Maximum number of different letters counted; more do not improve the result. */
const MAX_LETTERS = 3;

/**
 * Counts the different letters of a lower-case text that a language does not use but another of `possible` does, for
 * each language. Languages without a list of letters get half the count.
 */
export function foreignLetters(lowerCase: string, possible: readonly string[]): Map<string, number> {
  const letters = [...new Set(lowerCase.normalize("NFC").replace(/[a-z]/g, ""))].filter((letter) =>
    /\p{L}|·/u.test(letter),
  );
  const counts = new Map<string, number>();
  for (const letter of letters) {
    const writes = possible.filter((language) => isOwn(letter, language) === true);
    if (writes.length === 0) continue;
    for (const language of possible) {
      const own = isOwn(letter, language);
      if (own !== true) counts.set(language, (counts.get(language) ?? 0) + (own === false ? 1 : 0.5));
    }
  }
  return new Map([...counts].map(([language, count]) => [language, Math.min(count, MAX_LETTERS)]));
}

/** Undefined if there is no list of the language's letters. */
function isOwn(letter: string, language: string): boolean | undefined {
  if (language === "vi") return VIETNAMESE.test(letter);
  return SETS.get(language)?.has(letter);
}
