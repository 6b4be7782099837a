import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs, projects, segments, translations } from "@/db/schema";
import { addDocument, newProject, runJobs } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { sendBulk } from "@/lib/projects/bulk/send";
import type { ExportParams } from "@/lib/projects/exports/send";
import { writeTmx } from "@/lib/projects/exports/tmx";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { getSegment } from "@/lib/projects/segments/list-segments";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { sendTargetImport } from "./import-target";
import { writeTarget } from "./target";

afterAll(closeSandbox);

/** A source, its Polish translation, and a line of the translation before and after one form is changed. */
const FILES: Readonly<
  Record<string, { name: string; source: string; target: string; form: string; before: string; after: string }>
> = {
  "i18next JSON": {
    name: "en.json",
    source: '{\n  "file_one": "{{count}} file",\n  "file_other": "{{count}} files"\n}\n',
    target:
      '{\n  "file_one": "{{count}} plik",\n  "file_few": "{{count}} pliki",\n  "file_many": "{{count}} plików",\n  "file_other": "{{count}} pliku"\n}\n',
    form: "few",
    before: "{{count}} pliki",
    after: "{{count}} pliczki",
  },
  "Rails without `other`": {
    name: "en.yml",
    source: 'en:\n  files:\n    one: one file\n    other: "%{count} files"\n',
    target: 'pl:\n  files:\n    one: 1 plik\n    few: "%{count} pliki"\n    many: "%{count} plików"\n',
    form: "few",
    before: "%{count} pliki",
    after: "%{count} pliczki",
  },
  gettext: {
    name: "app.pot",
    source: 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    target:
      'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d plik"\nmsgstr[1] "%d pliki"\nmsgstr[2] "%d plików"\n',
    form: "1",
    before: "%d pliki",
    after: "%d pliczki",
  },
  ICU: {
    name: "app_en.arb",
    source: '{\n  "@@locale": "en",\n  "files": "{n, plural, =0 {No files} one {# file} other {# files}}"\n}\n',
    target:
      '{\n  "@@locale": "pl",\n  "files": "{n, plural, =0 {Brak} one {# plik} few {# pliki} many {# plików} other {# pliku}}"\n}\n',
    form: "few",
    before: "# pliki",
    after: "# pliczki",
  },
  "ICU with a plural within a select within a plural": {
    name: "en.json",
    source:
      '{\n  "files": "{a, plural, one {# folder {g, select, new {with {b, plural, one {# file} other {# files}}} other {}}} other {# folders {g, select, new {with {b, plural, one {# file} other {# files}}} other {}}}}"\n}\n',
    target:
      '{\n  "files": "{a, plural, one {# folder {g, select, new {z {b, plural, one {# plik} few {# sztuki} other {# pliku}}} other {}}} few {# foldery, pliki: {b}} other {# folderu {g, select, new {z {b, plural, other {# pliku}}} other {}}}}"\n}\n',
    form: "few",
    before: "# foldery, pliki",
    after: "# foldery, pliczki",
  },
};

async function newDocument(name: string, content: string) {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["pl"] });
  const { id } = await addDocument(caller, project.id, name, content);
  await runJobs(caller);
  return { caller, project, id };
}

async function bring(caller: Caller, documentId: string, file: string) {
  const jobId = await sendTargetImport(caller, documentId, { language: "pl", mode: "translated" }, Buffer.from(file));
  await runJobs(caller);
  const [job] = await db().select().from(jobs).where(eq(jobs.id, jobId));
  expect(job).toMatchObject({ state: "succeeded", error: null });
  return job!.result;
}

async function written(caller: Caller, id: string) {
  const { bytes } = await writeTarget(caller.accountId, id, "pl", { minState: "draft", outdated: "skip" });
  return Buffer.from(bytes).toString();
}

async function onlyRow(documentId: string) {
  const rows = await db()
    .select({ segment: segments, translation: translations })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(eq(segments.documentId, documentId));
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

describe.each(Object.entries(FILES))(
  "exporting plural forms to %s",
  (_, { name, source, target, form, before, after }) => {
    test("an imported plural file is exported with the same bytes, and an edit changes only its form", async () => {
      const { caller, id } = await newDocument(name, source);
      const first = await bring(caller, id, target);
      expect(first).toMatchObject({ accepted: first!.values, notFound: 0, notUnderstood: 0 });
      expect(await written(caller, id)).toBe(target);
      expect(await bring(caller, id, target)).toMatchObject({ accepted: 0, unchanged: first!.values });
      const { segment, translation } = await onlyRow(id);
      const text = { ...translation.forms }[form]!;
      await editTranslation(caller, segment.id, "pl", translation.revision, {
        forms: { [form]: text.replace("pliki", "pliczki") },
        force: true,
      } as Parameters<typeof editTranslation>[4]);
      expect(await written(caller, id)).toBe(target.replace(before, after));
    });

    test("a document without an imported translation is exported with only the translated forms", async () => {
      const { caller, id } = await newDocument(name, source);
      await bring(caller, id, target);
      const { segment, translation } = await onlyRow(id);
      await editTranslation(caller, segment.id, "pl", translation.revision, {
        forms: { [form]: null },
        force: true,
      } as Parameters<typeof editTranslation>[4]);
      const cleared = await written(caller, id);
      expect(cleared).not.toContain("pliki");
      expect(cleared).toContain("plik");
    });
  },
);

test.each([
  ["one form", "nplurals=1; plural=0;", ["%d plików"], "%d plików"],
  ["the plural first", "nplurals=2; plural=(n==1);", ["%d plików", "%d plik"], "%d plików"],
])(
  "a gettext file with %s is exported with the same bytes, and its form for large numbers is the text of the segment",
  async (_, header, forms, shown) => {
    const { name, source, target } = FILES.gettext!;
    const { caller, project, id } = await newDocument(name, source);
    const file = (texts: readonly string[]) =>
      target.replace(/nplurals=.*?;\\n/, `${header}\\n`).replace(/msgstr\[0\][\s\S]*$/, "") +
      texts.map((text, i) => `msgstr[${i}] "${text}"\n`).join("");
    await bring(caller, id, file(forms));
    const read = async () => {
      const { segment, translation } = await onlyRow(id);
      expect(translation.state).toBe("translated");
      return (await getSegment(caller, segment.id, "pl")).translation;
    };
    const before = await read();
    const own = forms.map((text, i) => [String(i), text.replace("%d", "<x1/>")]);
    expect(before).toMatchObject({ text: shown.replace("%d", "<x1/>"), state: "translated" });
    expect(before.forms).toEqual(Object.fromEntries(own));
    expect(await written(caller, id)).toBe(file(forms));
    const again = await bring(caller, id, file(forms));
    expect(again).toMatchObject({ accepted: 0, unchanged: again!.values });
    await db().transaction((tx) =>
      sendBulk(
        caller,
        project.id,
        BulkBody.parse({ language: "pl", filter: {}, action: { type: "replace", find: "plik", replace: "plicz" } }),
        tx,
      ),
    );
    await runJobs(caller);
    const changed = forms.map((text) => text.replace("plik", "plicz"));
    expect(await written(caller, id)).toBe(file(changed));
    expect((await read()).forms).toEqual(
      Object.fromEntries(changed.map((text, i) => [String(i), text.replace("%d", "<x1/>")])),
    );
  },
);

test("the plural forms of a gettext translation follow the header of the imported file", async () => {
  const { name, source } = FILES.gettext!;
  const own =
    'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=4; plural=(n==1 ? 0 : (n%10>=2 && n%10<=4) && (n%100<12 || n%100>14) ? 1 : n!=1 && (n%10>=0 && n%10<=1) || (n%10>=5 && n%10<=9) || (n%100>=12 && n%100<=14) ? 2 : 3);\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d plik"\nmsgstr[1] "%d pliki"\nmsgstr[2] "%d plików"\nmsgstr[3] "%d pliku"\n';
  const { caller, id } = await newDocument(name, source);
  const { segment } = await onlyRow(id);
  const formsNow = async () => (await getSegment(caller, segment.id, "pl")).plural!.forms.map((form) => form.name);
  expect(await formsNow()).toEqual(["0", "1", "2"]);
  await bring(caller, id, own);
  expect(await formsNow()).toEqual(["0", "1", "2", "3"]);
  expect(await written(caller, id)).toBe(own);
  const edit = async (forms: Record<string, string | null>) => {
    const { translation } = await onlyRow(id);
    const change = { forms, force: true } as Parameters<typeof editTranslation>[4];
    return editTranslation(caller, segment.id, "pl", translation.revision, change);
  };
  await edit({ "3": null });
  await edit({ "3": "%d pliczku" });
  expect(await written(caller, id)).toBe(own.replace("%d pliku", "%d pliczku"));
  await expect(edit({ "4": "%d" })).rejects.toMatchObject({ code: "invalid_request" });
  // A form that the header declares is required.
  const two = own.replace(/nplurals=4[^\\]*/, "nplurals=2; plural=(n != 1);").replace(/msgstr\[[23]\].*\n/g, "");
  await bring(caller, id, two.replace("%d pliki", ""));
  expect(await formsNow()).toEqual(["0", "1"]);
});

test("plural forms of a gettext file are stored in a memory by the numbers in the file's header", async () => {
  const { name, source } = FILES.gettext!;
  const own =
    'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n==1);\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d plików"\nmsgstr[1] "%d plik"\n';
  const { caller, project, id } = await newDocument(name, source);
  await bring(caller, id, own);
  const [row] = await db().select().from(projects).where(eq(projects.id, project.id));
  const params: ExportParams = {
    format: "tmx",
    languages: ["pl"],
    documentIds: [id],
    choice: { minState: "translated", outdated: "skip" },
    minReviewedPercent: 0,
    fileNames: "{language}/{path}",
  };
  const { bytes } = await db().transaction((tx) => writeTmx(tx, row!, "pl", params));
  const texts = [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(/<seg>(.*?)<\/seg>/g),
  ].map(([, text]) => text!.replace(/<[^>]+>/g, ""));
  expect(texts).toEqual(["%d files", "%d plików", "%d file", "%d plik"]);
});

test("an exported XLIFF file has a unit per plural form, and importing it keeps forms that have no unit", async () => {
  const { name, source, target } = FILES["i18next JSON"]!;
  const { caller, id } = await newDocument(name, source);
  await bring(caller, id, target);
  const options = { minState: "draft", outdated: "skip", kind: "xliff" } as const;
  const { bytes } = await writeTarget(caller.accountId, id, "pl", options);
  const xliff = Buffer.from(bytes).toString();
  const ids = [...xliff.matchAll(/<(?:unit|group) id="([^"]+)" name="([^"]+)"/g)].map(([, one, name]) => [one, name]);
  expect(ids).toEqual([
    ["g1", "file"],
    ["u1-one", "file [one]"],
    ["u1-few", "file [few]"],
    ["u1-many", "file [many]"],
    ["u1-other", "file [other]"],
  ]);
  expect(xliff).toContain('<source><ph id="1" canCopy="no" canDelete="no" equiv="{{count}}"/> file</source>');
  const back = xliff
    .replace(" pliki</target>", " pliczki</target>")
    .replace(/<target>((?!<\/target>).)*plików<\/target>/, "");
  expect(await bring(caller, id, back)).toMatchObject({ accepted: 3, values: 3, notFound: 0 });
  expect(await written(caller, id)).toBe(target.replace("pliki", "pliczki"));
});

test("plural forms can be uploaded and downloaded as a list of segments", async () => {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["pl"] });
  const forms = { one: "plik", few: "pliki", many: "plików", other: "pliku" };
  const sent = [
    { key: "files", sourceForms: { one: "file", other: "files" }, forms },
    { key: "title", source: "Title", target: "Tytuł" },
  ];
  const { id } = await addDocument(caller, project.id, "a.json", { segments: sent });
  await runJobs(caller);
  const { segments: back } = JSON.parse(await written(caller, id)) as { segments: unknown[] };
  expect(back).toMatchObject([
    { key: "files", source: "files", sourceForms: { one: "file", other: "files" }, target: "pliku", forms },
    { key: "title", source: "Title", target: "Tytuł" },
  ]);
  expect(back[1]).not.toHaveProperty("forms");
});
