import { type FormatOptions, type FormatWarning, leftWarning } from "@/lib/formats/format";
import { type KeyPath, pathMatcher } from "@/lib/formats/key-paths";
import { isLanguageTag, sameLanguage } from "./locale-names";
import { isProse } from "./prose";

/**
 * Decides which values of a key–value file are text. In message files, every value that is prose. In files of
 * settings, such as `pyproject.toml` or a workflow: only sentences and titles, since a single word is rather the name of
 * a package or the choice of an option. `keys` chooses others.
 */
export class TextValues {
  readonly #isChosen: (path: KeyPath) => boolean;
  readonly #isSettings: boolean;
  readonly #hint: string;
  readonly #otherLanguage: (path: readonly string[]) => string | undefined;
  readonly #languagesLeft = new Set<string>();
  #left = 0;

  /** `kind`: known for some files, such as messages with a language; otherwise detected from the values. */
  constructor(
    source: string,
    { keys = [], source: language }: FormatOptions,
    { kind, anywhere = false }: { kind?: "messages" | "settings" | undefined; anywhere?: boolean } = {},
  ) {
    this.#isChosen = pathMatcher(keys, anywhere);
    this.#hint = kind === "settings" ? "" : " To translate such values, list their keys in keys.";
    this.#isSettings = kind ? kind === "settings" : looksLikeSettings(source);
    this.#otherLanguage = otherSiteLanguage(source, language);
  }

  isText(value: string, path: readonly string[]): boolean {
    if (this.#isChosen(path.map((step) => (/^\d+$/.test(step) ? Number(step) : step)))) return true;
    const key = path.findLast((step) => !/^\d+$/.test(step)) ?? "";
    if (!isProse(value, key) || isKindOfRecord(value, path) || isLanguage(value, path, key)) return false;
    const other = this.#otherLanguage(path);
    if (other !== undefined) this.#languagesLeft.add(other);
    if (other !== undefined) return false;
    if (!this.#isSettings || isSettingText(value, path, key)) return true;
    this.#left++;
    return false;
  }

  get warnings(): FormatWarning[] {
    const languages = leftWarning([...this.#languagesLeft], "Texts in other languages stayed as they are");
    if (this.#left === 0) return languages;
    const values = this.#left === 1 ? "One value looks like a name" : `${this.#left} values look like names`;
    const message = `${values} or options of a settings file and stayed.${this.#hint}`;
    return [{ code: "part_skipped", count: this.#left, message }, ...languages];
  }
}

/** Records of a list name their type: `- type: input`. */
function isKindOfRecord(value: string, path: readonly string[]): boolean {
  return (
    /^\d+$/.test(path.at(-2) ?? "") &&
    /^(?:type|kind|variant|method|role|split)$/.test(path.at(-1)!) &&
    /^[a-z][\w-]*$/.test(value)
  );
}

/** A language code, or the language's name in a site's table of languages. */
function isLanguage(value: string, path: readonly string[], key: string): boolean {
  if (key === "languageName") return path.length > 1 && isLanguageTag(path.at(-2)!);
  return (
    /(?:lang(?:uage)?|locale)$/i.test(key) && /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(value) && isLanguageTag(value)
  );
}

/** Values after a colon or an equals sign, or list items, in the syntaxes of settings. Linear time. */
const VALUE = new RegExp(
  [
    /(?:[:=[{,]|^[ \t]*-)[ \t]*(?:"((?:[^"\\\n]|\\.){0,500})"|'((?:[^'\\\n]|\\.){0,500})')(?![ \t]*[:=])/,
    /^[ \t]*(?:"((?:[^"\\\n]|\\.){0,500})"|'((?:[^'\\\n]|\\.){0,500})')[ \t]*,?[ \t]*(?:#.*)?$/,
    /(?:[:=]|^[ \t]*-(?=[ \t]))[ \t]*([^\s"'[\]{},#;:=|>-][^"'[\]{},#;\n]{0,500})/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

/** Maximum UTF-16 units of a file that are read to classify it. */
const MAX_SAMPLE = 200_000;

/** Whether most values are numbers, choices, names and addresses. Values that may also be messages do not count. */
function looksLikeSettings(source: string): boolean {
  let [texts, others] = [0, 0];
  for (const [, ...groups] of source.slice(0, MAX_SAMPLE).matchAll(VALUE)) {
    const value = unescaped(groups.find((group) => group !== undefined) ?? "").trim();
    const isQuoted = groups.at(-1) === undefined;
    if (/^(?:true|false|null|yes|no|on|off)$/.test(value)) others += isQuoted ? 0 : 1;
    else if (isProse(value) && isPhrase(value.replaceAll(PLACEHOLDER, FILLED).replace(ACCELERATOR, ""))) texts++;
    else if (!/^\p{L}*$/u.test(value) && isName(value)) others++;
  }
  return others >= 3 && others > texts;
}

/** Whether a value cannot be a message: a number, a name with punctuation, an address, a command. */
function isName(value: string): boolean {
  return !isProse(value) || /^[\w@.-]+[:/_][\w:/@.*-]+$/.test(value) || isCode(value);
}

/** Resolves the escapes that most syntaxes share, without restoring the exact characters. */
const unescaped = (value: string): string =>
  value.replace(/\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]{1,6}\})/g, "é").replace(/\\[nrtbf"'`\\/]/g, " ");

const PLACEHOLDER =
  /<\/?[a-z][^<>]{0,200}>|\{\{[\s\w.,]{1,60}\}\}|(?<!\$)\{[\s\w.,]{0,60}\}|%\(\w{1,60}\)[sd]|%\{\w{1,60}\}|%(?:\d\$)?[sd@]/g;

/** The mark of the accelerator in a caption: `&File`. */
const ACCELERATOR = /(?<![\w\s])[&_](?=\p{L})|(?<=\p{L})&(?=\p{L})/u;

/** Stands for a placeholder of a message. */
const FILLED = "\ue000";

/** A sentence, or a word that begins with a capital, as titles do. */
function isPhrase(value: string): boolean {
  if (isCode(value) || /^[^\p{Ll}\p{Lo}]*$/u.test(value)) return false;
  return (
    /\p{L}[\p{L}'’.,-]*\s+[\p{L}\ue000]|\ue000\s+\p{L}{2}/u.test(value) ||
    /^\p{Lu}\p{Ll}+[.!?…:]?$/u.test(value) ||
    /[^\p{ASCII}\ue000]/u.test(value)
  );
}

function isCode(value: string): boolean {
  return EXPRESSION.test(value) || COMMAND.test(value);
}

const EXPRESSION = /&&|\|\||=>|::|[=!<>~]=|\s--?\w|^\$[({]|\\[\w.]|\(\?|^\^|\$$|;\s*\w+=|^\w+=/;

const COMMAND =
  /^(?:npm|npx|pnpm|yarn|node|python3?|pip|uv|tox|cargo|make|go|git|docker|cd|ls|rm|cp|mkdir|bash|sh|bundle|composer|php)\s/;

function isSettingText(value: string, path: readonly string[], key: string): boolean {
  if (path.some((step) => NO_TEXT_BELOW.test(step))) return false;
  return TEXT_KEY.test(key) ? !EXPRESSION.test(value) : !NO_TEXT.test(key) && isPhrase(value);
}

/** Keys whose values people read in any file. */
const TEXT_KEY =
  /^(?:sub)?(?:title|label|description|desc|summary|message|text|caption|heading|headline|tagline|tooltip|placeholder|hint|help|question|answer|slogan|greeting)$/i;

/** Keys of settings whose values are not text even if they look like it. */
const NO_TEXT =
  /^(?:run|uses|.*format|.*class|.*pattern|.*regexp?|.*timezone|.*icons?|.*theme|.*lang(?:uage)?|.*locale|features|extends|plugins|presets|.*(?:executable|storyboard(?:file|name)?|nib(?:file|name)?|classname|identifier|bundletyperole))$/i;

/** Keys that contain only such values. */
const NO_TEXT_BELOW =
  /^(?:.*licen[cs]e.*|.*spdx.*|.*authors?|.*maintainers?|contributors?|.*classifiers|.*scripts?|.*commands?|.*fonts?|.*(?:in|ex)clude.*|.*ignores?|.*dependencies|requires|.*headers?)$/i;

/** Keys of Hugo's configuration, in a single file or in `languages.toml`. */
const HUGO = /^[ \t]*["']?(?:baseURL|defaultContentLanguage|languageName)["']?[ \t]*[:=]/im;
const DEFAULT_LANGUAGE = /^[ \t]*["']?defaultContentLanguage["']?[ \t]*[:=][ \t]*["']?([A-Za-z-]{2,20})/im;

/**
 * A function that returns the language of a site's text if it is not `language`. Texts in other languages are in tables
 * of their own: `languages.pt-br.title`.
 */
function otherSiteLanguage(source: string, language?: string): (path: readonly string[]) => string | undefined {
  const own = HUGO.test(source) ? (language ?? DEFAULT_LANGUAGE.exec(source)?.[1]) : undefined;
  return (path) => {
    const [tag = "", key] = path[0] === "languages" ? path.slice(1) : path;
    return own && key !== undefined && isLanguageTag(tag) && !sameLanguage(tag, own) ? tag : undefined;
  };
}
