import { afterAll, describe, expect, test } from "vitest";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { sendTargetImport } from "./import-target";
import { writeTarget } from "./target";

afterAll(closeSandbox);

async function brought(name: string, source: string, target: string) {
  const { caller, project } = await newProject({ workflow: "human" });
  const { id } = await addDocument(caller, project.id, name, source);
  await runJobs(caller);
  await sendTargetImport(caller, id, { language: "es", mode: "translated" }, Buffer.from(target));
  await runJobs(caller);
  const { bytes } = await writeTarget(caller.accountId, id, "es", { minState: "translated" });
  return { texts: await textsOf(id), written: Buffer.from(bytes).toString() };
}

const po = (language: string, entries: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n${entries}`;

const xliff = (language: string, source: string, target: string) =>
  `<xliff version="1.2"><file source-language="en" target-language="${language}" original="f" datatype="plaintext"><body>\n<trans-unit id="1" resname="locked"><source>${source}</source><target>${target}</target></trans-unit>\n<trans-unit id="2" resname="save"><source>Save</source><target>Save</target></trans-unit>\n</body></file></xliff>\n`;

/**
 * Files whose values were once missed by the parser, named by the construct that hid them; each value of the source
 * with its translation.
 */
const FILES: Readonly<Record<string, readonly [name: string, source: string, target: string, pairs: unknown]>> = {
  "keys called comment, comments and description": [
    "en.json",
    '{"task":{"comments":"Many comments","comment":{"a":"A comment"},"description":"Words","message":"Other words"}}',
    '{"task":{"comments":"Muchos","comment":{"a":"Un comentario"},"description":"Palabras","message":"Otras"}}',
    { "Many comments": "Muchos", "A comment": "Un comentario", Words: "Palabras", "Other words": "Otras" },
  ],
  "unquoted words that YAML 1.1 reads as booleans": [
    "en.yml",
    "en:\n  positive: Yes\n  negative: No\n  switch: On\n  other: A sentence.\n",
    "es:\n  positive: Sí\n  negative: No\n  switch: Activado\n  other: Una frase.\n",
    { Yes: "Sí", No: "No", On: "Activado", "A sentence.": "Una frase." },
  ],
  "a list of go-i18n in JSON": [
    "en.json",
    '[{"id":"save","translation":"Save"},{"id":"days","translation":{"one":"{{.n}} day","other":"{{.n}} days"}}]',
    '[{"id":"days","translation":{"one":"{{.n}} día","other":"{{.n}} días"}},{"id":"save","translation":"Guardar"}]',
    { Save: "Guardar", "<x1/> days": "<x1/> días" },
  ],
  "a list of go-i18n in YAML": [
    "en.yaml",
    '- id: save\n  translation: "Save"\n- id: open\n  translation: "Open it"\n',
    '- id: open\n  translation: "Abrirlo"\n- id: save\n  translation: "Guardar"\n',
    { Save: "Guardar", "Open it": "Abrirlo" },
  ],
  "messages with comments, translated by plain strings": [
    "package.nls.json",
    '{"a.title":"Title","b":{"message":"Open {0}","comment":["{0} is a file","Shown in a menu"]}}',
    '{"a.title":"Título","b":"Abrir {0}"}',
    { Title: "Título", "Open <x1/>": "Abrir <x1/>" },
  ],
  "plural forms of a monolingual gettext file": [
    "en.po",
    po("en", 'msgid "files"\nmsgid_plural "files"\nmsgstr[0] "%d file"\nmsgstr[1] "%d files"\n'),
    po("es", 'msgid "files"\nmsgid_plural "files"\nmsgstr[0] "%d archivo"\nmsgstr[1] "%d archivos"\n'),
    { "<x1/> files": "<x1/> archivos" },
  ],
  "a gettext file of the source language with messages still empty": [
    "en.po",
    po("en", 'msgid "Pause now"\nmsgstr ""\n\nmsgid "Colour"\nmsgstr "Colour"\n\nmsgid "Reset"\nmsgstr ""\n'),
    po("es", 'msgid "Pause now"\nmsgstr ""\n\nmsgid "Colour"\nmsgstr "Color"\n\nmsgid "Reset"\nmsgstr "Reiniciar"\n'),
    { "Pause now": null, Colour: "Color", Reset: "Reiniciar" },
  ],
  "XLIFF units whose source has moved on": [
    "app.en.xlf",
    xliff("en", "This period is locked. Choose a later date.", "This period is locked. Choose a later date."),
    xliff("es", "This period is locked, choose a later date.", "Este periodo está bloqueado, elija otra fecha."),
    { "This period is locked. Choose a later date.": "Este periodo está bloqueado, elija otra fecha.", Save: null },
  ],
};

describe("reading every value of a translated file", () => {
  test.each(Object.entries(FILES))(
    "every value of a translated file is read: %s",
    async (_, [name, source, target, pairs]) => {
      const { texts, written } = await brought(name, source, target);
      expect(Object.fromEntries(texts.map(({ source, text, forms }) => [source, text ?? forms ?? null]))).toEqual(
        pairs,
      );
      expect(written).toBe(target);
    },
  );
});

describe("reading translations in a source file", () => {
  test("a CSV column whose name is no language is not read as translations", async () => {
    const { caller, project } = await newProject({ workflow: "human" });
    const content = "context,source,target,translator_comments\nsave,Save it,Save it now,\nopen,Open it,Open it now,\n";
    const { id } = await addDocument(caller, project.id, "en.csv", content);
    await runJobs(caller);
    expect((await textsOf(id)).map(({ text }) => text)).toEqual([null, null]);
  });

  test("texts in a Qt file of the source language are not read as translations, and empty translations stay empty", async () => {
    const ts = (language: string, one: string, many: string) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}">\n<context>\n    <name>Main</name>\n    <message>\n        <source>Join</source>\n        <translation${one}</translation>\n    </message>\n    <message numerus="yes">\n        <source>%n file(s)</source>\n        <translation${many}</translation>\n    </message>\n</context>\n</TS>\n`;
    const english = ts(
      "en_US",
      ' type="unfinished">',
      "><numerusform>%n file</numerusform><numerusform>%n files</numerusform>",
    );
    const own = ts(
      "es_ES",
      ' type="unfinished">',
      ' type="unfinished"><numerusform></numerusform><numerusform></numerusform>',
    );
    const { texts, written } = await brought("app_en.ts", english, own);
    expect(texts.map(({ text, forms }) => text ?? forms)).toEqual([null, null]);
    expect(written).toBe(own);
  });
});
