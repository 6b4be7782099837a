import { isMap, isScalar, isSeq, parse, parseDocument, type Scalar } from "yaml";
import { parseLanguage } from "@/lib/text/languages";
import { plainSegment, plainText } from "@/lib/text/segment";
import { type KeyPath, pathMatcher, spellPath } from "./key-paths";
import type { Patch } from "./splice";
import { rangeSlot, type Slot } from "./text-document";

/** Keys whose values are displayed, by site generator. */
const READ =
  // Keys that nearly all generators have.
  (
    "title description summary subtitle excerpt lead tagline caption headline linkTitle sidebar_label sidebar_title nav_title " +
    "short_title seo_title seo_description " +
    // VitePress and VuePress.
    "hero.text hero.tagline hero.actions[].text hero.image.alt features[].title features[].details features[].linkText " +
    "heroText actions[].text " +
    // Starlight.
    "hero.title banner.content sidebar.label sidebar.badge sidebar.badge.text prev.label next.label " +
    // Docusaurus.
    "pagination_label " +
    // Hugo.
    "params.subtitle params.description params.tagline resources[].title " +
    // Jekyll.
    "header.caption header.actions[].label header.cta_label feature_row[].title feature_row[].excerpt feature_row[].btn_label " +
    "intro[].excerpt sidebar[].title sidebar[].text gallery[].title"
  ).split(" ");

const LANGUAGE = new Set(["lang", "language", "locale"]);

export type FrontMatter = {
  readonly slots: readonly Slot[];
  readonly language: string | undefined;
  /** Untranslated keys whose values are prose. */
  readonly left: readonly string[];
  /** Patches that set the language of the front matter. */
  readonly marks: (target: string) => readonly Patch[];
};

type Value = {
  readonly path: KeyPath;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly spell: (text: string) => string;
};

/**
 * Texts in front matter in YAML (`---`) or TOML (`+++`) that begins at `offset`: those of known keys and those of
 * `keys`.
 */
export function frontMatter(raw: string, offset: number, keys: readonly string[] = []): FrontMatter {
  const values = raw.startsWith("+++") ? tomlValues(raw, offset) : yamlValues(raw, offset);
  const isRead = pathMatcher([...READ, ...keys]);
  const isText = ({ text, start, end }: Value) => /\p{L}/u.test(text) && !/[\r\n]/.test(text.trim()) && end > start;
  const slots = values
    .filter((value) => isRead(value.path) && isText(value))
    .map(({ path, text, start, end, spell }) =>
      rangeSlot({ ...plainSegment(text.trim()), key: spellPath(path) }, start, end, (encoded) =>
        spell(plainText(encoded).replace(/[\r\n]+/g, " ")),
      ),
    );
  const language = values.find(({ path, text }) => isLanguage(path) && parseLanguage(text));
  const left = values.filter((value) => !(isRead(value.path) && isText(value)) && isProse(value.text));
  return {
    slots,
    language: language?.text,
    left: [...new Set(left.map(({ path }) => spellPath(path)))],
    marks: (target) => (language ? [{ start: language.start, end: language.end, raw: [language.spell(target)] }] : []),
  };
}

/** The YAML or TOML between delimiter lines at the start of a text; undefined if there is none. */
export function frontMatterOf(text: string): string | undefined {
  const mark = /^(?:---|\+\+\+)(?=[ \t]*\r?\n)/.exec(text)?.[0];
  if (mark === undefined) return;
  const end = new RegExp(`\\n${mark === "---" ? mark : "\\+{3}"}[ \\t]*(?=\\r?\\n|$)`, "g");
  end.lastIndex = mark.length;
  const found = end.exec(text);
  return found ? text.slice(0, found.index + found[0].length) : undefined;
}

export const KEYS_LEFT = "Keys of the front matter that stayed as they are (name them in keys)";

function isLanguage(path: KeyPath): boolean {
  return path.length === 1 && LANGUAGE.has(String(path[0]).toLowerCase());
}

/** Whether a value has three words or more, none of them an address, a path or code. */
function isProse(text: string): boolean {
  return /\p{L}{2,}[,;:]? \p{L}+[,;:]? \p{L}{2,}/u.test(text) && !/[{}=<>]|:\/\//.test(text);
}

/** Maximum depth: more deeply nested data is not text of a page. */
const MAX_DEPTH = 8;

function yamlValues(raw: string, offset: number): Value[] {
  const start = raw.indexOf("\n") + 1;
  const source = raw.slice(start, raw.lastIndexOf("---"));
  const { contents, errors } = parseDocument(source);
  if (errors.length > 0 || !isMap(contents)) return [];
  const values: Value[] = [];
  const read = (node: unknown, path: KeyPath, isFlow: boolean) => {
    if (path.length > MAX_DEPTH) return;
    if (isMap(node)) {
      for (const { key, value } of node.items)
        if (isScalar(key)) read(value, [...path, String(key.value)], isFlow || node.flow === true);
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) read(item, [...path, index], isFlow || node.flow === true);
    } else if (isScalar(node) && typeof node.value === "string" && node.range) {
      const [from, to] = node.range;
      const isBlock = node.type?.startsWith("BLOCK") ?? false;
      // A multi-line value is reported as untranslated and not changed.
      const isLaidOut = isBlock && /\n(?=.)/.test(node.value.trimEnd());
      const trailing = isBlock ? /\s*$/.exec(source.slice(from, to))![0].length : 0;
      const type = node.type as Scalar["type"];
      values.push({
        path,
        text: node.value,
        start: offset + start + from,
        end: isLaidOut ? offset + start + from : offset + start + to - trailing,
        spell: (text: string) => (isFlow && type === "PLAIN" ? JSON.stringify(text) : spellYaml(text, type)),
      });
    }
  };
  read(contents, [], false);
  return values;
}

/** Uses the quotes of the source if they can contain the text. */
function spellYaml(text: string, type: Scalar["type"]): string {
  if (type === "QUOTE_SINGLE") return `'${text.replaceAll("'", "''")}'`;
  if (type === "PLAIN" && isPlain(text)) return text;
  return JSON.stringify(text);
}

function isPlain(text: string): boolean {
  try {
    return text === text.trim() && parse(`key: ${text}`)?.key === text;
  } catch {
    return false;
  }
}

const TOML_STRING = /^([\w-]{1,60})([ \t]{0,20}=[ \t]{0,20})("(?:[^"\\\r\n]|\\[^\r\n])*"|'[^'\r\n]*')[ \t]*(?:#.*)?$/gm;

/** Reads single-line strings before the first table. */
function tomlValues(raw: string, offset: number): Value[] {
  const table = /^\[/m.exec(raw)?.index ?? raw.length;
  return [...raw.slice(0, table).matchAll(TOML_STRING)].flatMap(({ index, 1: key, 2: equals, 3: string }) => {
    const text = readToml(string!);
    if (text === undefined) return [];
    const start = offset + index + key!.length + equals!.length;
    return [{ path: [key!], text, start, end: start + string!.length, spell: JSON.stringify }];
  });
}

function readToml(string: string): string | undefined {
  if (string.startsWith("'")) return string.slice(1, -1);
  try {
    return JSON.parse(string) as string;
  } catch {
    return;
  }
}
