/** Languages and code pages of Windows resource scripts. */

/** Windows name of a language, such as `LANG_SPANISH, SUBLANG_DEFAULT`; `undefined` if there is none. */
export function spellLanguage(target: string): string | undefined {
  const name = LANGUAGES.get(target.split("-")[0]!.toLowerCase());
  return name && `LANG_${name}, ${SUBLANGUAGES.get(target.toLowerCase()) ?? "SUBLANG_DEFAULT"}`;
}

/** A directive that sets the code page. Those in comments or in the string of a TEXTINCLUDE do not match. */
export const CODE_PAGE = /^([ \t]*#[ \t]*pragma[ \t]{1,20}code_page[ \t]{0,20}\([ \t]{0,20})(\d{2,5})/gm;

/**
 * The encoding that a script without a byte order mark declares: by its code page, otherwise the Windows encoding of
 * its first language, as a compiler on a machine in that language would read it.
 */
export function declaredEncoding(head: string): string | undefined {
  const page = [...head.matchAll(CODE_PAGE)][0]?.[2];
  if (page) return page === "65001" ? "utf-8" : page === "1200" ? undefined : `windows-${page}`;
  const [, name, variety] = /^[ \t]*LANGUAGE[ \t]+LANG_(\w+)[ \t]*,[ \t]*(\w+)/m.exec(head) ?? [];
  if (name === "CHINESE") return variety?.endsWith("SIMPLIFIED") ? "gbk" : "big5";
  return name && ENCODINGS.get(name);
}

/** The Windows ("ANSI") code pages of languages; others use 1252. */
const ENCODINGS = new Map(
  Object.entries({
    "windows-1250": "ALBANIAN CROATIAN CZECH HUNGARIAN POLISH ROMANIAN SLOVAK SLOVENIAN",
    "windows-1251": "BELARUSIAN BULGARIAN KAZAK MACEDONIAN RUSSIAN SERBIAN UKRAINIAN",
    "windows-1253": "GREEK",
    "windows-1254": "AZERI TURKISH",
    "windows-1255": "HEBREW",
    "windows-1256": "ARABIC FARSI URDU",
    "windows-1257": "ESTONIAN LATVIAN LITHUANIAN",
    "windows-1258": "VIETNAMESE",
    "windows-874": "THAI",
    cp932: "JAPANESE",
    cp949: "KOREAN",
  }).flatMap(([encoding, names]) => names.split(" ").map((name) => [name, encoding] as const)),
);

/** Constants of winnt.h. */
const LANGUAGES = new Map(
  (
    "ar ARABIC bg BULGARIAN ca CATALAN zh CHINESE cs CZECH da DANISH de GERMAN el GREEK en ENGLISH es SPANISH fi FINNISH fr FRENCH " +
    "he HEBREW hu HUNGARIAN is ICELANDIC it ITALIAN ja JAPANESE ko KOREAN nl DUTCH nb NORWEGIAN no NORWEGIAN nn NORWEGIAN pl POLISH " +
    "pt PORTUGUESE ro ROMANIAN ru RUSSIAN hr CROATIAN sr SERBIAN sk SLOVAK sq ALBANIAN sv SWEDISH th THAI tr TURKISH ur URDU " +
    "id INDONESIAN uk UKRAINIAN be BELARUSIAN sl SLOVENIAN et ESTONIAN lv LATVIAN lt LITHUANIAN fa FARSI vi VIETNAMESE hy ARMENIAN " +
    "az AZERI eu BASQUE mk MACEDONIAN af AFRIKAANS ka GEORGIAN hi HINDI ms MALAY kk KAZAK sw SWAHILI uz UZBEK bn BENGALI gu GUJARATI " +
    "ta TAMIL te TELUGU kn KANNADA ml MALAYALAM mr MARATHI gl GALICIAN cy WELSH ga IRISH mt MALTESE"
  )
    .split(" ")
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1]!] as const] : [])),
);

const SUBLANGUAGES = new Map([
  ["zh-hans", "SUBLANG_CHINESE_SIMPLIFIED"],
  ["zh-cn", "SUBLANG_CHINESE_SIMPLIFIED"],
  ["zh-hant", "SUBLANG_CHINESE_TRADITIONAL"],
  ["zh-tw", "SUBLANG_CHINESE_TRADITIONAL"],
  ["pt-br", "SUBLANG_PORTUGUESE_BRAZILIAN"],
  ["pt-pt", "SUBLANG_PORTUGUESE"],
  ["en-gb", "SUBLANG_ENGLISH_UK"],
  ["en-us", "SUBLANG_ENGLISH_US"],
  ["es-mx", "SUBLANG_SPANISH_MEXICAN"],
  ["es-es", "SUBLANG_SPANISH_MODERN"],
  ["nn", "SUBLANG_NORWEGIAN_NYNORSK"],
  ["nb", "SUBLANG_NORWEGIAN_BOKMAL"],
]);
