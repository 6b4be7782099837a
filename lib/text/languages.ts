import { distance } from "fastest-levenshtein";

/**
 * Language tags: canonical BCP 47 (`es`, `pt-BR`, `zh-Hant`, `ca-valencia`). Every tag inside Dragoman has passed
 * through {@link parseLanguage}.
 */

/** Maximum length of an accepted tag. RFC 5646 section 4.4.1 requires at least 35 characters. */
const MAX_TAG_LENGTH = 64;

/** Tags that CLDR's canonicalisation (`Intl.getCanonicalLocales`) keeps, with the tag that they mean in translation. */
const LANGUAGE_ALIASES: Readonly<Record<string, string>> = { no: "nb", zlm: "ms", mly: "ms", sdc: "sc", src: "sc" };

/** Chinese is identified by script: its region is kept only if the script does not imply it. */
const CHINESE_SCRIPT_BY_REGION: Readonly<Record<string, string>> = {
  CN: "Hans",
  SG: "Hans",
  MY: "Hans",
  TW: "Hant",
  HK: "Hant",
  MO: "Hant",
};
const CHINESE_REGION_BY_SCRIPT: Readonly<Record<string, string>> = { Hans: "CN", Hant: "TW" };

/** Modifiers of POSIX locale names, as in `sr_RS@latin` and `ca_ES@valencia`. */
const POSIX_MODIFIERS: Readonly<Record<string, string>> = {
  latin: "Latn",
  cyrillic: "Cyrl",
  devanagari: "Deva",
  valencia: "valencia",
  tarask: "tarask",
  ijekavian: "ijekavsk",
};

/**
 * The canonical tag, or null if invalid. Accepts any case, `_` for `-`, POSIX locale names, deprecated codes and
 * three-letter ISO 639 codes: `pt_BR` → `pt-BR`, `iw` → `he`, `no` → `nb`, `spa` → `es`, `zh-CN` → `zh-Hans`, `zh-HK` →
 * `zh-Hant-HK`. Drops extensions and private use, which do not change the language.
 */
export function parseLanguage(input: string): string | null {
  if (input.length < 2 || input.length > MAX_TAG_LENGTH) return null;
  const locale = toLocale(fromPosix(input.replaceAll("_", "-")));
  if (!locale) return null;
  const alias = LANGUAGE_ALIASES[locale.language];
  const parts = subtags(locale.baseName);
  if (alias) parts.language = alias;
  if (parts.language === "zh") nameChineseByScript(parts);
  else if (parts.script && parts.script === likelyScript(parts.language, parts.region)) parts.script = undefined;
  return parts.language === "und" ? null : joinSubtags(parts);
}

/**
 * The best match for `tag` in `available`, following RFC 4647 section 3.4 (lookup): the tag itself, then without its
 * region, then truncated from the right. Never a variant, region or script that was not requested: `pt` does not match
 * `pt-BR`, nor `sr-Latn` the Cyrillic `sr`. `zh` matches `zh-Hans`, which CLDR treats as equal. All tags are canonical.
 */
export function matchLanguage(tag: string, available: readonly string[]): string | null {
  if (available.includes(tag)) return tag;
  const { language, script, region, variants } = subtags(tag);
  const ownScript = script !== undefined && script !== likelyScript(language) ? script : undefined;
  const tries: Subtags[] = [];
  if (variants.length > 0) tries.push({ language, script, variants });
  tries.push({ language, script, region, variants: [] }, { language, script, variants: [] });
  if (!ownScript) {
    tries.push({ language, region, variants: [] }, { language, variants: [] });
    tries.push({ language, script: likelyScript(language), variants: [] });
  }
  for (const candidate of tries) {
    const joined = joinSubtags(candidate);
    if (available.includes(joined)) return joined;
  }
  return null;
}

/** The base language: `pt-BR` → `pt`. */
export function baseLanguage(tag: string): string {
  const dash = tag.indexOf("-");
  return dash < 0 ? tag : tag.slice(0, dash);
}

/** English names of supported languages that CLDR lacks. */
const UNNAMED: Readonly<Record<string, string>> = {
  awh: "Awadhi",
  gcf: "Guadeloupean Creole",
  gcr: "Guianese Creole",
  kbp: "Kabiyè",
  kjh: "Khakas",
  lbe: "Lak",
  nah: "Nahuatl",
  nhn: "Central Nahuatl",
  olo: "Livvi",
  skr: "Saraiki",
  yua: "Yucatec Maya",
};

/** ISO 639 codes that don't name a single language: several languages, no language, not coded. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(["und", "mul", "zxx", "mis"]);

/** True if the language of a canonical tag exists in ISO 639. */
export function isKnownLanguage(tag: string): boolean {
  const language = baseLanguage(tag);
  return !NO_LANGUAGE.has(language) && englishName(language) !== undefined;
}

let shortTags: readonly string[] | undefined;

/** The canonical ISO 639-1 tags, for use as suggestions. */
export function shortLanguageTags(): readonly string[] {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  shortTags ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((tag) => parseLanguage(tag) === tag && isKnownLanguage(tag));
  return shortTags;
}

/** Varieties whose names are in names of files, such as `Portuguese (Brazil)` and `Simplified Chinese`. */
const NAMED_VARIETIES = "no zh-Hans zh-Hant pt-BR pt-PT es-AR es-MX en-GB en-US fr-CA de-AT de-CH nl-BE".split(" ");
let tagsByName: ReadonlyMap<string, string> | undefined;

/** The language with this English name, in any case. */
export function languageCalled(name: string): string | null {
  tagsByName ??= new Map(
    (["dialect", "standard"] as const).flatMap((languageDisplay) => {
      const names = new Intl.DisplayNames("en", { type: "language", languageDisplay });
      const tags = [...shortLanguageTags(), ...NAMED_VARIETIES];
      return tags.map((tag) => [names.of(tag)!.toLowerCase(), parseLanguage(tag)!] as const);
    }),
  );
  return tagsByName.get(name.toLowerCase()) ?? null;
}

/** Name of a language in another: `languageName("es", "fr")` is "espagnol". Falls back to English, then to the tag. */
export function languageName(tag: string, displayLocale = "en"): string {
  const names = displayNames(displayLocale);
  const whole = names.of(tag);
  if (whole !== undefined) return whole;
  const { language, ...rest } = subtags(tag);
  const detail = [rest.script, rest.region, ...rest.variants].filter(Boolean).join(", ");
  const name = names.of(language) ?? englishName(language);
  if (name === undefined) return tag;
  return detail ? `${name} (${detail})` : name;
}

/** Name of a language that distinguishes it from `other`, by script if that differs: "Serbian (Cyrillic)". */
export function distinctName(tag: string, other: string): string {
  const scriptOf = (one: string) => subtags(one).script ?? likelyScript(baseLanguage(one), subtags(one).region);
  const script = scriptOf(tag);
  return languageName(script === scriptOf(other) ? tag : `${baseLanguage(tag)}-${script}`);
}

/** Native names of languages that CLDR lacks. */
const NATIVE_NAMES: Readonly<Record<string, string>> = {
  an: "aragonés",
  frp: "arpetan",
  "oc-aranes": "aranés",
  "oc-gascon": "gascon",
};

/** Native name of a language: "español", "العربية". Falls back to English. */
export function nativeLanguageName(tag: string): string {
  const known = NATIVE_NAMES[tag];
  if (known) return known;
  return languageName(tag, Intl.DisplayNames.supportedLocalesOf(tag).length > 0 ? tag : "en");
}

const RTL_SCRIPTS: ReadonlySet<string> = new Set(
  "Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi".split(" "),
);

/** Writing direction of the language's most likely script. */
export function languageDirection(tag: string): "ltr" | "rtl" {
  const known = directions.get(tag);
  if (known) return known;
  const script = toLocale(tag)?.maximize().script;
  const direction = script !== undefined && RTL_SCRIPTS.has(script) ? "rtl" : "ltr";
  if (directions.size < 200) directions.set(tag, direction);
  return direction;
}

/** Cached: each text of a list needs the direction of the same few languages. */
const directions = new Map<string, "ltr" | "rtl">();

/**
 * Tags of `known` that a person may have meant by `input`, best first: by name in English, in the language itself or in
 * `displayLocale` ("spanish", "español"), by country ("jp"), or with a typing error ("espanish", "eng-sp").
 */
export function suggestLanguages(input: string, known: readonly string[], limit = 3, displayLocale = "en"): string[] {
  const wanted = fold(input.slice(0, MAX_TAG_LENGTH));
  if (!wanted) return [];
  const meant = parseLanguage(input);
  // The tag of another language is not a typing error.
  const isReal = meant !== null && isKnownLanguage(meant);
  // A deprecated language code, such as "tl", is not read as a country.
  const ofCountry = meant === null || baseLanguage(meant) === wanted ? languageOfCountry(wanted) : undefined;
  const distanceTo = (tag: string): number => {
    if (meant && baseLanguage(meant) === baseLanguage(tag)) return 0;
    const names = new Set([languageName(tag, displayLocale), languageName(tag), nativeLanguageName(tag)].map(fold));
    if (names.has(wanted)) return 0;
    if (ofCountry === baseLanguage(tag)) return 0.5;
    if (wanted.length >= 3 && [...names].some((name) => name.startsWith(wanted))) return 0.75;
    const slips = [...names].map((name) => distance(wanted, name)).filter((slip) => slip <= wanted.length / 3);
    if (!isReal && (wanted.length <= 4 || wanted.includes("-"))) slips.push(distance(wanted, tag.toLowerCase()));
    return Math.min(Number.POSITIVE_INFINITY, ...slips);
  };
  const near = known.map((tag) => ({ tag, distance: distanceTo(tag) }));
  // The exact name of a language is not a misspelling of a similar one: "spanish" does not suggest "danish".
  const furthest = near.some(({ distance }) => distance === 0) ? 0 : Math.max(1, wanted.length / 3);
  return near
    .filter(({ distance }) => distance <= furthest)
    .sort((a, b) => a.distance - b.distance || a.tag.length - b.tag.length || (a.tag < b.tag ? -1 : 1))
    .slice(0, limit)
    .map(({ tag }) => tag);
}

let regionNames: Intl.DisplayNames | undefined;

/** The main language of a country: `jp` → `ja`. Undefined if the code is not a country. */
function languageOfCountry(code: string): string | undefined {
  if (!/^[a-z]{2}$/.test(code)) return undefined;
  // Not computed on import: the first names take a browser milliseconds, and few pages need them.
  regionNames ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  if (!regionNames.of(code.toUpperCase())) return undefined;
  const likely = toLocale(`und-${code}`)?.maximize();
  // For an unknown region CLDR returns English.
  return likely?.region === code.toUpperCase() ? likely.language : undefined;
}

type Subtags = { language: string; script?: string; region?: string; variants: readonly string[] };

/** Splits a canonical tag into subtags. */
function subtags(tag: string): Subtags {
  const [language = "", ...rest] = tag.split("-");
  const script = rest[0]?.length === 4 && !/^\d/.test(rest[0]) ? rest.shift() : undefined;
  const region = rest[0] !== undefined && /^(?:[A-Z]{2}|\d{3})$/.test(rest[0]) ? rest.shift() : undefined;
  return { language, script, region, variants: rest };
}

function joinSubtags({ language, script, region, variants }: Subtags): string {
  return [language, script, region, ...variants].filter((part) => part !== undefined).join("-");
}

function nameChineseByScript(parts: Subtags): void {
  parts.script ??= parts.region && CHINESE_SCRIPT_BY_REGION[parts.region];
  if (parts.script && CHINESE_REGION_BY_SCRIPT[parts.script] === parts.region) parts.region = undefined;
}

/** Converts a POSIX locale name: `sr-RS.UTF-8@latin` → `sr-Latn-RS`. */
function fromPosix(tag: string): string {
  const at = tag.indexOf("@");
  const [name = ""] = (at < 0 ? tag : tag.slice(0, at)).split(".");
  const modifier = at < 0 ? undefined : POSIX_MODIFIERS[tag.slice(at + 1).toLowerCase()];
  if (modifier === undefined) return name;
  if (modifier.length > 4) return `${name}-${modifier}`;
  const [language, ...rest] = name.split("-");
  return [language, modifier, ...rest].join("-");
}

function toLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

function likelyScript(language: string, region?: string): string | undefined {
  return toLocale(region ? `${language}-${region}` : language)?.maximize().script;
}

const displayNamesCache = new Map<string, Intl.DisplayNames>();

function displayNames(locale: string): Intl.DisplayNames {
  let names = displayNamesCache.get(locale);
  if (!names) {
    names = new Intl.DisplayNames([locale, "en"], { type: "language", fallback: "none" });
    if (displayNamesCache.size < 200) displayNamesCache.set(locale, names);
  }
  return names;
}

function englishName(language: string): string | undefined {
  return displayNames("en").of(language) ?? UNNAMED[language];
}

/** Lower case without accents, for comparing names. */
function fold(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}

/**
 * Removes a region that the language implies: `es-ES` becomes `es`, `en-US` becomes `en`, `es-MX` is unchanged.
 * Memories and glossaries store languages this way, so that an import for `es-ES` can be used in a project into `es`.
 * Takes a canonical tag. `pt` and `pt-BR` remain distinct: programs disagree on the region that a plain `pt` means.
 */
export function dropImpliedRegion(tag: string): string {
  if (!tag.includes("-")) return tag;
  const { language, region } = new Intl.Locale(tag);
  if (!region || language === "pt") return tag;
  const plain = tag.replace(`-${region}`, "");
  return new Intl.Locale(plain).maximize().region === region ? plain : tag;
}

/** True for equal tags, and for tags that differ only in an implied region, such as `en` and `en-US`. */
export function equalsWithImpliedRegion(a: string, b: string): boolean {
  // Fast path: this is called for every pair of languages, and most differ in the first part.
  return a.split("-", 1)[0] === b.split("-", 1)[0] && dropImpliedRegion(a) === dropImpliedRegion(b);
}
