import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import { FIELD_ERROR_CODES, FIELD_ERROR_REASONS } from "@/lib/base/errors";
import { FORMATS } from "@/lib/formats/registry";
import { SEGMENTS_FORMAT } from "@/lib/projects/documents/segments-document";
import { isCause } from "@/lib/vocabulary/causes";
import { LOCALES } from "@/lib/vocabulary/locales";
import { SCOPES } from "@/lib/vocabulary/rights";
import { catalogue } from "./catalogue";

type Tree = { [key: string]: string | Tree };

const english = flatten(catalogue("en") as Tree);
const others = LOCALES.filter((locale) => locale !== "en");

describe.each(others)("the message catalogue of %s", (locale) => {
  const messages = flatten(catalogue(locale) as Tree);

  it("each catalogue has exactly the keys of the English catalogue", () => {
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("each message has the placeholders and tags of its English original", () => {
    const wrong = [...messages].filter(([key, text]) => {
      const original = english.get(key);
      return original !== undefined && placeholders(text).join() !== placeholders(original).join();
    });
    expect(wrong).toEqual([]);
  });

  it("each catalogue has every plural form that its language requires", () => {
    // Zero uses the general form, and so does "many" in Romance languages, which is only for millions.
    const optional = locale === "ar" ? ["zero"] : locale === "pl" ? [] : ["zero", "many"];
    const needed = new Intl.PluralRules(locale)
      .resolvedOptions()
      .pluralCategories.filter((form) => !optional.includes(form));
    const wrong = [...messages].filter(([, text]) =>
      plurals(parse(text)).some((forms) => needed.some((form) => !forms.includes(form))),
    );
    expect(wrong).toEqual([]);
  });

  it("no message of a catalogue is empty", () => {
    expect([...messages].filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});

it("each catalogue has a message for every field error that the API reports", () => {
  const named = [
    ...FIELD_ERROR_CODES.filter((code) => !code.startsWith("unsupported_")).map((code) => `errors.fields.code.${code}`),
    ...FIELD_ERROR_REASONS.map((reason) =>
      isCause(reason) ? `whyNot.cause.${reason}` : `errors.fields.reason.${reason}`,
    ),
  ];
  const kinds = /^(?:errors\.fields\.(?:code|reason)|whyNot\.cause)\./;
  expect([...english.keys()].filter((key) => kinds.test(key)).sort()).toEqual(named.sort());
});

it.each(LOCALES)("the catalogue of %s names every API key scope", (locale) => {
  const labels = catalogue(locale).keys.scope;
  expect(Object.keys(labels).sort()).toEqual(SCOPES.map((scope) => scope.replace(":", "-")).sort());
});

it("the English catalogue names every document format as the API does", () => {
  const { [SEGMENTS_FORMAT]: _, ...named } = catalogue("en").formats;
  expect(named).toEqual(Object.fromEntries(FORMATS.map(({ id, name }) => [id, name])));
});

function flatten(tree: Tree, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

function placeholders(text: string): string[] {
  return [...new Set(walk(parse(text)))].sort();
}

function walk(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.tag:
        return [`<${element.value}>`, ...walk(element.children)];
      case TYPE.select:
      case TYPE.plural:
        return [element.value, ...Object.values(element.options).flatMap((option) => walk(option.value))];
      default:
        return [element.value];
    }
  });
}

function plurals(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return plurals(element.children);
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return [];
    const inner = Object.values(element.options).flatMap((option) => plurals(option.value));
    return element.type === TYPE.plural ? [Object.keys(element.options), ...inner] : inner;
  });
}
