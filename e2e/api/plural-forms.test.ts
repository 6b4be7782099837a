import { describe, expect, test } from "vitest";
import { call, newAccount } from "./client";
import { edit, jobEnd, segmentsOf, until } from "./project-work";

const FILES = { one: "One selected file", other: "{count} selected files" };
const PLIKI = {
  one: "Jeden wybrany plik",
  few: "{count} wybrane pliki",
  many: "{count} wybranych plików",
  other: "{count} wybranego pliku",
};

/** A project with English source and one plural message for each plural rule. */
async function messages(targetLanguages: readonly string[] = ["pl"]) {
  const { key } = await newAccount();
  const made = await call("POST", "/v1/projects", {
    key,
    body: { name: "Help centre", sourceLanguage: "en", targetLanguages, workflow: "human" },
  });
  const projectId: string = made.json.id;
  const segments = [
    { key: "files", sourceForms: FILES },
    { key: "again", sourceForms: FILES },
    { key: "exact", sourceForms: { "=0": "No files", "=1": "One file", other: "{count} files" } },
    { key: "gettext", sourceForms: { "0": "%d house", "1": "%d houses" } },
    { key: "plain", source: "See you tomorrow." },
  ];
  const sent = await call("POST", `/v1/projects/${projectId}/documents`, { key, body: { name: "a.json", segments } });
  expect(sent.status, sent.text).toBe(202);
  const read = (language: string = targetLanguages[0]!) => segmentsOf(key, projectId, `language=${language}`);
  await until(
    () => call("GET", `/v1/projects/${projectId}/segments?language=${targetLanguages[0]}`, { key }),
    ({ segments }) => segments.length === 5,
  );
  return { key, projectId, read };
}

describe("A plural message", () => {
  test("a plural message is one segment with the source's forms and the names of the target language's forms", async () => {
    const { read } = await messages(["pl", "ar", "ja"]);
    const names = async (language: string) =>
      (await read(language)).slice(0, 4).map((one) => one.plural.forms.map((form: any) => form.name).join(" "));
    expect(await names("pl")).toEqual(["one few many other", "one few many other", "=0 =1 few many other", "0 1 2"]);
    expect(await names("ar")).toMatchObject(["zero one two few many other", {}, "=0 =1 two few many other", {}]);
    expect(await names("ja")).toEqual(["other", "other", "=0 =1 other", "0"]);
    const [files, , , gettext, plain] = await read();
    expect(files).toMatchObject({
      source: FILES.other,
      sourceForms: FILES,
      wordCount: 6,
      plural: { rule: "cardinal", forms: [{}, { name: "few", samples: [2, 3, 4, 22, 23], required: true }, {}, {}] },
      translation: { text: null, forms: {}, state: "untranslated" },
    });
    expect(gettext).toMatchObject({ source: "%d houses", plural: { rule: "gettext" } });
    expect([plain.sourceForms, plain.plural, plain.translation.forms]).toEqual([undefined, undefined, undefined]);
  });

  test("a plural message is edited by its forms, and the error for unsupported forms lists the supported forms", async () => {
    const { key, read } = await messages();
    const [files, , , , plain] = await read();
    const refused = async (segment: any, body: Record<string, unknown>) => {
      const { status, json } = await edit(key, segment, body);
      const [error] = json.error.details.errors;
      return [status, error.path, error.message];
    };
    expect(await refused(files, { text: "pliki" })).toEqual([
      400,
      "forms",
      expect.stringContaining("one, few, many, other"),
    ]);
    expect(await refused(files, { forms: { two: "x" } })).toEqual([
      400,
      "forms.two",
      expect.stringContaining("one, few, many, other"),
    ]);
    expect((await refused(plain, { forms: { one: "x" } })).slice(0, 2)).toEqual([400, "forms"]);

    const some = await edit(key, files, { forms: { few: PLIKI.few } });
    expect(some.json).toMatchObject({ text: null, forms: { few: PLIKI.few }, state: "draft", revision: 1 });
    expect(some.json.issues.map((issue: any) => issue.params.form).sort()).toEqual(["many", "one", "other"]);
    const early = await edit(key, files, { state: "translated" }, 1);
    expect([early.status, early.json.error.details.reason]).toEqual([409, "qa_errors"]);
    const all = await edit(key, files, { forms: PLIKI, state: "reviewed" }, 1);
    expect(all.json).toMatchObject({ text: PLIKI.other, forms: PLIKI, state: "reviewed", issues: [] });
    const stale = await edit(key, files, { forms: { one: "x" } }, 1);
    expect([stale.status, stale.json.error.details.current.forms]).toEqual([412, PLIKI]);
  });

  test("a plural message keeps all forms in history, repetitions, matches, memories and undo", async () => {
    const { key, projectId, read } = await messages();
    const [files, again] = await read();
    const approved = await edit(key, files, { forms: PLIKI, state: "reviewed" });
    expect(approved.json.propagated).toEqual([again.id]);
    expect((await read())[1].translation).toMatchObject({ forms: PLIKI, state: "translated" });
    const { matches } = (await call("GET", `/v1/segments/${again.id}/matches?language=pl`, { key })).json;
    expect(matches[0]).toMatchObject({ match: 100, sourceForms: FILES, target: PLIKI.other, forms: PLIKI });
    const { translationMemories } = (await call("GET", "/v1/translation-memories", { key })).json;
    const units = await call("GET", `/v1/translation-memories/${translationMemories[0].id}/units?q=wybranych`, { key });
    expect(units.json.units).toMatchObject([{ sourceForms: FILES, target: PLIKI.other, forms: PLIKI }]);

    const replace = { type: "replace", find: "wybran", replace: "zaznaczon" };
    const started = await call("POST", `/v1/projects/${projectId}/segments/bulk`, {
      key,
      body: { language: "pl", filter: { q: "wybrane pliki" }, action: replace },
    });
    expect((await jobEnd(key, started.json.id)).result).toMatchObject({ changed: 2 });
    expect((await read())[0].translation.forms).toMatchObject({
      one: "Jeden zaznaczony plik",
      many: "{count} zaznaczonych plików",
    });
    const undo = await call("POST", `/v1/jobs/${started.json.id}/undo`, { key });
    expect((await jobEnd(key, undo.json.id)).result).toMatchObject({ undone: 2 });
    expect((await read())[0].translation.forms).toEqual(PLIKI);

    const history = `/v1/segments/${files.id}/translations/pl`;
    const { revisions } = (await call("GET", `${history}/history`, { key })).json;
    expect(revisions.at(-1).forms).toEqual(PLIKI);
    const now = (await read())[0].translation.revision;
    const changed = await edit(key, files, { forms: { few: "pliki" }, state: "reviewed" }, now);
    expect(changed.status, changed.text).toBe(409);
    const edited = await edit(key, files, { forms: { few: "{count} pliki" } }, now);
    const headers = { "If-Match": `"${edited.json.revision}"` };
    const back = await call("POST", `${history}/revert`, { key, headers, body: { revision: 1 } });
    expect(back.json.forms).toEqual(PLIKI);
  });

  test("an uploaded plural message with invalid forms is refused with the name of the invalid field", async () => {
    const { key, projectId } = await messages();
    const fault = async (segment: Record<string, unknown>) => {
      const body = { name: "b.json", segments: [{ key: "a", ...segment }] };
      const { status, json } = await call("POST", `/v1/projects/${projectId}/documents`, { key, body });
      return [status, json.error?.details.errors[0].path];
    };
    expect(await fault({})).toEqual([400, "segments.0.source"]);
    expect(await fault({ source: "a", sourceForms: { other: "b" } })).toEqual([400, "segments.0.sourceForms"]);
    expect(await fault({ sourceForms: { one: "a" } })).toEqual([400, "segments.0.sourceForms"]);
    expect(await fault({ sourceForms: { plenty: "a", other: "b" } })).toEqual([400, "segments.0.sourceForms.plenty"]);
  });
});
