import { afterAll, describe, expect, test } from "vitest";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { sendTargetImport } from "./import-target";
import { type TargetOptions, writeTarget } from "./target";

afterAll(closeSandbox);

async function adopted(name: string, source: string, target: string | null, workflow = "human") {
  const { caller, project } = await newProject({ workflow, settings: { autoStart: false } });
  const { id } = await addDocument(caller, project.id, name, source);
  await runJobs(caller);
  if (target !== null) {
    await sendTargetImport(caller, id, { language: "es", mode: "translated" }, Buffer.from(target));
    await runJobs(caller);
  }
  return { caller, project, id };
}

async function improve(caller: Caller, id: string, content: string): Promise<void> {
  await replaceContent(caller, id, { body: { content }, file: null }, { onChange: "needs_work" });
  await runJobs(caller);
}

async function written(caller: Caller, id: string, options: Partial<TargetOptions> = {}) {
  const { bytes, counts } = await writeTarget(caller.accountId, id, "es", { minState: "translated", ...options });
  return { text: Buffer.from(bytes).toString(), counts };
}

const po = (entries: string) =>
  `msgid ""\nmsgstr ""\n"Language: es\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${entries}`;

const xliff = (source: string, target: string) =>
  `<xliff version="1.2"><file source-language="en" target-language="es" original="a"><body>\n<trans-unit id="a">\n<source>${source}</source>\n${target}</trans-unit>\n<trans-unit id="b">\n<source>Stays the same</source>\n<target>Se queda igual</target>\n</trans-unit>\n</body></file></xliff>\n`;

const android = (value: string, other: string) =>
  `<resources>\n    <string name="a">${value}</string>\n    <string name="b">${other}</string>\n</resources>\n`;

const qt = (source: string, translation: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="es">\n<context>\n    <name>Main</name>\n    <message>\n        <source>${source}</source>\n        <translation${translation}</translation>\n    </message>\n    <message>\n        <source>Open</source>\n        <translation>Abrir</translation>\n    </message>\n</context>\n</TS>\n`;

type Change = {
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly improved: string;
  /** The exported file. Absent if the format has no mark: the same as the imported file. */
  readonly marked?: string;
};

/** A person's translation, and an English source that is changed afterwards. */
const CHANGES: Readonly<Record<string, Change>> = {
  Android: {
    name: "strings.xml",
    source: android("Links to articles you created", "Open"),
    target: android("Enlaces a tus artículos", "Abrir"),
    improved: android("Links to pages that you created", "Open"),
  },
  JSON: {
    name: "en.json",
    source: '{"a":"Links to articles","b":{"c":"Open"}}',
    target: '{\n "b": {"c": "Abrir"},\n "a": "Enlaces a artículos"\n}\n',
    improved: '{"a":"See your pages","b":{"c":"Open"}}',
  },
  YAML: {
    name: "en.yml",
    source: "en:\n  a: Links to articles\n  b: Open\n",
    target: "es:\n  # Nota\n  a: Enlaces a artículos\n  b: Abrir\n",
    improved: "en:\n  a: See your pages\n  b: Open\n",
  },
  Fluent: {
    name: "en.ftl",
    source: "a = Links to articles\nb = Open\n",
    target: "a = Enlaces a artículos\nb = Abrir\n",
    improved: "a = See your pages\nb = Open\n",
  },
  "XLIFF, marked as needing translation": {
    name: "app.xlf",
    source: xliff("Links to articles", ""),
    target: xliff("Links to articles", "<target>Enlaces a artículos</target>\n"),
    improved: xliff("Links to your pages", ""),
    marked: xliff("Links to your pages", '<target state="needs-translation">Enlaces a artículos</target>\n'),
  },
  "Qt, as an unfinished message": {
    name: "app.ts",
    source: qt("Links to articles", ' type="unfinished">')
      .replace(' language="es"', "")
      .replace(">Abrir", ' type="unfinished">'),
    target: qt("Links to articles", ">Enlaces a artículos"),
    improved: qt("Links to articles of yours", ' type="unfinished">')
      .replace(' language="es"', "")
      .replace(">Abrir", ' type="unfinished">'),
    marked: qt("Links to articles of yours", ' type="unfinished">Enlaces a artículos'),
  },
  "gettext, as a fuzzy message with its earlier source": {
    name: "app.pot",
    source: po('msgid "Links to %s articles"\nmsgstr ""\n\nmsgid "Open"\nmsgstr ""\n'),
    target: po('msgid "Links to %s articles"\nmsgstr "Enlaces a %s artículos"\n\nmsgid "Open"\nmsgstr "Abrir"\n'),
    improved: po('msgid "Links to %s articles of yours"\nmsgstr ""\n\nmsgid "Open"\nmsgstr ""\n'),
    marked: po(
      '#, fuzzy\n#| msgid "Links to %s articles"\nmsgid "Links to %s articles of yours"\nmsgstr "Enlaces a %s artículos"\n\nmsgid "Open"\nmsgstr "Abrir"\n',
    ),
  },
};

describe("exporting outdated translations", () => {
  test.each(Object.entries(CHANGES))("an exported file contains the outdated translation: %s", async (_, change) => {
    const { caller, id } = await adopted(change.name, change.source, change.target);
    await improve(caller, id, change.improved);
    expect((await textsOf(id))[0]).toMatchObject({ state: "needs_work", outdated: true });
    const kept = await written(caller, id);
    expect(kept.text).toBe(change.marked ?? change.target);
    expect(kept.counts).toMatchObject({ outdated: 1, skipped: 0, source: 0 });
    expect((await written(caller, id, { minState: "reviewed" })).text).toBe(change.marked ?? change.target);
    const skipped = await written(caller, id, { outdated: "skip" });
    expect(skipped.text).not.toContain("Enlaces");
    expect(skipped.text).toContain(change.name === "app.xlf" ? "Se queda igual" : "Abrir");
  });

  test("a changed source marks its gettext translation as fuzzy, even if a person had confirmed the machine draft", async () => {
    const { caller, project } = await newProject({ workflow: "mt_review" });
    const template = (english: string) => po(`msgid "${english}"\nmsgstr ""\n`);
    const { id } = await addDocument(caller, project.id, "app.pot", template("The house is big"));
    await runJobs(caller);
    const [draft] = await textsOf(id);
    expect(draft).toMatchObject({ origin: "mt", state: "draft" });
    const own = po(`msgid "The house is big"\nmsgstr "${draft!.text}"\n`);
    await sendTargetImport(caller, id, { language: "es", mode: "translated" }, Buffer.from(own));
    await runJobs(caller);
    await improve(caller, id, template("The house is very big"));
    const marked = po(
      `#, fuzzy\n#| msgid "The house is big"\nmsgid "The house is very big"\nmsgstr "${draft!.text}"\n`,
    );
    for (const minState of ["translated", "reviewed"] as const)
      expect((await written(caller, id, { minState })).text).toBe(marked);
  });

  test('an outdated text in a String Catalog is exported as "needs review", and stays outdated in the next version', async () => {
    const catalogue = (english: string, spanish: string) =>
      `{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "a" : {\n      "localizations" : {\n        "en" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "${english}"\n          }\n        }${spanish}\n      }\n    }\n  },\n  "version" : "1.0"\n}`;
    const spanish = (state: string) =>
      `,\n        "es" : {\n          "stringUnit" : {\n            "state" : "${state}",\n            "value" : "Enlaces a artículos"\n          }\n        }`;
    const source = catalogue("Links to articles", spanish("translated"));
    const { caller, id } = await adopted("a.xcstrings", source, null);
    expect((await written(caller, id)).text).toBe(source);
    await improve(caller, id, catalogue("See your pages", spanish("translated")));
    const kept = await written(caller, id);
    expect(kept.text).toBe(catalogue("See your pages", spanish("needs_review")));
    await improve(caller, id, catalogue("See all your pages", spanish("needs_review")));
    expect((await written(caller, id)).text).toBe(catalogue("See all your pages", spanish("needs_review")));
  });

  test("an export contains the last confirmed text while an outdated translation is being edited, unless that text was rejected", async () => {
    const { caller, id } = await adopted("en.json", '{"a":"Old house","b":"Old tree"}', null);
    const edit = async (index: number, body: Record<string, unknown>) => {
      const row = (await textsOf(id))[index]!;
      await editTranslation(caller, row.id, "es", row.revision, PatchTranslationBody.parse(body));
    };
    await edit(0, { text: "Casa vieja", state: "translated" });
    await edit(1, { text: "Arból", state: "translated" });
    await edit(1, { state: "needs_work", comment: "Mind the accent." });
    await improve(caller, id, '{"a":"The new house","b":"The new tree"}');
    await edit(0, { text: "La casa" });
    expect((await written(caller, id)).text).toBe('{"a":"La casa"}');
  });
});

describe("exporting texts below the minimum state", () => {
  const catalogue =
    '{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "Links" : {\n      "localizations" : {\n        "es" : {\n          "stringUnit" : {\n            "state" : "needs_review",\n            "value" : "Enlaces en tendencia"\n          }\n        }\n      }\n    },\n    "News" : {\n      "localizations" : {\n        "es" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Noticias"\n          }\n        }\n      }\n    },\n    "%lld posts" : {\n      "localizations" : {\n        "es" : {\n          "variations" : {\n            "plural" : {\n              "one" : {\n                "stringUnit" : {\n                  "state" : "needs_review",\n                  "value" : "%lld mensaje"\n                }\n              },\n              "other" : {\n                "stringUnit" : {\n                  "state" : "translated",\n                  "value" : "%lld mensajes"\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n  },\n  "version" : "1.0"\n}';

  test.each([undefined, "skip", "source"] as const)(
    "an exported String Catalog keeps the imported texts that are below the minimum state: untranslated %s",
    async (untranslated) => {
      const { caller, id } = await adopted("a.xcstrings", catalogue, null);
      const { text, counts } = await written(caller, id, { untranslated });
      expect(text).toBe(catalogue);
      expect(counts).toMatchObject({ asFound: 2, source: 0, skipped: 0 });
      const row = (await textsOf(id)).find(({ source }) => source === "News")!;
      const body = PatchTranslationBody.parse({ text: "Novedades", state: "translated" });
      await editTranslation(caller, row.id, "es", row.revision, body);
      expect((await written(caller, id, { untranslated })).text).toBe(catalogue.replace("Noticias", "Novedades"));
    },
  );

  test("an outdated translation is exported unchanged to XLIFF and gettext files", async () => {
    const unit = '<target state="needs-review-translation">Enlaces</target>\n';
    const inside = await adopted("app.xlf", xliff("Links", unit), null);
    expect((await written(inside.caller, inside.id)).text).toBe(xliff("Links", unit));
    const beside = await adopted("app.xlf", xliff("Links", ""), xliff("Links", unit));
    expect((await written(beside.caller, beside.id)).text).toBe(xliff("Links", unit));
    const fuzzy = po('#, fuzzy\nmsgid "Links"\nmsgstr "Enlaces"\n');
    const catalogue = await adopted("app.pot", po('msgid "Links"\nmsgstr ""\n'), fuzzy);
    expect((await written(catalogue.caller, catalogue.id)).text).toBe(fuzzy);
  });

  test("an exported key-value file keeps the imported texts that are below the minimum state, unless source texts are requested instead", async () => {
    const target = '{\n  "b": "Abrir",\n  "a": "Enlaces"\n}\n';
    const { caller, id } = await adopted("en.json", '{"a":"Links","b":"Open","c":"New"}', target, "mt_review");
    expect(await written(caller, id, { minState: "reviewed" })).toMatchObject({
      text: target,
      counts: { asFound: 2, skipped: 1 },
    });
    const asked = await written(caller, id, { minState: "reviewed", fallback: ["source"] });
    expect(JSON.parse(asked.text)).toEqual({ a: "Links", b: "Open", c: "New" });
  });
});
