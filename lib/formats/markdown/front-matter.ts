import { isMap, isScalar, parse, parseDocument, type Scalar } from "yaml";
import type { Patch } from "@/lib/formats/office/patch";
import { rangeSlot, type Slot } from "@/lib/formats/text-document";
import { parseLanguage } from "@/lib/text/languages";
import { plainSegment, plainText } from "@/lib/text/segment";

/** Keys whose values people read, over the usual site generators. */
const READ = new Set(
  "title description summary subtitle excerpt lead tagline caption headline linktitle sidebar_label sidebar_title nav_title short_title seo_title seo_description".split(
    " ",
  ),
);

const LANGUAGE = new Set(["lang", "language", "locale"]);

export type FrontMatter = {
  readonly slots: readonly Slot[];
  readonly language: string | undefined;
  /** Sets the language that the front matter names. */
  readonly marks: (target: string) => readonly Patch[];
};

type Value = {
  readonly key: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly spell: (text: string) => string;
};

/** Titles and descriptions of front matter in YAML (`---`) or TOML (`+++`), which begins at `offset` of the document. */
export function frontMatter(raw: string, offset: number): FrontMatter {
  const values = raw.startsWith("+++") ? tomlValues(raw, offset) : yamlValues(raw, offset);
  const slots = values
    .filter(({ key, text }) => READ.has(key.toLowerCase()) && /\p{L}/u.test(text) && !/[\r\n]/.test(text.trim()))
    .map(({ key, text, start, end, spell }) =>
      rangeSlot({ ...plainSegment(text.trim()), key }, start, end, (encoded) =>
        spell(plainText(encoded).replace(/[\r\n]+/g, " ")),
      ),
    );
  const language = values.find(({ key, text }) => LANGUAGE.has(key.toLowerCase()) && parseLanguage(text));
  return {
    slots,
    language: language?.text,
    marks: (target) => (language ? [{ start: language.start, end: language.end, raw: [language.spell(target)] }] : []),
  };
}

function yamlValues(raw: string, offset: number): Value[] {
  const start = raw.indexOf("\n") + 1;
  const source = raw.slice(start, raw.lastIndexOf("---"));
  const { contents, errors } = parseDocument(source);
  if (errors.length > 0 || !isMap(contents)) return [];
  return contents.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || !isScalar(value) || typeof value.value !== "string" || !value.range) return [];
    if (value.type?.startsWith("BLOCK") && /\n(?=.)/.test(value.value.trimEnd())) return [];
    const [from, to] = value.range;
    const trailing = value.type?.startsWith("BLOCK") ? /\s*$/.exec(source.slice(from, to))![0].length : 0;
    return [
      {
        key: String(key.value),
        text: value.value,
        start: offset + start + from,
        end: offset + start + to - trailing,
        spell: (text: string) => spellYaml(text, value.type),
      },
    ];
  });
}

/** In the quotes of the source where these can hold the text. */
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

/** Strings on one line before the first table. */
function tomlValues(raw: string, offset: number): Value[] {
  const table = /^\[/m.exec(raw)?.index ?? raw.length;
  return [...raw.slice(0, table).matchAll(TOML_STRING)].flatMap(({ index, 1: key, 2: equals, 3: string }) => {
    const text = readToml(string!);
    if (text === undefined) return [];
    const start = offset + index + key!.length + equals!.length;
    return [{ key: key!, text, start, end: start + string!.length, spell: JSON.stringify }];
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
