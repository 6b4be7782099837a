import { isScalar, isMap as isYamlMap, parseAllDocuments, visit } from "yaml";
import { JsonSource } from "./json-source";

/** A text in a file of strings: its name, and its offset. */
export type StoredValue = { readonly key: string; readonly start: number };

/**
 * A second parser of the formats: finds every text that a file stores, counting each plural form, without judging
 * whether it is for people. Empty and obsolete texts do not count. Undefined for other formats.
 */
export function storedValues(format: string, source: string): readonly StoredValue[] | undefined {
  return READERS[format]?.(source);
}

const READERS: Readonly<Record<string, (source: string) => readonly StoredValue[]>> = {
  json: jsonValues,
  arb: jsonValues,
  resjson: (source) => jsonValues(source).filter(({ key }) => !/^_.*\.comment$/.test(key)),
  yaml: yamlValues,
  po: poValues,
  android: (source) => elementValues(source, ANDROID, ({ open }) => !/\stranslatable="false"/.test(open)),
  resx: (source) =>
    elementValues(source, RESX, ({ open }) => !/\s(?:type|mimetype)=|\sname="(?:>>|\$this\.)/.test(open)),
  xliff1: (source) => targetValues(source, /<trans-unit\b/),
  xliff2: (source) => targetValues(source, /<(?:unit|segment)\b/),
  qt: qtValues,
  wxl: (source) => elementValues(source, WXL, () => true),
  stringsdict: (source) => lineValues(blank(source, /<!--[\s\S]*?-->/g), STRINGSDICT),
  php: (source) => lineValues(blank(source, /\/\*[\s\S]*?\*\/|^\s*(?:\/\/|#).*$/gm), PHP),
  strings: (source) => lineValues(blank(source, /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm), STRINGS),
  properties: propertyValues,
};

/** Names of JSON members that are comments by the rules of their formats. */
const REMARK = /^(?:@|\$schema$|\$id$|_comments?$|\/\/|__)/;

function jsonValues(text: string): StoredValue[] {
  const source = new JsonSource(text);
  const values: StoredValue[] = [];
  const stack = [{ node: source.root, path: [] as readonly string[] }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, path } = next;
    const members = source.members(node);
    const has = (name: string) => members.find(({ key }) => key === name);
    const text = has("message") ?? has("defaultMessage") ?? (has("id") && has("translation"));
    const isAlone =
      text &&
      members.every(({ key }) => MESSAGE.has(key)) &&
      !isMap(
        members.map(({ key }) => key),
        path,
      );
    if (node.type === "string" && node.value !== "") values.push({ key: path.join("."), start: node.offset });
    if (isAlone) stack.push({ node: text.node, path });
    else
      for (const { key, node: child } of members.toReversed())
        if (!REMARK.test(key)) stack.push({ node: child, path: [...path, key] });
    if (node.type === "array")
      for (const [i, child] of [...(node.children ?? []).entries()].reverse())
        stack.push({ node: child, path: [...path, String(i)] });
  }
  return values.sort((a, b) => a.start - b.start);
}

const MESSAGE = new Set(["message", "defaultMessage", "description", "placeholders", "comment", "id", "translation"]);

/** Deep in a tree, `message` and `description` are keys like any others. */
function isMap(keys: readonly string[], path: readonly string[]): boolean {
  return keys.length > 1 && keys.includes("message") && path.length !== 1;
}

function yamlValues(text: string): StoredValue[] {
  const values: StoredValue[] = [];
  for (const document of parseAllDocuments(text, { uniqueKeys: false }))
    visit(document as never, {
      Scalar(at, node, path) {
        if (at === "key" || typeof node.value !== "string" || node.value === "" || !node.range) return;
        if (node.type === "PLAIN" && /^:\w+$/.test(node.value)) return;
        // The name of a message in a go-i18n list.
        const [pair, map] = [path.at(-1) as { key?: unknown }, path.at(-2)];
        if (isYamlMap(map) && map.has("translation") && isScalar(pair.key) && pair.key.value === "id") return;
        const keys = path.flatMap((one) => {
          const key = (one as { key?: unknown }).key;
          return isScalar(key) ? [String(key.value)] : [];
        });
        values.push({ key: keys.join("."), start: node.range[0] });
      },
    });
  return values.sort((a, b) => a.start - b.start);
}

function poValues(text: string): StoredValue[] {
  const values: StoredValue[] = [];
  let [key, isFilled, at]: [string, boolean, number | undefined] = ["", false, undefined];
  const end = () => {
    if (at !== undefined && isFilled && key !== "") values.push({ key, start: at });
    [at, isFilled] = [undefined, false];
  };
  let isKey = false;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const field = /^\s*(?:(msgctxt|msgid_plural|msgid)|(msgstr)(?:\[\d+\])?)?\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(line);
    if (!field) {
      end();
      isKey = false;
      continue;
    }
    const [, source, target, quoted = ""] = field;
    if (source || target) end();
    if (source) isKey = source === "msgid";
    if (source === "msgid") key = "";
    if (target) [isKey, at] = [false, index + line.indexOf("msgstr")];
    if (isKey) key += quoted;
    if (at !== undefined && quoted !== "") isFilled = true;
  }
  end();
  return values;
}

type Element = { readonly open: string; readonly body: string; readonly start: number };

const ANDROID = /(<(?:string|item)\b[^>]*>)((?:(?!<\/(?:string|item)>)[\s\S])*)<\/(?:string|item)>/g;
const WXL = /(<(?:String|UI)\b[^>]*>)((?:<!\[CDATA\[[\s\S]*?\]\]>|[^<])*)/g;
const RESX = /(<data\b[^>]*>)((?:(?!<\/data>)[\s\S])*)<\/data>/g;

function elementValues(source: string, pattern: RegExp, isText: (element: Element) => boolean): StoredValue[] {
  let name = "";
  return [...blank(source, /<!--[\s\S]*?-->/g).matchAll(pattern)].flatMap(({ 1: open = "", 2: body = "", index }) => {
    if (open.startsWith("<item"))
      name = /.*\sname="([^"]*)"/s.exec(source.slice(Math.max(0, index - 5_000), index))?.[1] ?? name;
    const key = /\s(?:name|Id|Control)="([^"]*)"/.exec(open)?.[1] ?? name;
    const content = open.startsWith("<data") ? (/<value[^>]*>([\s\S]*?)<\/value>/.exec(body)?.[1] ?? "") : body;
    const value = /\s(?:Value|Text)="([^"]*)"/.exec(open)?.[1] ?? content;
    return value.trim() !== "" && isText({ open, body, start: index }) ? [{ key, start: index }] : [];
  });
}

function targetValues(text: string, unit: RegExp): StoredValue[] {
  const source = blank(text, /<!--[\s\S]*?-->|<alt-trans\b[\s\S]*?<\/alt-trans>|<mtc:match\b[\s\S]*?<\/mtc:match>/g);
  const pattern = new RegExp(`${unit.source}([^>]*)>|<target\\b([^>]*[^/])?>([\\s\\S]*?)</target>`, "g");
  let key = "";
  return [...source.matchAll(pattern)].flatMap(([, open, , body = ""], i, all) => {
    if (open === undefined) return body.replace(/<[^>]*>/g, "").trim() === "" ? [] : [{ key, start: all[i]!.index }];
    key = /\s(?:resname|name)="([^"]*)"/.exec(open)?.[1] ?? /\sid="([^"]*)"/.exec(open)?.[1] ?? key;
    return [];
  });
}

function qtValues(text: string): StoredValue[] {
  const source = blank(text, /<!--[\s\S]*?-->/g);
  const messages = source.matchAll(/<message\b(?:(?!<\/message>)[\s\S])*<\/message>/g);
  return [...messages].flatMap(({ 0: message, index }) => {
    const key = /<source>([\s\S]*?)<\/source>/.exec(message)?.[1] ?? "";
    const translation = /<translation\b([^>]*[^/])?>([\s\S]*?)<\/translation>/.exec(message);
    if (!translation || /type="(?:vanished|obsolete)"/.test(translation[1] ?? "")) return [];
    const forms = translation[2]!.includes("<numerusform")
      ? [...translation[2]!.matchAll(/<numerusform[^>]*>([\s\S]*?)<\/numerusform>/g)].map(([, form]) => form!)
      : [translation[2]!];
    return forms.filter((form) => form.trim() !== "").map(() => ({ key, start: index }));
  });
}

const STRINGS = /^[ \t]*(?:"((?:[^"\\]|\\.)*)"|([\w.-]+))\s*=\s*"((?:[^"\\]|\\.)+)"\s*;/gm;

/** Value of a plural category or format; a value with only placeholders refers to other values. */
const STRINGSDICT =
  /<key>(zero|one|two|few|many|other|NSStringLocalizedFormatKey)<\/key>\s*<string>(?!\s*(?:%(?:#@\w+@|(?:\d+\$)?@)\s*)+<)(?=[^<])[^<]*<\/string>/g;
const PHP = /(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*=>\s*(?:'(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)+")/g;

function lineValues(source: string, pattern: RegExp): StoredValue[] {
  return [...source.matchAll(pattern)].map(({ 1: quoted, 2: bare, index }) => ({
    key: quoted ?? bare ?? "",
    start: index,
  }));
}

function propertyValues(source: string): StoredValue[] {
  let isContinued = false;
  return [...source.matchAll(/[^\r\n]+/g)].flatMap(({ 0: line, index }) => {
    const isInside = isContinued;
    const isComment = !isInside && /^\s*[#!]/.test(line);
    isContinued = !isComment && /(?<!\\)(?:\\\\)*\\$/.test(line);
    const [, key, value] = /^\s*((?:[^\s:=\\]|\\.)+)\s*[:=\s]\s*(\S.*)?$/.exec(line) ?? [];
    return isInside || isComment || !key || !(value ?? "").replace(/\\$/, "") ? [] : [{ key, start: index }];
  });
}

/** Replaces matches of a pattern by spaces, so that offsets stay. */
function blank(source: string, pattern: RegExp): string {
  return source.replace(pattern, (match) => match.replace(/[^\r\n]/g, " "));
}
