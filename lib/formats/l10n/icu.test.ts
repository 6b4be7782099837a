import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainText } from "@/lib/text/segment";
import { icuMessage, icuOrPlain } from "./icu";

function texts(source: string) {
  return icuMessage(source, "icu")?.parts.map(({ inline }) => plainText(inline.segment.text, inline.segment.codes));
}

function compose(source: string, translations: (string | null)[], target: string) {
  return icuMessage(source, "icu")?.compose(translations, target);
}

describe("ICU messages", () => {
  test("an ICU message is split into its sentence and the branches of its plural argument", () => {
    const source = "You have {n, plural, =0 {no files} one {# file} other {# files}} in {folder}";
    expect(texts(source)).toEqual(["You have {n} in {folder}", "no files", "# file", "# files"]);
    expect(compose(source, ["Hay <x1/> en <x2/>", "nada", "<x1/> fichero", "<x1/> ficheros"], "de")).toBe(
      "Hay {n, plural, =0 {nada} one {# fichero} other {# ficheros}} en {folder}",
    );
  });

  test("an ICU message gets the target's missing plural branches from `other`, and keeps its select branches", () => {
    expect(compose("{n, plural, one {# file} other {# files}}", ["<x1/> файл", "<x1/> файлов"], "ru")).toBe(
      "{n, plural, one {# файл} few {# файлов} many {# файлов} other {# файлов}}",
    );
    expect(compose("{g, select, male {He} other {They}}", ["On", "Oni"], "pl")).toBe(
      "{g, select, male {On} other {Oni}}",
    );
  });

  test("an ICU `one` branch is translated from `other` if the source's `one` has no number and the target's `one` includes 21", () => {
    expect(compose("{n, plural, one {A file} other {# files}}", ["Файл", "<x1/> файлов"], "ru")).toContain(
      "one {# файлов}",
    );
    expect(compose("{n, plural, one {A file} other {# files}}", ["Una", "<x1/> muchas"], "de")).toContain("one {Una}");
  });

  test("a tag with arguments in its attributes is one code of an ICU message", () => {
    const source = `Read <a href="{url}" class="x {kind}">the {n} terms</a> <img src="{src}" alt="Red"/> {n, plural, one {<b id="{i}">one</b> day} other {#}}`;
    const [first] = icuMessage(source, "icu")!.parts;
    expect(first!.inline.segment.text).toBe("Read <g1>the <x2/> terms</g1> <x3/> <x4/>");
    expect(compose(source, ["Lea <g1>los <x2/></g1> <x3/> <x4/>", "<g1>un</g1> día", "<x1/>"], "es")).toBe(
      `Lea <a href="{url}" class="x {kind}">los {n}</a> <img src="{src}" alt="Red"/> {n, plural, one {<b id="{i}">un</b> día} many {#} other {#}}`,
    );
  });

  test("an ICU message with a plural inside a select is split into the branches of both levels", () => {
    const source = "{g, select, male {He has {n, plural, one {# cat} other {# cats}}} other {They sleep}}";
    expect(texts(source)).toEqual(["He has {n}", "# cat", "# cats", "They sleep"]);
    expect(compose(source, ["Er hat <x1/>", "<x1/> Katze", "<x1/> Katzen", "Sie schlafen"], "de")).toBe(
      "{g, select, male {Er hat {n, plural, one {# Katze} other {# Katzen}}} other {Sie schlafen}}",
    );
  });

  test("tags around arguments become a code pair in an ICU message", () => {
    expect(compose("Read <a>the {kind} terms</a> now", ["Jetzt <g1>die <x2/>-Bedingungen</g1> lesen"], "de")).toBe(
      "Jetzt <a>die {kind}-Bedingungen</a> lesen",
    );
  });

  test("special characters are quoted in an ICU message, so that the message displays exactly the translated text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab'{}#<>|é ]{1,12}$/), fc.constantFrom("icu", "double"), (text, quoting) => {
        const encoded = text.replaceAll("<", "&lt;");
        const source = "{n, plural, other {all of {x} it}}";
        const message = icuMessage(source, quoting as "icu" | "double")!.compose([`x${encoded}<x1/>${encoded}`], "ja");
        const [plural] = parse(message, { ignoreTag: true });
        const branch = plural?.type === TYPE.plural ? plural.options.other!.value : [];
        const value = branch.map((element) => ("value" in element ? element.value : "")).join("");
        expect(value).toBe(`x${text}x${text}`);
      }),
    );
  });

  test("the translation of a deeply nested ICU message has a limited size, even in a language with many plural forms", () => {
    const source = `${"{n, plural, other {x ".repeat(100)}y${"}}".repeat(100)}`;
    const message = icuMessage(source, "icu")!;
    const value = message.compose(
      message.parts.map(({ inline }) => `é${inline.segment.text}`),
      "ar",
    );
    expect(value.length).toBeLessThan(source.length * 500);
  });

  test("texts that can't be parsed as ICU messages are treated as plain text", () => {
    expect(icuMessage("{n, plural, one {open", "icu")).toBeNull();
    expect(icuOrPlain("{n, plural, one {open", "icu")).toBeNull();
    expect(icuOrPlain("{n, plural, one {#} other {#}}", "icu")).toBeNull();
    expect(icuOrPlain("Open {it", "icu")?.parts).toHaveLength(1);
    expect(icuMessage("{}", "icu")).toBeNull();
  });

  test("an ICU message that is nested too deep is refused", () => {
    for (const depth of [600, 20_000]) {
      const message = `${"{n, plural, other {".repeat(depth)}words${"}}".repeat(depth)}`;
      expect(() => icuMessage(message, "icu")).toThrow(expect.objectContaining({ reason: "too_complex" }));
    }
  });
});
