import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { sendTargetImport } from "./import-target";
import { type TargetOptions, writeTarget } from "./target";

afterAll(closeSandbox);

async function newDocument(name: string, content: string, workflow = "human") {
  const { caller, project } = await newProject({ workflow });
  const { id } = await addDocument(caller, project.id, name, content);
  await runJobs(caller);
  return { caller, project, id };
}

async function bring(caller: Caller, documentId: string, file: string) {
  const jobId = await sendTargetImport(caller, documentId, { language: "es", mode: "translated" }, Buffer.from(file));
  await runJobs(caller);
  const [job] = await db().select().from(jobs).where(eq(jobs.id, jobId));
  expect(job).toMatchObject({ state: "succeeded", error: null });
  return job!.result;
}

async function written(caller: Caller, id: string, options: Partial<TargetOptions> = {}) {
  const file = await writeTarget(caller.accountId, id, "es", {
    minState: "translated",
    outdated: "skip",
    ...options,
  });
  return { text: Buffer.from(file.bytes).toString(), counts: file.counts };
}

/** A source, and a person's translation of it. */
const FILES: Readonly<Record<string, readonly [name: string, source: string, target: string]>> = {
  "values without letters": [
    "en.json",
    '{"date":"%Y-%m-%d","cur":"$","url":"https://example.com/en/","two":"Two"}',
    '{"date":"%d.%m.%Y","cur":"zł","url":"https://example.com/pl/","two":"2"}',
  ],
  "placeholders and names that are missing or others": [
    "en.json",
    '{"a":"Activate your WordPress.com account","b":"Help: https://example.com/en/","c":"almost %{count} years","d":"WordPress"}',
    '{\n  "b": "Hilfe: https://example.com/de/",\n  "a": "Aktiviere dein WordPress.com-Konto",\n  "d": "WordPress",\n  "c": "fast ein Jahr"\n}',
  ],
  "outer white space": ["en.properties", "new=New \nlast=, and \n", "last=\\ und \nnew=Neu\n"],
  "plural forms that the source lacks": [
    "en.json",
    '{"icu":"{n, plural, one {# file} other {# files}}"}',
    '{"icu":"{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}"}',
  ],
  "a header and credits": [
    "messages.pot",
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Value %s is too large"\nmsgstr ""\n',
    '# Ada, 2020\nmsgid ""\nmsgstr ""\n"Last-Translator: Ada <a@example.org>\\n"\n"Language: es\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Value %s is too large"\nmsgstr ""\n"Demasiado "\n"grande\\n"\n',
  ],
  "names of texts for sources": [
    "messages.en.xlf",
    '<xliff version="1.2"><file source-language="en" target-language="en" original="f" datatype="plaintext"><body>\n<trans-unit id="1"><source>action.save</source><target>Save changes</target></trans-unit>\n</body></file></xliff>\n',
    '<xliff version="1.2"><file source-language="en" target-language="es" original="f" datatype="plaintext"><body>\n<trans-unit id="1"><source>action.save</source><target>Guardar</target></trans-unit>\n</body></file></xliff>\n',
  ],
  "no translation yet": [
    "messages.en.xlf",
    '<xliff version="1.2"><file source-language="en" original="f" datatype="plaintext"><body>\n<trans-unit id="1"><source>Save changes</source></trans-unit>\n</body></file></xliff>\n',
    '<xliff version="1.2"><file source-language="en" target-language="es" original="f" datatype="plaintext"><body>\n<trans-unit id="1"><source>Save changes</source>\n<target state="needs-translation">Save changes</target></trans-unit>\n</body></file></xliff>\n',
  ],
  "lines and code of its own": [
    "git.md",
    "# git push\n\n> Push commits to\n> a remote.\n\n- Push to `{{remote_name}}`:\n\nSee [the manual](https://a.example).\n",
    "# git push\n\n> Envía confirmaciones\n> a un\n> remoto.\n\n- Envía a `{{nombre_remoto}}`:\n\nVea [el manual](https://a.example/es).\n",
  ],
  "finished and vanished messages of Qt": [
    "app_en.ts",
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1">\n<context>\n    <name>Main</name>\n    <message>\n        <source>Path &quot;%1&quot;</source>\n        <translation type="unfinished"></translation>\n    </message>\n    <message>\n        <source>Save</source>\n        <translation type="unfinished"></translation>\n    </message>\n</context>\n</TS>\n',
    '<?xml version="1.0" ?><!DOCTYPE TS><TS version="2.1" language="es">\n<context>\n    <name>Main</name>\n    <message>\n        <source>Save</source>\n        <translation>Guardar </translation>\n    </message>\n    <message>\n        <source>Old</source>\n        <translation type="vanished">Viejo</translation>\n    </message>\n    <message>\n        <source>Path &quot;%1&quot;</source>\n        <translation>Ruta &apos;%1&apos;</translation>\n    </message>\n</context>\n</TS>\n',
  ],
  "unfinished messages of Qt without words": [
    "app_en.ts",
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1">\n<context>\n    <name>Main</name>\n    <message>\n        <source>Save</source>\n        <translation type="unfinished"></translation>\n    </message>\n    <message>\n        <source>127.0.0.1</source>\n        <translation type="unfinished"></translation>\n    </message>\n    <message>\n        <source> %</source>\n        <translation type="unfinished"></translation>\n    </message>\n    <message>\n        <source>00:00:00</source>\n        <translation type="unfinished"></translation>\n    </message>\n</context>\n</TS>\n',
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="es">\n<context>\n    <name>Main</name>\n    <message>\n        <source>Save</source>\n        <translation>Guardar</translation>\n    </message>\n    <message>\n        <source>127.0.0.1</source>\n        <translation type="unfinished">127.0.0.1</translation>\n    </message>\n    <message>\n        <source> %</source>\n        <translation type="unfinished"> %</translation>\n    </message>\n    <message>\n        <source>00:00:00</source>\n        <translation type="unfinished">۶۴۷۳۸ {00:00:00?}</translation>\n    </message>\n</context>\n</TS>\n',
  ],
  "code marks that the source has and the translation lacks": [
    "grep.md",
    "# grep\n\n> Find patterns using `regex`es.\n\nAn exact string (no `regex`es).\n\nAs `stdin`.\n\n`grep {{pattern}}`\n",
    "# grep\n\n> Buscar patrones.\n\nUna cadena exacta.\n\nDesde la entrada.\n\n`grep {{patrón}}`\n",
  ],
  "nothing yet": [
    "strings.xml",
    '<resources>\n<string name="a">Open</string>\n</resources>\n',
    "<resources></resources>\n",
  ],
  "nothing yet of gettext": [
    "messages.pot",
    'msgid "Open"\nmsgstr ""\n',
    '# Ada\nmsgid ""\nmsgstr "Language: es\\n"\n\nmsgid "Open"\nmsgstr ""\n',
  ],
  "arrays of PHP": [
    "en.php",
    "<?php\nreturn ['a' => 'Open it', 'n' => '12', 'hi' => \"Hi $name\", 'no' => 'Nothing here'];\n",
    "<?php\n// Hola\nreturn array(\n  'hi' => \"Hola {$name}\",\n  'n' => 'doce', # 12\n  'a' => \"Abrir\\n\",\n);\n",
  ],
  "messages of Fluent": [
    "en.ftl",
    "open = Open it\n    .title = Opens\nmails = { $n ->\n    [one] One mail\n   *[other] { $n } mails\n }\nno = Nothing here\n",
    "# Hola\nmails =\n    { $n ->\n        [0] Nada\n        [one] Uno\n       *[other] { $n } correos\n    }\nopen = Abrir\n    .title =\n        Abre\n",
  ],
  subtitles: [
    "a.srt",
    "1\n00:00:01,000 --> 00:00:02,000\nHello there\n",
    "1\r\n00:00:01,000 --> 00:00:02,500\r\nHola\r\nahí\r\n",
  ],
};

describe("exporting an imported translated file", () => {
  test.each(Object.entries(FILES))(
    "an unchanged imported file is exported with the same bytes: %s",
    async (_, [name, source, target]) => {
      const { caller, id } = await newDocument(name, source);
      expect(await bring(caller, id, target)).toMatchObject({ conflicts: 0 });
      expect((await written(caller, id)).text).toBe(target);
    },
  );

  test("texts with QA errors in an imported file are imported without changes", async () => {
    const { caller, id } = await newDocument("en.json", '{"a":"almost %{count} years","b":"Sun Times","c":"$"}');
    await bring(caller, id, '{"a":"fast ein Jahr","b":"Sun Times","c":"€"}');
    const texts = await textsOf(id);
    expect(texts.map(({ text, state, excluded }) => [text, state, excluded])).toEqual([
      ["fast ein Jahr", "translated", false],
      ["Sun Times", "translated", false],
      ["€", "translated", true],
    ]);
    const row = texts[0]!;
    expect(row).toMatchObject({ qaErrors: 1 });
  });

  test("new source strings are added to an imported file on export, and removed strings are deleted", async () => {
    const { caller, id } = await newDocument("en.json", '{\n  "a": "One",\n  "b": "Two",\n  "c": "Three"\n}\n');
    await bring(caller, id, '{\n\t"c" : "Tres",\n\t"b" : "Dos",\n\t"own" : "Mío",\n\t"a" : "Uno"\n}\n');
    const next = Buffer.from('{\n  "a": "One",\n  "new": "Fresh",\n  "c": "Three"\n}\n');
    await replaceContent(
      caller,
      id,
      { file: { fileName: "en.json", bytes: next }, body: undefined },
      { onChange: "needs_work" },
    );
    await runJobs(caller);
    expect((await written(caller, id)).text).toBe('{\n\t"c" : "Tres",\n\t"own" : "Mío",\n\t"a" : "Uno"\n}\n');
    expect((await written(caller, id, { untranslated: "source" })).text).toBe(
      '{\n\t"c" : "Tres",\n\t"own" : "Mío",\n\t"a" : "Uno",\n\t"new": "Fresh"\n}\n',
    );
  });

  test("a string whose source has changed is deleted from an exported bilingual file", async () => {
    const units = (...of: readonly [id: string, source: string, target: string][]) =>
      `<xliff version="1.2"><file source-language="en" target-language="es" original="f" datatype="plaintext"><body>\n${of
        .map(
          ([id, source, target]) =>
            `<trans-unit id="${id}"><source>${source}</source><target>${target}</target></trans-unit>\n`,
        )
        .join("")}</body></file></xliff>\n`;
    const { caller, id } = await newDocument(
      "a.xlf",
      units(["1", "Save it", "Save it"], ["2", "Old name", "Old name"]),
    );
    const own = units(["1", "Save it", "Guardar"], ["2", "Old name", "Nombre viejo"], ["3", "Mine", "Mío"]);
    await bring(caller, id, own);
    expect((await written(caller, id)).text).toBe(own);
    const bytes = Buffer.from(units(["1", "Save it", "Save it"], ["2", "Another name", "Another name"]));
    await replaceContent(
      caller,
      id,
      { file: { fileName: "a.xlf", bytes }, body: undefined },
      { onChange: "needs_work" },
    );
    await runJobs(caller);
    expect((await written(caller, id)).text).toBe(units(["1", "Save it", "Guardar"], ["3", "Mine", "Mío"]));
  });

  test("an exported file keeps strings removed from the source and names the last translator if the project is set to do so", async () => {
    const settings = { removedKeys: "keep", lastTranslator: "Ada <ada@example.org>" };
    const { caller, project } = await newProject({ workflow: "human", settings });
    const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
    const source = `${header}\nmsgid "One"\nmsgstr ""\n\nmsgid "Two"\nmsgstr ""\n`;
    const { id } = await addDocument(caller, project.id, "messages.pot", source);
    await runJobs(caller);
    const own = [
      'msgid ""\nmsgstr ""\n"PO-Revision-Date: 2020-01-01 00:00+0000\\n"\n"Last-Translator: Bo <b@example.org>\\n"\n"Language: es\\n"',
      'msgid "One"\nmsgstr "Uno"',
      'msgid "Two"\nmsgstr "Dos"\n',
    ].join("\n\n");
    await bring(caller, id, own);
    expect((await written(caller, id)).text).toBe(own);
    const next = Buffer.from(source.replace('msgid "Two"\nmsgstr ""\n', 'msgid "Three"\nmsgstr ""\n'));
    const sent = { file: { fileName: "messages.pot", bytes: next }, body: undefined };
    await replaceContent(caller, id, sent, { onChange: "needs_work" });
    await runJobs(caller);
    await bring(caller, id, own.replace('"Two"', '"Three"').replace("Dos", "Tres"));
    await bring(caller, id, own);
    const { text } = await written(caller, id);
    expect(text).toContain('msgid "Two"');
    expect(text).toContain('msgid "Three"\nmsgstr "Tres"');
    expect(text).toContain("Last-Translator: Ada <ada@example.org>");
    expect(text).not.toContain("2020-01-01");
  });

  test("importing a file in another language is refused", async () => {
    const { caller, id } = await newDocument("app_en.arb", '{"@@locale":"en","a":"House"}');
    const send = sendTargetImport(
      caller,
      id,
      { language: "es", mode: "translated" },
      Buffer.from('{"@@locale":"fr","a":"Maison"}'),
    );
    await expect(send).rejects.toMatchObject({ code: "unreadable_file", details: { reason: "wrong_language" } });
  });
});

describe("importing a bilingual file", () => {
  const xliff = (target: string) =>
    `<xliff version="1.2"><file original="a" source-language="en"${target} datatype="plaintext"><body><trans-unit id="1"><source>House</source><target>X</target></trans-unit></body></file></xliff>`;
  const po = (header: string) => `msgid ""\nmsgstr "${header}"\n\nmsgid "House"\nmsgstr "X"\n`;
  const qt = (language: string) =>
    `<!DOCTYPE TS><TS version="2.1"${language}><context><name>a</name><message><source>House</source><translation>X</translation></message></context></TS>`;

  test.each([
    ["a.xlf", xliff(""), xliff(' target-language="fr"'), xliff(' target-language="es-MX"')],
    ["a.pot", po("").replace('"X"', '""'), po("Language: fr\\n"), po("Language: es_MX\\n")],
    ["a.ts", qt("").replace(">X<", "><"), qt(' language="fr_FR"'), qt(' language="es_MX"')],
  ])(
    "importing a bilingual file with translations in another language is refused: %s",
    async (name, source, other, own) => {
      const { caller, id } = await newDocument(name, source);
      await expect(
        sendTargetImport(caller, id, { language: "es", mode: "translated" }, Buffer.from(other)),
      ).rejects.toMatchObject({ code: "unreadable_file", details: { reason: "wrong_language" } });
      await bring(caller, id, own);
      expect((await textsOf(id)).map(({ text }) => text)).toEqual(["X"]);
    },
  );
});

describe("importing a translated document without keys", () => {
  const [SOURCE, OWN] = ["# One **big** house\n\nTwo trees.\n", "# Una casa **grande**\n\n\nDos árboles.\n"] as const;
  const edit = async (caller: Caller, id: string, text: string) => {
    const [row] = await textsOf(id);
    const body = PatchTranslationBody.parse({ text, state: "translated" });
    await editTranslation(caller, row!.id, "es", row!.revision, body);
  };

  test("exporting an imported document without keys changes only the edited text", async () => {
    const { caller, id } = await newDocument("a.md", SOURCE);
    await bring(caller, id, OWN);
    expect((await written(caller, id)).text).toBe(OWN);
    await edit(caller, id, "Una <g1>gran</g1> casa");
    expect((await written(caller, id)).text).toBe("# Una **gran** casa\n\n\nDos árboles.\n");
  });

  test("an imported document without keys is rebuilt from the source if it lacks an inline code of an edited text", async () => {
    const { caller, id } = await newDocument("a.md", SOURCE);
    await bring(caller, id, "# Una casa grande\n\n\nDos árboles.\n");
    await edit(caller, id, "Una <g1>gran</g1> casa");
    expect((await written(caller, id)).text).toBe("# Una **gran** casa\n\nDos árboles.\n");
  });
});

describe("exporting untranslated segments", () => {
  const SOURCE = '{"a":"One","b":"Two"}';

  test("an untranslated key is omitted, or exported with an empty text or its source, as requested", async () => {
    const { caller, id } = await newDocument("en.json", SOURCE);
    await bring(caller, id, '{"b":"Dos"}');
    expect(await written(caller, id)).toMatchObject({ text: '{"b":"Dos"}', counts: { translated: 1, skipped: 1 } });
    expect((await written(caller, id, { untranslated: "source" })).text).toBe('{"a":"One","b":"Dos"}');
    expect((await written(caller, id, { untranslated: "empty" })).text).toBe('{"a":"","b":"Dos"}');
    expect((await written(caller, id, { fallback: ["source"] })).text).toBe('{"a":"One","b":"Dos"}');
  });

  test("an untranslated text in a document is exported in the source language", async () => {
    const { caller, id } = await newDocument("a.md", "# One\n\nTwo.\n");
    expect((await written(caller, id, { untranslated: "skip" })).text).toBe("# One\n\nTwo.\n");
  });
});
