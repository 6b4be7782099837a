import { describe, expect, test } from "vitest";
import type { FormatOptions } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { plainText } from "@/lib/text/segment";

async function read(name: string, source: string, options: FormatOptions = {}) {
  const bytes = Buffer.from(source);
  const { segments, warnings } = await chooseFormat(bytes, name).open(bytes, options);
  return {
    texts: segments.map(({ text, codes }) => plainText(text, codes)),
    warnings: warnings.map(({ message }) => message),
  };
}

const PROJECT = `[project]
name = "teapot"
description = "Makes tea."
license = { text = "Apache-2.0" }
authors = [{ name = "Jane Doe", email = "jane@tea.example" }]
requires-python = ">=3.10"
classifiers = ["Topic :: Software Development :: Libraries", "Framework :: Flask"]
dependencies = [
    "requests>=2.0",
    "kettle[steel] ~= 1.4, != 1.5",
    "milk ; python_version < '3.12'",
]

[tool.tea]
paths = ["src/*", "tests/"]
strict = true
mode = "slow"
run = "tea --hot --sugar 2"
warning = "The pot is hot."
`;

describe("settings files", () => {
  test("sentences and titles in settings files are translated, but names of packages and options are not", async () => {
    const { texts, warnings } = await read("pyproject.toml", PROJECT);
    expect(texts).toEqual(["Makes tea.", "The pot is hot."]);
    expect(warnings).toEqual([
      "4 values look like names or options of a settings file and stayed. To translate such values, list their keys in keys.",
    ]);
  });

  test("a settings file is translated at the keys that the caller lists, in addition to its sentences and titles", async () => {
    const { texts } = await read("pyproject.toml", PROJECT, { keys: ["tool.tea.mode", "project.authors.name"] });
    expect(texts).toEqual(["Makes tea.", "Jane Doe", "slow", "The pot is hot."]);
  });

  test.each([
    [
      "flow.yml",
      "name: Tests\non:\n  push:\n    branches: [main]\njobs:\n  run:\n    runs-on: ubuntu-latest\n    timeout: 5\n    steps:\n      - uses: tea/pot@v4\n      - name: Make some tea\n        run: npm test\n      - { os: linux, fast: true }\n",
      ["Tests", "Make some tea"],
    ],
    [
      "package.json",
      '{"name":"@tea/pot","version":"1.0.0","description":"Makes tea","private":true,"license":"MIT","type":"module","scripts":{"test":"tea test"},"keywords":["tea","pot"]}',
      ["Makes tea"],
    ],
    [
      "renovate.json5",
      "{ extends: ['config:base'], rangeStrategy: 'bump', automerge: true, ignorePaths: ['**/dist/**'], packageRules: [{ matchManagers: ['npm'], description: 'Group all updates' }] }",
      ["Group all updates"],
    ],
    [
      "tox.ini",
      '[testenv]\ndescription = Runs all tests\nskip = true\ndeps =\n    pytest\ncommands =\n    python -c "x; y(a=True) if b else None"\nretries = 3\nlimit = 1.5\nmode = fast\n',
      ["Runs all tests"],
    ],
  ])("the translatable values of a settings file are found: %s", async (name, source, expected) => {
    expect((await read(name, source)).texts).toEqual(expected);
  });
});

describe("the configuration of a website", () => {
  const site = `baseURL = "https://tea.example/"
defaultContentLanguage = "en"
title = "My tea"
[languages.en]
languageName = "English"
title = "All about tea"
[languages.pt-br]
languageName = "Português"
title = "Tudo sobre chá"
[languages.pt-br.params]
description = "O que você quer saber"
[[menus.main]]
name = "Home"
`;

  test.each([undefined, "en"])(
    "texts in a site's configuration are kept if they are in a language other than the source (source %s)",
    async (source) => {
      const { texts, warnings } = await read("hugo.toml", site, source ? { source } : {});
      expect(texts).toEqual(["My tea", "All about tea", "Home"]);
      expect(warnings).toEqual(["Texts in other languages stayed as they are: pt-br."]);
    },
  );

  test("a configuration file that consists of a site's languages is translated only at the texts of the source language", async () => {
    const source =
      "en:\n  languageName: English\n  title: All about tea\nde:\n  languageName: Deutsch\n  title: Alles über Tee\n";
    const { texts } = await read("languages.yaml", `# All\n${source}weight: 1\n`, { source: "de" });
    expect(texts).toEqual(["Alles über Tee"]);
  });

  test("a list of language names in a message file is not mistaken for a site's configuration", async () => {
    const source =
      '{"languages":{"de":{"name":"German"},"fr":{"name":"French"}},"languageName":"name","baseURL":"address"}';
    expect((await read("en.json", source, { source: "en" })).texts).toEqual(["German", "French", "name", "address"]);
  });
});

describe("single words in message files", () => {
  test.each([
    [
      "en.toml",
      '[tags]\none = "tag"\nother = "tags"\n[note]\nother = "note"\n[empty]\nother = "No page"\n',
      ["tag", "tags", "note", "No page"],
    ],
    [
      "en.json",
      '{"save":"Save","cancel":"cancel","count":"{{n}} items","empty":"Nothing here","url":"https://tea.example"}',
      ["Save", "cancel", "{{n}} items", "Nothing here"],
    ],
    [
      "strings.json",
      '{"items":"{count} items","page":"Page {n}","delete":"Delete {name}","save":"save","ok":"OK","site":"https://tea.example"}',
      ["{count} items", "Page {n}", "Delete {name}", "save", "OK"],
    ],
    [
      "ar.json",
      '{"save":"حفظ التغييرات","days":"30 يوم","ok":"نعم","empty":"لا شيء هنا"}',
      ["حفظ التغييرات", "30 يوم", "نعم", "لا شيء هنا"],
    ],
    [
      "messages.json",
      '{"a":"caf\\u00e9","b":"one\\ntwo","c":"%d left","d":"%{count} new","e":"am","f":"PDF","g":"yes","h":"no","i":"off"}',
      ["café", "one\ntwo", "%d left", "%{count} new", "am", "PDF", "yes", "no", "off"],
    ],
    [
      "en.yml",
      'en:\n  number:\n    precision: 3\n    strict: true\n    separator: "."\n    delimiter: ","\n    limit: 9\n  unit: piece\n',
      ["piece"],
    ],
    ["a.ini", "[menu]\n  open = open\n  close = close it\n", ["open", "close it"]],
  ])("single words in a message file are translated: %s", async (name, source, expected) => {
    expect(await read(name, source)).toEqual({ texts: expected, warnings: [] });
  });

  test("message files in Java's properties syntax are recognised", async () => {
    const build = "# Style\nargs.copycss = yes\nargs.css = tea.css\nargs.cssroot = src/css\nnav-toc = partial\n";
    expect((await read("build.properties", `${build}args.hdr = a/header.xml\ntitle = Tea time\n`)).texts).toEqual([
      "Tea time",
    ]);
    expect((await read("messages.properties", "yes = yes\nno = no\nmode = partial\npot = The pot\n")).texts).toEqual([
      "yes",
      "no",
      "partial",
      "The pot",
    ]);
  });

  test("PHP class names in a message file are not translated", async () => {
    const source = JSON.stringify({ a: "Doctrine\\Deprecations\\Deprecation::trigger", b: "Tea\\nMilk", c: "The pot" });
    expect((await read("tea.json", source)).texts).toEqual(["Tea\\nMilk", "The pot"]);
  });

  test("names in a list of records are translated if their record has a description", async () => {
    const form = `name: Ask for tea
labels: area/tea, kind/wish
body:
  - type: input
    attributes:
      label: Which tea
  - type: textarea
    attributes:
      label: Why
`;
    expect((await read("wish.yml", form)).texts).toEqual(["Ask for tea", "Which tea", "Why"]);
    expect((await read("en.yml", "en:\n  type: type\n  kinds:\n    - kind\n")).texts).toEqual(["type", "kind"]);
  });
});
