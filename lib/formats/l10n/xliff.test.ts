import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { xliffFaults } from "@/e2e/doubles/xliff-structure";
import type { Format, FormatOptions, TargetState } from "@/lib/formats/format";
import { xliff1, xliff2 } from "./xliff";

const hasXmllint = spawnSync("xmllint", ["--version"]).status === 0;
if (!hasXmllint) console.warn("xmllint is not installed: XLIFF files are read back by our own parser only.");

function isSound(bytes: Uint8Array): void {
  expect(xliffFaults(Buffer.from(bytes).toString())).toEqual([]);
  if (!hasXmllint) return;
  const run = spawnSync("xmllint", ["--nonet", "--noout", "-"], { input: bytes });
  expect(run.stderr.toString()).toBe("");
}

const OLD = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="a.html" source-language="en" datatype="html">
    <body>
      <trans-unit id="1" resname="title" maxwidth="40" size-unit="char">
        <source>Hello <g id="1">bold</g> and <x id="2" equiv-text="{name}"/> &amp; more</source>
        <note>On the door</note>
      </trans-unit>
      <trans-unit id="2">
        <source>Press <bpt id="1">&lt;b&gt;</bpt>the button<ept id="1">&lt;/b&gt;</ept> here<ph id="2">&lt;br/&gt;</ph></source>
        <target/>
      </trans-unit>
      <trans-unit id="3" translate="no"><source>Not this one</source></trans-unit>
      <group translate="no"><trans-unit id="4"><source>Nor this</source></trans-unit></group>
      <trans-unit id="5">
        <source>One sentence. And two.</source>
        <seg-source><mrk mtype="seg" mid="1">One sentence.</mrk> <mrk mtype="seg" mid="2">And two.</mrk></seg-source>
        <alt-trans><source>Old text</source><target>Alter Text</target></alt-trans>
      </trans-unit>
      <trans-unit id="6"><source>The <mrk mtype="protected">Dragoman</mrk> service</source></trans-unit>
      <trans-unit id="7">
        <source>See <ph id="2">&lt;img alt="<sub>A &amp; B</sub>" src="<sub>1.png</sub>"&gt;</ph> now</source>
      </trans-unit>
      <trans-unit id="8"><source>Or <bpt id="1">&lt;a title="<sub id="8">The old page</sub>"&gt;</bpt>the page<ept id="1">&lt;/a&gt;</ept></source></trans-unit>
      <trans-unit id="9"><source><ph id="1">&lt;img alt="<sub>A pot</sub>"&gt;</ph></source></trans-unit>
    </body>
  </file>
</xliff>
`;

formatContract(xliff1, {
  fixtures: [
    {
      name: "codes of every kind, segments and protected parts",
      bytes: Buffer.from(OLD),
      texts: [
        "Hello bold and {name} & more",
        "Press the button here",
        "One sentence.",
        "And two.",
        "The Dragoman service",
        "See  now",
        "A & B",
        "Or the page",
        "The old page",
        "A pot",
      ],
    },
  ],
  reopen: { source: "es" },
  check: isSound,
});

const NEW = `<?xml version="1.0"?>
<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" version="2.1" srcLang="en">
  <x:file id="f1">
    <x:unit id="u1" name="title" slr:sizeRestriction="0,30">
      <x:notes><x:note>On the door</x:note></x:notes>
      <x:originalData><x:data id="d1">%s</x:data></x:originalData>
      <x:segment id="s1">
        <x:source>Hello <x:pc id="1">bold <x:ph id="2" dataRef="d1" equiv="%s"/></x:pc> and more</x:source>
      </x:segment>
      <x:ignorable><x:source> </x:source></x:ignorable>
      <x:segment id="s2">
        <x:source>It <x:sc id="3"/>goes<x:ec startRef="3"/> on <x:mrk id="m1" translate="no">Dragoman</x:mrk>.</x:source>
      </x:segment>
    </x:unit>
    <x:group id="g1" translate="no">
      <x:unit id="u2"><x:segment><x:source>Not this one</x:source></x:segment></x:unit>
      <x:unit id="u3" translate="yes"><x:segment><x:source>But this one</x:source></x:segment></x:unit>
    </x:group>
  </x:file>
</x:xliff>
`;

test("text inside a code of an existing translation is paired with the text inside the source's code", async () => {
  const code = (title: string) => `<ph id="1">&lt;img alt="<sub>${title}</sub>"&gt;</ph>`;
  const file = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="es" datatype="html"><body><trans-unit id="1"><source>See ${code("A pot")} here</source><target>Mire ${code("Una olla")} aquí</target></trans-unit></body></file></xliff>`;
  const { segments } = await xliff1.open(Buffer.from(file), { target: "es" });
  expect(segments.map(({ text, target }) => [text, target?.text])).toEqual([
    ["See <x1/> here", "Mire <x1/> aquí"],
    ["A pot", "Una olla"],
  ]);
});

formatContract(xliff2, {
  fixtures: [
    {
      name: "codes, modules and a prefix",
      bytes: Buffer.from(NEW),
      texts: ["Hello bold %s and more", "It goes on Dragoman.", "But this one"],
    },
  ],
  reopen: { source: "es" },
  check: isSound,
});

async function translate(
  format: Format,
  source: string,
  target: string,
  change: (text: string) => string,
  options: FormatOptions = {},
  state?: TargetState,
) {
  const document = await format.open(Buffer.from(source), options);
  const written = await document.write(
    document.segments.map(({ text }) => ({ text: change(text), ...(state ? { state } : {}) })),
    target,
  );
  return { text: Buffer.from(written.bytes).toString(), segments: document.segments, warnings: written.warnings };
}

const shout = (text: string) => text.replace(/(<[^>]*>|&\w+;)|[a-z]/g, (char, code) => code ?? char.toUpperCase());
const old = (units: string, languages = 'source-language="en"') =>
  `<xliff version="1.2"><file ${languages}><body>${units}</body></file></xliff>`;

describe("XLIFF 1.2 documents", () => {
  test("an XLIFF target is added after the source or segmented source, with the same indentation and a language attribute", async () => {
    const { text, segments } = await translate(xliff1, OLD, "fr", shout);
    expect(segments[0]).toMatchObject({ key: "title", note: "On the door", maxLength: 40 });
    expect(text).toContain('source-language="en" target-language="fr"');
    expect(text).toContain(
      '</source>\n        <target>HELLO <g id="1">BOLD</g> AND <x id="2" equiv-text="{name}"/> &amp; MORE</target>\n        <note>',
    );
    expect(text).toContain('<target>PRESS <bpt id="1">&lt;b&gt;</bpt>THE BUTTON<ept id="1">');
    expect(text).toContain(
      '</seg-source>\n        <target><mrk mtype="seg" mid="1">ONE SENTENCE.</mrk> <mrk mtype="seg" mid="2">AND TWO.</mrk></target>\n        <alt-trans>',
    );
  });

  test("XLIFF keeps finished translations, fills in missing ones and sets states only if the file uses them", async () => {
    const units = [
      '<trans-unit id="1"><source>Yes</source><target state="final">Oui</target></trans-unit>',
      '<trans-unit id="2"><source>No</source><target state="needs-translation" xml:lang="de">No</target></trans-unit>',
      '<trans-unit id="3"><source>Maybe</source></trans-unit>',
      '<trans-unit id="4"><source>Done</source><target>Fini</target></trans-unit>',
      '<trans-unit id="5"><source>Copied</source><target>Copied</target></trans-unit>',
    ];
    const { text, segments } = await translate(xliff1, old(units.join("")), "fr", shout);
    expect(segments.map(({ key }) => key)).toEqual(["2", "3", "5"]);
    expect(text).toContain(`${units[0]}`);
    expect(text).toContain('<target state="needs-review-translation" xml:lang="fr">NO</target>');
    expect(text).toContain('<source>Maybe</source><target state="needs-review-translation">MAYBE</target>');
    expect(text).toContain("<target>Fini</target>");
    const plain = await translate(xliff1, old(units[2]!), "fr", shout);
    expect(plain.text).toContain("<target>MAYBE</target>");
    const review = await translate(xliff1, old(units[2]!), "fr", shout, {}, "draft");
    expect(review.text).toContain('<target state="needs-review-translation">MAYBE</target>');
  });

  test("the branches of Angular's ICU messages in XLIFF are translated, and the target's branches are added", async () => {
    const unit =
      '<trans-unit id="1"><source>{VAR_PLURAL, plural, =0 {just now} one {a <g id="1">minute</g>} other {<x id="I" equiv-text="{{m}}"/> minutes &amp; more}}</source></trans-unit>';
    const { text, segments } = await translate(xliff1, old(unit), "cs", shout);
    expect(segments.map((segment) => segment.text)).toEqual([
      "just now",
      "a <g1>minute</g1>",
      "<x1/> minutes &amp; more",
    ]);
    const other = '{<x id="I" equiv-text="{{m}}"/> MINUTES &amp; MORE}';
    expect(text).toContain(
      `<target>{VAR_PLURAL, plural, =0 {JUST NOW} one {A <g id="1">MINUTE</g>} few ${other} many ${other} other ${other}}</target>`,
    );
  });

  test("white space in XLIFF is kept if the source has xml:space, and the target gets the same attribute", async () => {
    const unit = '<trans-unit id="1"><source xml:space="preserve">Hello,\n  world!\n</source></trans-unit>';
    const { text } = await translate(xliff1, old(unit), "fr", shout);
    expect(text).toContain('<target xml:space="preserve">HELLO,\n  WORLD!\n</target>');
  });

  test("a finished XLIFF file is not translated again unless overwriting is requested", async () => {
    const units = [
      '<trans-unit id="1" approved="yes"><source>Yes</source><target>Oui</target></trans-unit>',
      '<trans-unit id="2"><source>No</source><target state="signed-off">Non</target></trans-unit>',
      '<trans-unit id="3"><source>So</source><target state="translated">So</target></trans-unit>',
      '<trans-unit id="4"><source>Maybe</source><target>Peut-être</target></trans-unit>',
    ];
    const file = Buffer.from(old(units.join("")));
    expect(await xliff1.open(file, { source: "en", into: "fr" })).toMatchObject({ segments: [], finished: 4 });
    const again = await xliff1.open(file, { source: "en", into: "fr", overwrite: true });
    expect(again.segments).toHaveLength(4);
    expect(again.finished).toBeUndefined();
  });

  test("a machine translation in XLIFF counts as unfinished when the file is translated again", async () => {
    const first = await translate(
      xliff1,
      old('<trans-unit id="1"><source>Yes</source></trans-unit>'),
      "fr",
      shout,
      {},
      "draft",
    );
    expect(first.text).toContain('<target state="needs-review-translation">YES</target>');
    expect((await xliff1.open(Buffer.from(first.text), { into: "fr" })).segments).toHaveLength(1);
    const two = await translate(xliff2, NEW, "fr", shout, {}, "draft");
    expect(two.text).toContain('<x:segment state="initial" id="s1">');
    const again = await xliff2.open(Buffer.from(two.text), { into: "fr" });
    expect(again.segments).toHaveLength(3);
    expect(again.finished).toBeUndefined();
  });

  test.each([
    ["the same language twice", 'source-language="en" target-language="en"', { source: "en", into: "es" }],
    ["the same language twice, and none is given", 'source-language="en" target-language="en"', { into: "es" }],
    ["no language of its targets", 'source-language="en"', { source: "en", into: "es" }],
    ["a third language", 'source-language="en" target-language="fr"', { into: "es" }],
  ])(
    "an XLIFF file with keys as sources that declares %s is translated from its target texts",
    async (_, languages, options) => {
      const unit = (id: number, key: string, text: string) =>
        `<trans-unit id="${id}"><source>${key}</source><target>${text}</target></trans-unit>`;
      const file = old(unit(1, "mit_license", "MIT License") + unit(2, "action.save", "Save changes"), languages);
      const { text, segments } = await translate(xliff1, file, "es", shout, options);
      expect(segments.map((segment) => segment.text)).toEqual(["MIT License", "Save changes"]);
      expect(text).toContain("<source>action.save</source><target>SAVE CHANGES</target>");
    },
  );

  test("an XLIFF file with keys as sources counts as finished if it is already in the target language", async () => {
    const unit = '<trans-unit id="1"><source>action.save</source><target>Guardar</target></trans-unit>';
    const file = Buffer.from(old(unit, 'source-language="en" target-language="es"'));
    expect(await xliff1.open(file, { source: "en", into: "es" })).toMatchObject({ segments: [], finished: 1 });
  });

  test("XLIFF translations into another language are kept, with a warning, if the file is opened without a target language", async () => {
    const units =
      '<trans-unit id="1"><source>Yes</source><target>Ja</target></trans-unit><trans-unit id="2"><source>No</source></trans-unit>';
    const { warnings } = await translate(xliff1, old(units, 'source-language="en" target-language="de"'), "fr", shout);
    expect(warnings.map(({ code }) => code)).toEqual(["part_skipped"]);
  });

  test("XLIFF units with a translation into another language are translated again if the file is opened with a target language", async () => {
    const unit = '<trans-unit id="1" approved="yes"><source>Yes</source><target state="final">Ja</target></trans-unit>';
    const file = old(unit, 'source-language="en" target-language="de"');
    const other = await translate(xliff1, file, "fr", shout, { into: "fr" });
    expect(other.text).toContain('target-language="fr"');
    expect(other.text).toContain('<target state="needs-review-translation">YES</target>');
    expect(other.warnings).toEqual([]);
    const two = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u"><segment state="final"><source>Yes</source><target>Ja</target></segment><segment><source>No</source></segment></unit></file></xliff>`;
    expect((await xliff2.open(Buffer.from(two), { into: "fr" })).segments).toHaveLength(2);
    expect((await xliff2.open(Buffer.from(two), { into: "de-AT" })).segments).toHaveLength(1);
  });

  describe("XLIFF files in a project", () => {
    const FILE = old(
      [
        '<trans-unit id="1" approved="yes"><source>Press <g id="1">it</g></source><target><g id="1">Toca</g> aquí</target></trans-unit>',
        '<trans-unit id="2"><source>No</source><target state="new">No</target></trans-unit>',
        '<trans-unit id="3"><source>Maybe <x id="9"/> not</source><target state="needs-review-translation">Quizás <x id="8"/>no</target></trans-unit>',
        '<trans-unit id="4"><source>{n, plural, one {a day} other {days}}</source><target>{n, plural, one {un día} other {días}}</target></trans-unit>',
      ].join(""),
      'source-language="en" target-language="es"',
    );
    const open = () => xliff1.open(Buffer.from(FILE), { source: "en", target: "es" });

    test("importing XLIFF into a project reads each unit with target and state, and numbers the target's codes like the source's codes", async () => {
      const { segments } = await open();
      expect(segments.map(({ target }) => target)).toEqual([
        { text: "<g1>Toca</g1> aquí", state: "reviewed" },
        undefined,
        { text: "Quizás no", state: "draft" },
        { text: "un día", state: "translated" },
        { text: "días", state: "translated" },
      ]);
    });

    test("an XLIFF plural is one text with the target's plural forms, whose codes have the numbers of the source's codes", async () => {
      const source =
        '{VAR_PLURAL, plural, =0 {none} one {<g id="1">a</g> day} other {<x id="I" equiv-text="{{n}}"/> days &amp; more}}';
      const target =
        '{VAR_PLURAL, plural, one {<g id="1">jeden</g> dzień} few {<x id="I" equiv-text="{{n}}"/> dni} other {<x id="I" equiv-text="{{n}}"/> dnia}}';
      const unit = `<trans-unit id="1"><source>${source}</source><target state="translated">${target}</target></trans-unit>`;
      const file = old(unit, 'source-language="en" target-language="pl"');
      const document = await xliff1.open(Buffer.from(file), { source: "en", target: "pl", plurals: "forms" });
      const [segment] = document.segments;
      const forms = { one: "<g2>jeden</g2> dzień", few: "<x1/> dni", other: "<x1/> dnia" };
      expect(document.segments).toHaveLength(1);
      expect(segment).toMatchObject({
        key: "1",
        plural: { rule: "cardinal", forms: { "=0": "none", one: "<g2>a</g2> day", other: "<x1/> days &amp; more" } },
        target: { text: forms.other, forms, state: "translated" },
      });
      const write = async (given: Record<string, string>) => {
        const texts = [{ text: given.other!, forms: given, state: "translated" as const }];
        return Buffer.from((await document.write(texts, "pl")).bytes).toString();
      };
      expect(await write(forms)).toBe(file);
      expect(await write({ ...forms, many: "<x1/> dni &amp; <g2>n</g2>" })).toBe(
        file.replace(
          target,
          '{VAR_PLURAL, plural, one {<g id="1">jeden</g> dzień} few {<x id="I" equiv-text="{{n}}"/> dni} many {<x id="I" equiv-text="{{n}}"/> dni &amp; <g id="1">n</g>} other {<x id="I" equiv-text="{{n}}"/> dnia}}',
        ),
      );
    });

    test("a gettext plural group in XLIFF is one text with plural forms, and gets units for missing forms", async () => {
      const unit = (form: number, source: string, target: string) =>
        `<trans-unit id="7[${form}]"><source>${source}</source><target state="translated">${target}</target></trans-unit>`;
      const group = (...units: string[]) =>
        `<group id="7" restype="x-gettext-plurals">\n    ${units.join("\n    ")}\n  </group>`;
      const [one, few] = [unit(0, "%d file &amp; more", "%d plik"), unit(1, "%d files", "%d pliki")];
      const last = '<trans-unit id="8"><source>Open</source></trans-unit>';
      const file = old(group(one, few) + last, 'source-language="en" target-language="pl"');
      const document = await xliff1.open(Buffer.from(file), { source: "en", target: "pl", plurals: "forms" });
      const forms = { "0": "%d plik", "1": "%d pliki" };
      expect(document.segments).toMatchObject([
        {
          key: "7",
          plural: { rule: "gettext", forms: { "0": "%d file &amp; more", "1": "%d files" } },
          target: { forms, state: "translated" },
        },
        { key: "8" },
      ]);
      const write = async (given: Record<string, string>) => {
        const texts = [{ text: given["1"]!, forms: given, state: "translated" as const }, { text: null }];
        return Buffer.from((await document.write(texts, "pl")).bytes).toString();
      };
      expect(await write(forms)).toBe(file);
      expect(await write({ "0": "%d plik", "1": "%d plikus", "2": "%d plików &lt;" })).toBe(
        old(
          group(one, few.replace("pliki", "plikus"), unit(2, "%d files", "%d plików &lt;")) + last,
          'source-language="en" target-language="pl"',
        ),
      );
    });

    test("XLIFF codes of source and target are matched by id, even if they are written differently", async () => {
      const file = old(
        `<trans-unit id="1"><source>Short: <x id="DATE" equiv-text="{{d | date:&apos;short&apos;}}"/>, <g id="a" ctype="bold">big</g></source>
          <target><g id="a">grande</g>, corto: <x id="DATE" equiv-text="{{d | date:'short'}}"/></target></trans-unit>
        <trans-unit id="2"><source>{n, plural, other {<x id="N" equiv-text="&apos;n&apos;"/> days}}</source>
          <target>{n, plural, other {<x id="N" equiv-text="'n'"/> días}}</target></trans-unit>`,
        'source-language="en" target-language="es"',
      );
      const { segments } = await xliff1.open(Buffer.from(file), { source: "en", target: "es" });
      expect(segments.map(({ target }) => target?.text)).toEqual(["<g2>grande</g2>, corto: <x1/>", "<x1/> días"]);
    });

    test("exporting XLIFF from a project changes only changed targets and their states", async () => {
      const document = await open();
      const same = document.segments.map(({ target }) => ({ text: target?.text ?? null }));
      expect(Buffer.from((await document.write(same, "es")).bytes).toString()).toBe(FILE);
      const [first, , ...rest] = same;
      const edited = [
        { text: `${first!.text}!`, state: "translated" as const },
        { text: "Non", state: "draft" as const },
      ];
      const text = Buffer.from((await document.write([...edited, ...rest], "es")).bytes).toString();
      expect(text).toBe(
        FILE.replace(" aquí</target>", " aquí!</target>")
          .replace('approved="yes"', 'approved="no"')
          .replace("<target><g", '<target state="translated"><g')
          .replace('<target state="new">No', '<target state="needs-review-translation">Non'),
      );
    });
  });

  test("XLIFF units of different files in one document have different keys", async () => {
    const file = (name: string) =>
      `<file original="${name}" source-language="en"><body><trans-unit id="1"><source>Yes</source></trans-unit></body></file>`;
    const { segments } = await xliff1.open(
      Buffer.from(`<xliff version="1.2">${file("a")}${file("b")}${file("b")}</xliff>`),
      {},
    );
    expect(segments.map(({ key }) => key)).toEqual(["a | 1", "b | 1", "b | 1 (2)"]);
  });

  test("XLIFF with an internal DTD is refused", async () => {
    const hostile = `<!DOCTYPE xliff [<!ENTITY a "b">]>${old("")}`;
    await expect(xliff1.open(Buffer.from(hostile), {})).rejects.toMatchObject({ reason: "hostile" });
  });
});

describe("XLIFF 2 documents", () => {
  test("XLIFF 2 targets and the target language are written with the file's namespace prefix", async () => {
    const { text, segments } = await translate(xliff2, NEW, "fr", shout);
    expect(segments[0]).toMatchObject({ key: "title s1", note: "On the door" });
    expect(text).toContain('srcLang="en" trgLang="fr"');
    expect(text).toContain(
      '<x:target>HELLO <x:pc id="1">BOLD <x:ph id="2" dataRef="d1" equiv="%s"/></x:pc> AND MORE</x:target>',
    );
    expect(text).toContain(
      '<x:target>IT <x:sc id="3"/>GOES<x:ec startRef="3"/> ON <x:mrk id="m1" translate="no">Dragoman',
    );
  });

  test("the state of an XLIFF 2 segment is updated if the file uses states", async () => {
    const source = NEW.replace('id="s1">', 'id="s1" state="initial">')
      .replace('id="s2">', 'id="s2" state="final">')
      .replace("</x:mrk>.</x:source>", "</x:mrk>.</x:source><x:target>Fini</x:target>");
    const { text, segments } = await translate(xliff2, source, "fr", shout);
    expect(segments).toHaveLength(2);
    expect(text).toContain('id="s1" state="translated">');
    expect(text).toContain("<x:target>Fini</x:target>");
  });

  test("importing XLIFF 2 into a project reads targets with their states, and exporting writes the project's states", async () => {
    const source = NEW.replace('srcLang="en"', 'srcLang="en" trgLang="es"')
      .replace('id="s2">', 'id="s2" state="reviewed">')
      .replace(
        "</x:mrk>.</x:source>",
        '</x:mrk>.</x:source><x:target>Va <x:mrk id="m1" translate="no">Dragoman</x:mrk></x:target>',
      );
    const document = await xliff2.open(Buffer.from(source), { source: "en", target: "es" });
    expect(document.segments.map(({ target }) => target)).toEqual([
      undefined,
      { text: "Va <x2/>", state: "reviewed" },
      undefined,
    ]);
    const { bytes } = await document.write(
      document.segments.map(({ text }, i) => ({ text: i === 1 ? null : shout(text), state: "draft" as const })),
      "es",
    );
    expect(Buffer.from(bytes).toString()).toContain('<x:segment state="initial" id="s1">');
  });

  test("the maximum length of an XLIFF 2 translation is read from its size restriction", async () => {
    const source = NEW.replace(/<x:ignorable>.*?<x:segment id="s2">.*?<\/x:segment>/s, "");
    const { segments } = await xliff2.open(Buffer.from(source), {});
    expect(segments[0]).toMatchObject({ key: "title", maxLength: 30 });
  });
});

test("XLIFF units get the names of their groups as labels", async () => {
  const unit = (id: string) => `<trans-unit id="${id}"><source>Text ${id}</source></trans-unit>`;
  const old = `<xliff version="1.2"><file source-language="en" original="a" datatype="plaintext"><body>
    <group id="g" resname="checkout">${unit("1")}<group resname="a,b"><group resname="button">${unit("2")}</group></group></group>
    <group id="h">${unit("3")}</group></body></file></xliff>`;
  const labels = async (format: Format, text: string) =>
    (await format.open(Buffer.from(text), {})).segments.map((segment) => segment.labels);
  expect(await labels(xliff1, old)).toEqual([["checkout"], ["checkout", "button"], undefined]);
  const recent = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f">
    <group id="g" name="checkout"><unit id="1"><segment><source>Text</source></segment></unit></group></file></xliff>`;
  expect(await labels(xliff2, recent)).toEqual([["checkout"]]);
});
