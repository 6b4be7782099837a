import { afterAll, expect, test } from "vitest";
import { closeDatabase } from "@/db/client";
import { newProject } from "@/e2e/projects";
import { closeEngines } from "@/lib/engines/registry";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { TranslateBody } from "@/lib/schemas/translate";
import { translateDocument } from "./documents";
import { proofOf } from "./files/proof";
import { translateText } from "./translate-text";

afterAll(async () => {
  await closeSandbox();
  await closeEngines();
  await closeDatabase();
});

test.each([
  [
    "{count, plural, one {# red house} other {# red houses}}",
    "es",
    "{count, plural, one {# casa roja} other {# casas rojas}}",
  ],
  [
    "Open {gender, select, male {the red house} other {the door}} now.",
    "es",
    /^Abr\w+ \{gender, select, male \{la casa roja\} other \{la puerta\}\} ahora\.$/,
  ],
  [
    "{n, plural, =0 {no houses} one {{n} house in {city}} other {{n} houses in {city}}}",
    "fr",
    /=0 \{.*maison.*other \{\{n\} maisons/,
  ],
])("the branches of the ICU message %s are translated", async (text, target, expected) => {
  const { caller } = await newProject();
  const input = { ...TranslateBody.parse({ text, source: "en", target }), source: "en", target };
  const { translation, warnings } = await translateText(caller, input);
  expect(translation).toMatch(expected);
  expect(warnings.map(({ code }) => code)).not.toContain("icu_not_translated");
});

test("an invalid ICU message is returned unchanged with a warning", async () => {
  const { caller } = await newProject();
  const text = "{n, plural, =0 {no house} one {# house} other {# houses}";
  const input = { ...TranslateBody.parse({ text, source: "en", target: "es" }), source: "en", target: "es" };
  const { warnings } = await translateText(caller, input);
  expect(warnings).toContainEqual(expect.objectContaining({ code: "icu_not_translated" }));
});

const MESSAGE = "{n, plural, one {# red house} other {# red houses}}";

test.each([
  ["a.xml", "android", `<resources><string name="a">${MESSAGE}</string></resources>`],
  ["a.strings", "strings", `"a" = "${MESSAGE}";`],
  ["a.resx", "resx", `<root><data name="a" xml:space="preserve"><value>${MESSAGE}</value></data></root>`],
  ["a.po", "po", `msgid "${MESSAGE}"\nmsgstr ""\n`],
  ["a.html", "html", `<p>${MESSAGE}</p>`],
  ["a.csv", "csv", `key,en\na,"${MESSAGE}"\n`],
])(
  "the branches of an ICU message in %s are translated, and no difference is reported",
  async (fileName, format, text) => {
    const bytes = Buffer.from(text);
    const resources = { accountId: "none", glossaryIds: [], memories: [] };
    const pair = { source: "en", target: "es" };
    const request = { bytes, fileName, format, ...pair, options: {}, localOnly: true, resources };
    const { signal } = new AbortController();
    const written = await translateDocument({ ...request, signal }, async () => {});
    expect(Buffer.from(written.bytes).toString()).toContain("{n, plural, one {# casa roja} other {# casas rojas}}");
    expect(written.warnings.map(({ code }) => code)).not.toContain("icu_not_translated");
    const row = { fileName, format, ...pair, options: {}, outputName: fileName } as Parameters<typeof proofOf>[0];
    expect((await proofOf(row, bytes, written)).proof!.items).toEqual([]);
  },
);

test("the language of an ICU message is detected from the words in its branches", async () => {
  const { caller } = await newProject();
  const text = "{count, plural, one {The house is open today} other {The houses are open today}}";
  const { source, translation } = await translateText(caller, {
    ...TranslateBody.parse({ text, target: "es" }),
    target: "es",
  });
  expect(source).toBe("en");
  expect(translation).toContain("casa");
});
