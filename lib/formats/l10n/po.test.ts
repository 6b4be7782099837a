import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { FormatOptions, TargetState } from "@/lib/formats/format";
import { gettextForms } from "@/lib/text/plurals/gettext-plurals";
import { po } from "./po";

const TEMPLATE = `# A template
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: shop 1.0\\n"
"PO-Revision-Date: 2024-01-01 10:00+0000\\n"
"Last-Translator: Nobody <nobody@example.org>\\n"
"Language-Team: none\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

#. Shown at the door
#, c-format
msgid "Hello %s, you are %d"
msgstr ""

msgctxt "menu"
msgid ""
"\\n"
"First line\\n"
"Second \\"line\\"\\n"
msgstr ""

#, c-format
msgid "One file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

#~ msgid "gone"
#~ msgstr "weg"
`;

async function translate(
  source: string,
  target: string,
  change: (text: string) => string,
  options: FormatOptions = {},
  state?: TargetState,
) {
  const document = await po.open(Buffer.from(source), options);
  const texts = document.segments.map(({ text }) => ({ text: change(text), ...(state ? { state } : {}) }));
  const written = await document.write(texts, target);
  return { text: Buffer.from(written.bytes).toString(), segments: document.segments, warnings: written.warnings };
}

const accent = (text: string) => text.replace(/(<[^>]*>)|e/g, (_, code) => code ?? "é");

const hasMsgfmt = spawnSync("msgfmt", ["--version"]).status === 0;

formatContract(po, {
  fixtures: [
    {
      name: "a template",
      bytes: Buffer.from(TEMPLATE),
      texts: ["Hello %s, you are %d", 'First line\nSecond "line"', "One file", "%d files"],
    },
    {
      name: "ICU messages",
      bytes: Buffer.from(
        `msgid ""\nmsgstr "Language: \\n"\n\nmsgid "{who, select, me {My file isn't here} other {Their files}} in {dir}"\nmsgstr ""\n\nmsgid "{n, plural, one {#} other {#}}"\nmsgstr ""\n`,
      ),
      texts: ["{who} in {dir}", "My file isn't here", "Their files"],
    },
    { name: "CRLF", bytes: Buffer.from(TEMPLATE.replaceAll("\n", "\r\n")) },
  ],
  reopen: { source: "es" },
  check: (bytes) => {
    if (hasMsgfmt) execFileSync("msgfmt", ["--check-format", "-o", "/dev/null", "-"], { input: bytes });
  },
});

if (!hasMsgfmt) console.warn("msgfmt is not installed: PO files are not checked by gettext itself.");

describe("translating PO files", () => {
  test("PO messages use msgctxt as key, comments as note and printf directives as codes", async () => {
    const { segments } = await translate(TEMPLATE, "fr", accent);
    expect(segments[0]).toMatchObject({ text: "Hello <x1/>, you are <x2/>", note: "Shown at the door" });
    expect(segments[0]!.codes.map((code) => code.equiv)).toEqual(["%s", "%d"]);
    expect(segments[1]).toMatchObject({ text: 'First line\nSecond "line"', key: expect.stringMatching(/^menu \| /) });
  });

  test("a PO template gets a complete header, and obsolete messages are kept", async () => {
    const { text } = await translate(TEMPLATE, "pt-BR", accent);
    expect(text).toContain('"Language: pt_BR\\n"');
    expect(text).toContain("charset=UTF-8");
    expect(text).toContain('"Plural-Forms: nplurals=2; plural=(n > 1);\\n"');
    expect(text).not.toContain("fuzzy");
    expect(text.endsWith('#~ msgid "gone"\n#~ msgstr "weg"\n')).toBe(true);
  });

  test("PO messages get as many plural forms as the target language has", async () => {
    for (const [language, count] of [
      ["ja", 1],
      ["fr", 2],
      ["pl", 3],
      ["sl", 4],
      ["ar", 6],
    ] as const) {
      const { text } = await translate(TEMPLATE, language, accent);
      expect(text.match(/^msgstr\[\d\]/gm)).toHaveLength(count);
    }
  });

  test("a plural form that also applies to 21 is translated from the PO plural if the singular contains no number", async () => {
    const russian = await translate(TEMPLATE, "ru", accent);
    expect(russian.text).toContain('msgstr[0] "%d filés"');
    const french = await translate(TEMPLATE, "fr", accent);
    expect(french.text).toContain('msgstr[0] "Oné filé"');
  });

  test("PO printf directives are numbered if the translation reorders them", async () => {
    const { text } = await translate(TEMPLATE, "fr", (source) => source.replace(/(<x1\/>)(.*)(<x2\/>)/, "$3$2$1"));
    expect(text).toContain('msgstr "Hello %2$d, you are %1$s"');
  });

  test("finished PO translations are kept, and fuzzy translations are replaced and lose their fuzzy flag", async () => {
    const source = `msgid "Yes"\nmsgstr "Oui"\n\n#, fuzzy, c-format\n#| msgid "Now"\nmsgid "No"\nmsgstr "Nom"\n`;
    const { text, segments } = await translate(source, "fr", () => "Non");
    expect(segments.map((segment) => segment.key)).toEqual(["No"]);
    expect(text).toBe(`msgid "Yes"\nmsgstr "Oui"\n\n#, c-format\nmsgid "No"\nmsgstr "Non"\n`);
  });

  test("a finished PO file is not translated again unless overwriting is requested", async () => {
    const header = 'msgid ""\nmsgstr "Language: es\\n"\n\n';
    const file = Buffer.from(
      `${header}msgid "Open the file"\nmsgstr "Abrir el archivo"\n\nmsgid "app.name"\nmsgstr "Té"\n`,
    );
    expect(await po.open(file, { source: "en", into: "es" })).toMatchObject({ segments: [], finished: 2 });
    const again = await po.open(file, { source: "en", into: "es", overwrite: true });
    expect(again.segments.map(({ text }) => text)).toEqual(["Open the file", "app.name"]);
    expect(again.finished).toBeUndefined();
    const half = await po.open(Buffer.concat([file, Buffer.from('\nmsgid "Close"\nmsgstr ""\n')]), { into: "es" });
    expect(half.segments).toHaveLength(1);
    expect(half.finished).toBe(2);
  });

  test("a finished PO file whose msgids are keys is translated from its msgstrs, unless these are already in the target language", async () => {
    const file = (language: string) =>
      Buffer.from(`msgid ""\nmsgstr "Language: ${language}\\n"\n\nmsgid "file.open"\nmsgstr "Open"\n`);
    expect((await po.open(file(""), { into: "es" })).segments.map(({ text }) => text)).toEqual(["Open"]);
    expect((await po.open(file("es"), { into: "es" })).finished).toBe(1);
  });

  test("PO translations are marked fuzzy only if they are drafts", async () => {
    const source = `msgid "Yes"\nmsgstr ""\n\n#, c-format\nmsgid "No %s"\nmsgstr ""\n`;
    const { text } = await translate(source, "fr", accent, {}, "draft");
    expect(text).toBe(`#, fuzzy\nmsgid "Yes"\nmsgstr "Yés"\n\n#, fuzzy, c-format\nmsgid "No %s"\nmsgstr "No %s"\n`);
  });

  test("a finished PO file whose msgids are keys is translated from its msgstrs if these are in the source language", async () => {
    const source = `msgid ""\nmsgstr ""\n"Language: en\\n"\n\nmsgid "home.title"\nmsgstr "Welcome"\n`;
    const { text, segments } = await translate(source, "de", () => "Willkommen", { source: "en" });
    expect(segments[0]).toMatchObject({ text: "Welcome", key: "home.title" });
    expect(text).toContain('"Language: de\\n"');
    expect(text).toContain('msgid "home.title"\nmsgstr "Willkommen"');
  });

  test("a PO message whose translation equals its source is filled in if any other message is translated", async () => {
    const source = `msgid "OK"\nmsgstr ""\n\nmsgid "Yes"\nmsgstr ""\n`;
    const { text } = await translate(source, "de", (english) => (english === "Yes" ? "Ja" : english));
    expect(text).toBe(`msgid "OK"\nmsgstr "OK"\n\nmsgid "Yes"\nmsgstr "Ja"\n`);
  });

  test("PO keeps its declared encoding, but becomes UTF-8 with a new header if that encoding can't represent the text", async () => {
    const head = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=ISO-8859-1\\n"\n\n`;
    const bytes = Buffer.from(`${head}msgid "Caf\xe9"\nmsgstr ""\n`, "latin1");
    const document = await po.open(bytes, {});
    expect(document.segments[0]!.text).toBe("Café");
    const french = await document.write([{ text: "Thé" }], "fr");
    expect(Buffer.from(french.bytes).toString("latin1")).toContain('msgstr "Th\xe9"');
    const russian = await document.write([{ text: "Кафе" }], "ru");
    expect(Buffer.from(russian.bytes).toString()).toContain("charset=UTF-8");
    expect(russian.warnings.map((warning) => warning.code)).toEqual(["encoding_changed"]);
  });

  test("a field added to a PO header that lacks a final line break starts on a new line", async () => {
    const source = `msgid ""\nmsgstr "MIME-Version: 1.0"\n\nmsgid "Yes"\nmsgstr ""\n`;
    const { text } = await translate(source, "fr", () => "Oui");
    expect(text).toContain('msgstr "MIME-Version: 1.0"\n"\\nLanguage: fr\\n"\n');
  });

  describe("PO files in a project", () => {
    const HEAD = `msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Plural-Forms: ${gettextForms("pl").header}\\n"\n\n`;
    const BODY = [
      `#. On the door\n#, c-format\nmsgid "Hello %s, %d"\nmsgstr "Cześć %2$d, %1$s"`,
      `msgctxt "menu"\nmsgid "Open <b>it</b>"\nmsgstr "Otwórz <b>to</b>!"`,
      `#, fuzzy\nmsgid " Close "\nmsgstr " Zamknij "`,
      `msgid "New"\nmsgstr ""`,
      `#, c-format\nmsgid "One file"\nmsgid_plural "%d files"\nmsgstr[0] "%d plik"\nmsgstr[1] "%d pliki"\nmsgstr[2] "%d plików"`,
    ];
    const FILE = `${HEAD}${BODY.join("\n\n")}\n`;
    const options = { source: "en", target: "pl" };
    const open = () => po.open(Buffer.from(FILE), options);

    test("importing a PO file into a project reads each message with its translation, whose codes get the numbers of the source's codes", async () => {
      const { segments } = await open();
      expect(segments.map(({ key, target }) => [key, target])).toEqual([
        ["Hello %s, %d", { text: "Cześć <x2/>, <x1/>", state: "translated" }],
        ["menu | Open <b>it</b>", { text: "Otwórz <g1>to</g1>!", state: "translated" }],
        [" Close ", { text: "Zamknij", state: "draft" }],
        ["New", undefined],
        ["One file", { text: "%d plik", state: "translated" }],
        ["One file [plural]", { text: "<x1/> plików", state: "translated" }],
      ]);
      expect(segments[0]!.note).toBe("On the door");
    });

    test("exporting PO without changed translations returns the same bytes", async () => {
      const document = await open();
      const texts = document.segments.map(({ target }) => ({ text: target?.text ?? null }));
      expect(Buffer.from((await document.write(texts, "pl")).bytes).toString()).toBe(FILE);
    });

    test("exporting PO writes changed texts and states, and keeps the forms of an unchanged plural", async () => {
      const document = await open();
      const written = await document.write(
        document.segments.map(({ target, key }) =>
          key === "One file" ? { text: "plik" } : { text: target?.text ?? "Nowy", state: "translated" as const },
        ),
        "pl",
      );
      const text = Buffer.from(written.bytes).toString();
      expect(text).toContain('msgid " Close "\nmsgstr " Zamknij "');
      expect(text).not.toContain("fuzzy");
      expect(text).toContain('msgstr "Nowy"');
      expect(text).toContain('msgstr[0] "plik"\nmsgstr[1] "%d pliki"\nmsgstr[2] "%d plików"\n');
    });

    test("PO translations into a language other than the target are not imported", async () => {
      const { segments } = await po.open(Buffer.from(FILE), { source: "en", target: "cs" });
      expect(segments.some(({ target }) => target)).toBe(false);
    });
  });

  test("PO reads the existing translations of each branch of an ICU message", async () => {
    const source = `msgid "{n, plural, one {# file} other {# files}}"\nmsgstr "{n, plural, one {# plik} few {# pliki} other {# pliku}}"\n`;
    const { segments } = await po.open(Buffer.from(source), { source: "en", target: "pl" });
    expect(segments.map(({ target }) => target?.text)).toEqual(["<x1/> plik", "<x1/> pliku"]);
  });

  test("a partly finished PO file in another language is translated completely, with the target's plural forms", async () => {
    const header =
      'msgid ""\nmsgstr ""\n"Language: lv\\n"\n"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n ? 1 : 2;\\n"\n\n';
    const messages =
      'msgid "Open"\nmsgstr "Atvērt"\n\nmsgid "One file"\nmsgid_plural "%d files"\nmsgstr[0] "viens"\nmsgstr[1] "daži"\nmsgstr[2] "nav"\n\nmsgid "Close"\nmsgstr ""\n';
    const document = await po.open(Buffer.from(header + messages), { source: "en", into: "es" });
    expect(document.segments).toHaveLength(4);
    const written = await document.write(
      document.segments.map(({ text }) => ({ text: `${text}!` })),
      "es",
    );
    expect(Buffer.from(written.bytes).toString()).toContain(
      'msgstr "Open!"\n\nmsgid "One file"\nmsgid_plural "%d files"\nmsgstr[0] "One file!"\nmsgstr[1] "%d files!"\n\n',
    );
    expect(written.warnings).toEqual([]);
    expect((await po.open(Buffer.from(header + messages), { source: "en", into: "lv" })).segments).toHaveLength(1);
  });

  test("a PO message without words is reset to its msgid if its existing translation is in another language", async () => {
    const source =
      'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\nmsgid "#"\nmsgstr "N°"\n\nmsgid "%s"\nmsgstr ""\n\nmsgid "Open"\nmsgstr "Ouvrir"\n';
    const { text } = await translate(source, "es", accent, { source: "en", into: "es" });
    expect(text).toContain('msgid "#"\nmsgstr "#"\n\nmsgid "%s"\nmsgstr ""\n\nmsgid "Open"\nmsgstr "Opén"\n');
    const own = await translate(source, "fr", accent, { source: "en", into: "fr", overwrite: true });
    expect(own.text).toContain('msgid "#"\nmsgstr "N°"\n');
  });

  test("repeated PO messages get numbered keys", async () => {
    const { segments } = await po.open(Buffer.from('msgid "Yes"\nmsgstr ""\n\nmsgid "Yes"\nmsgstr ""\n'), {});
    expect(segments.map(({ key }) => key)).toEqual(["Yes", "Yes (2)"]);
  });

  test("PO files that gettext would refuse are refused, and the error names the line", async () => {
    await expect(po.open(Buffer.from('msgid "a"\nmsgstr "b\n'), {})).rejects.toThrow(/line 2/);
    await expect(po.open(Buffer.from("msgid a\nmsgstr b\n"), {})).rejects.toThrow(/line 1/);
  });

  test.skipIf(!hasMsgfmt)("PO files with each language's plural rule pass msgfmt --check", async () => {
    for (const language of ["ja", "fr", "pl", "ru", "sl", "ar", "lt", "lv", "ro", "cy", "ga", "mt", "is", "gd", "mk"]) {
      const { text } = await translate(TEMPLATE, language, accent);
      const run = spawnSync("msgfmt", ["--check", "--check-accelerators=_", "-o", "/dev/null", "-"], { input: text });
      expect(`${language}: ${run.stderr}`).toBe(`${language}: `);
    }
  });

  test.skipIf(!hasMsgfmt)(
    "the empty header fields of a PO template are filled in, so that msgfmt --check prints no warning",
    async () => {
      const header = [
        "PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE",
        "Last-Translator: FULL NAME <EMAIL@ADDRESS>",
        "Language-Team: LANGUAGE <LL@li.org>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=CHARSET",
        "Content-Transfer-Encoding: 8bit",
      ];
      const lines = header.map((line) => `"${line}\\n"\n`).join("");
      const source = `#, fuzzy\nmsgid ""\nmsgstr ""\n"Project-Id-Version: Example 1\\n"\n${lines}\nmsgid "House"\nmsgstr ""\n`;
      const document = await po.open(Buffer.from(source), { source: "en", target: "es" });
      const revised = { at: "2026-05-04T03:02:01.000Z", by: "Ada <ada@example.org>" };
      const { bytes } = await document.write([{ text: "Casa" }], "es", { revised });
      const written = Buffer.from(bytes).toString();
      const run = spawnSync("msgfmt", ["--check", "-o", "/dev/null", "-"], { input: written });
      expect(String(run.stderr)).toBe("");
      expect(written).toContain(
        '"PO-Revision-Date: 2026-05-04 03:02+0000\\n"\n"Last-Translator: Ada <ada@example.org>\\n"',
      );
      const again = await document.write([{ text: "Casa" }], "es");
      expect(Buffer.from(again.bytes).toString()).toContain("Last-Translator: Automatically generated");
    },
  );

  test.skipIf(!hasMsgfmt)("gettext reads exactly the translated texts from a written PO file, for any text", () => {
    const value = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => `a${text.replace(/[\0\r]/g, "")}`);
    return fc.assert(
      fc.asyncProperty(fc.uniqueArray(value, { minLength: 1, maxLength: 5 }), value, async (ids, translation) => {
        const quoted = (text: string) =>
          JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, (_, hex) => `\\x${hex.slice(2)}`);
        const source = ids.map((id) => `msgid ${quoted(id)}\nmsgstr ""\n`).join("\n");
        const head = `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n`;
        const { text } = await translate(head + source, "fr", () =>
          translation.replaceAll("&", "").replaceAll("<", ""),
        );
        execFileSync("msgfmt", ["-o", "/dev/null", "-"], { input: text });
      }),
      { numRuns: 25 },
    );
  });
});
