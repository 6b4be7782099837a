import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import format, { type CompiledMessage } from "icu-minify/format";
import { createTranslator } from "use-intl/core";
import { expect, it } from "vitest";
import { LOCALES } from "@/lib/vocabulary/locales";
import { catalogue } from "./catalogue";
import { FORMATS } from "./locales";
import { pageCatalogue } from "./page-messages";

type Tree = { readonly [key: string]: unknown };

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

it.each(LOCALES)("compiled page messages in %s give the same text as their ICU originals", (locale) => {
  const t = createTranslator({ locale, messages: catalogue(locale) as never, formats: FORMATS, timeZone: "UTC" });
  const rich = t.rich as unknown as (key: string, values: object) => unknown; // Matches any key.
  const compiled = pageCatalogue(locale) as Tree;
  const options = { formatters, formats: FORMATS as never, timeZone: "UTC" };
  const wrong: unknown[] = [];
  for (const [key, text] of leaves(catalogue(locale))) {
    if (!/['{<]/.test(text)) continue;
    for (const count of [0, 1, 2, 5, 1234]) {
      const values = valuesFor(parse(text), count);
      const meant = [rich(key, values)].flat().join("");
      const shown = [format(at(compiled, key), locale, values as never, options)].flat().join("");
      if (shown !== meant) wrong.push([key, meant, shown]);
    }
  }
  expect(wrong).toEqual([]);
});

it("compiled page messages are plain objects, as client components require", () => {
  expect(pageCatalogue("en")).toStrictEqual(JSON.parse(JSON.stringify(pageCatalogue("en"))));
});

function* leaves(tree: Tree, prefix = ""): Generator<[key: string, text: string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") yield [prefix + key, value];
    else yield* leaves(value as Tree, `${prefix}${key}.`);
  }
}

function at(tree: Tree, key: string): CompiledMessage {
  return key.split(".").reduce<unknown>((part, name) => (part as Tree)[name], tree) as CompiledMessage;
}

/** A value for each placeholder: a count, a text, the first option of a choice, or an element that returns its text. */
function valuesFor(elements: readonly MessageFormatElement[], count: number): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const element of elements) {
    if (element.type === TYPE.tag) {
      values[element.value] = (chunks: unknown) => `«${[chunks].flat().join("")}»`;
      Object.assign(values, valuesFor(element.children, count));
    } else if (element.type === TYPE.plural || element.type === TYPE.number) values[element.value] = count;
    else if (element.type === TYPE.select) values[element.value] = Object.keys(element.options)[count % 2] ?? "other";
    else if (element.type === TYPE.argument) values[element.value] ??= "x";
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options))
        for (const [name, value] of Object.entries(valuesFor(option.value, count))) values[name] ??= value;
  }
  return values;
}
