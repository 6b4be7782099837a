import { asc, eq, isNull, sql } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import {
  comments,
  documents,
  documentVersions,
  segmentSuggestions,
  segments,
  targetFileChunks,
  translationRevisions,
  translations,
} from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { sendBulk, sendUndo } from "@/lib/projects/bulk/send";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { changeStatus } from "@/lib/projects/status/transitions";
import { writeTarget } from "@/lib/projects/targets/target";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { getJob } from "@/lib/work/jobs/jobs";
import { joinDocument, joinPlurals } from "./join-plurals";

afterAll(closeSandbox);

/** A document as an earlier release read it: one segment per plural form. */
async function earlier(name: string, content: string, language = "pl") {
  const { caller, project } = await newProject({ workflow: "mt_review", targetLanguages: [language] });
  const { id } = await addDocument(caller, project.id, name, content);
  const none = sql`'{}'::jsonb`;
  await db().update(documents).set({ formatOptions: none }).where(eq(documents.id, id));
  await db().update(documentVersions).set({ formatOptions: none }).where(eq(documentVersions.documentId, id));
  await runJobs(caller);
  return { caller, id, projectId: project.id };
}

async function edit(
  caller: Caller,
  id: string,
  key: string,
  texts: readonly (readonly [string, string])[],
  language = "pl",
) {
  const row = (await textsOf(id, language)).find((one) => one.key === key)!;
  let { revision } = row;
  for (const [text, state] of texts) {
    const edit = { text, state, force: true } as Parameters<typeof editTranslation>[4];
    ({ revision } = await editTranslation(caller, row.segmentId, language, revision, edit));
  }
  return row.segmentId;
}

async function join(id: string) {
  const [document] = await db().select().from(documents).where(eq(documents.id, id));
  await joinDocument(document!, "en");
}

async function live(id: string) {
  return db()
    .select({ segment: segments, translation: translations })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(sql`${segments.documentId} = ${id} and ${isNull(segments.removedIn)}`)
    .orderBy(asc(segments.position));
}

const JSON_FILE =
  '{\n  "title": "Title",\n  "file_one": "One file in <b>{{place}}</b>",\n  "file_other": "{{count}} files in <b>{{place}}</b>"\n}\n';

describe("joining separate segments of a plural message", () => {
  test("segments for single plural forms are joined into one segment that keeps all texts, states, comments and history", async () => {
    const { caller, id, projectId } = await earlier("en.json", JSON_FILE);
    expect((await textsOf(id, "pl")).map(({ key }) => key)).toEqual(["title", "file_one", "file_other"]);
    await edit(caller, id, "title", [["Tytuł", "reviewed"]]);
    const one = await edit(caller, id, "file_one", [
      ["Plik w <g1><x2/></g1>", "draft"],
      ["Jeden plik w <g1><x2/></g1>", "reviewed"],
    ]);
    const other = await edit(caller, id, "file_other", [["<x1/> plików w <g2><x3/></g2>", "reviewed"]]);
    await db()
      .insert(comments)
      .values({
        id: `cmt_${id.slice(4)}`,
        accountId: caller.accountId,
        projectId,
        segmentId: one,
        language: "pl",
        body: "Sure?",
        authorType: "system",
      });
    await join(id);
    const rows = await live(id);
    expect(rows.map(({ segment }) => [segment.key, segment.pluralRule])).toEqual([
      ["title", null],
      ["file", "cardinal"],
    ]);
    expect(rows[0]!.translation).toMatchObject({ text: "Tytuł", state: "reviewed", revision: 1 });
    const { segment, translation } = rows[1]!;
    expect(segment).toMatchObject({
      id: other,
      sourceForms: { one: "One file in <g2><x3/></g2>", other: "<x1/> files in <g2><x3/></g2>" },
    });
    expect(translation).toMatchObject({
      text: "<x1/> plików w <g2><x3/></g2>",
      forms: { one: "Jeden plik w <g2><x3/></g2>" },
      state: "reviewed",
      revision: 3,
      approvedRevision: 3,
    });
    const history = await db()
      .select()
      .from(translationRevisions)
      .where(eq(translationRevisions.segmentId, other))
      .orderBy(asc(translationRevisions.revision));
    expect(history.map(({ text, forms, state }) => [text, forms, state])).toEqual([
      [null, { one: "Plik w <g2><x3/></g2>" }, "draft"],
      [null, { one: "Jeden plik w <g2><x3/></g2>" }, "draft"],
      ["<x1/> plików w <g2><x3/></g2>", { one: "Jeden plik w <g2><x3/></g2>" }, "reviewed"],
    ]);
    const [comment] = await db().select().from(comments).where(eq(comments.segmentId, other));
    expect(comment?.body).toBe("Sure?");
    // A second run must change nothing.
    await join(id);
    expect((await live(id))[1]!.translation).toMatchObject({ revision: 3 });
    const { bytes } = await writeTarget(caller.accountId, id, "pl", { minState: "reviewed", outdated: "skip" });
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({
      title: "Tytuł",
      file_one: "Jeden plik w <b>{{place}}</b>",
      file_other: "{{count}} plików w <b>{{place}}</b>",
    });
  });

  test("undoing a bulk action made before joining restores the plural forms, unless a person has edited one of them since", async () => {
    const { caller, id, projectId } = await earlier("en.json", JSON_FILE);
    const one = await edit(caller, id, "file_one", [["Plik w <g1><x2/></g1>", "draft"]]);
    const other = await edit(caller, id, "file_other", [["<x1/> Plik w <g2><x3/></g2>", "draft"]]);
    const replace = async (find: string, replace: string) => {
      const action = { type: "replace", find, replace };
      const body = BulkBody.parse({ language: "pl", filter: {}, action });
      const jobId = await db().transaction((tx) => sendBulk(caller, projectId, body, tx));
      await runJobs(caller);
      return jobId;
    };
    const undo = async (batchId: string) => {
      const jobId = await db().transaction((tx) => sendUndo(caller, batchId, tx));
      await runJobs(caller);
      return (await getJob(caller, jobId)).result;
    };
    const texts = async () => {
      const { text, forms } = (await live(id))[1]!.translation;
      return [text, forms?.one];
    };
    const first = await replace("Plik", "Zbiór");
    const second = await replace("Zbiór", "Akta");
    // A person changed the first form before the bulk action changed the other.
    await db()
      .update(translationRevisions)
      .set({ batchId: null, actorType: "user" })
      .where(sql`${translationRevisions.segmentId} = ${one} and ${translationRevisions.batchId} = ${first}`);
    await db()
      .update(translationRevisions)
      .set({ batchId: first, createdAt: sql`now() - interval '1 day'` })
      .where(sql`${translationRevisions.segmentId} = ${one} and ${translationRevisions.revision} = 1`);
    await join(id);
    const joined = ["<x1/> Akta w <g2><x3/></g2>", "Akta w <g2><x3/></g2>"];
    expect(await texts()).toEqual(joined);
    expect(await undo(second)).toMatchObject({ undone: 1 });
    expect(await texts()).toEqual(joined.map((text) => text.replace("Akta", "Zbiór")));
    await db()
      .delete(translationRevisions)
      .where(sql`${translationRevisions.segmentId} = ${other} and ${translationRevisions.revision} > 4`);
    await db().update(translations).set({ revision: 4 }).where(eq(translations.segmentId, other));
    expect(await undo(first)).toMatchObject({ undone: 0, kept: 1 });
    expect(await texts()).toEqual(joined.map((text) => text.replace("Akta", "Zbiór")));
  });

  test("joined plural segments get plural forms that only the imported file has", async () => {
    const { caller, id } = await earlier("en.json", '{"file_one":"{{count}} file","file_other":"{{count}} files"}');
    await edit(caller, id, "file_one", [["<x1/> plik", "translated"]]);
    await edit(caller, id, "file_other", [["<x1/> pliku", "translated"]]);
    const own =
      '{"file_one":"{{count}} plik","file_few":"{{count}} pliki","file_many":"{{count}} plików","file_other":"{{count}} pliku"}';
    await db()
      .insert(targetFileChunks)
      .values({
        documentId: id,
        language: "pl",
        number: 0,
        bytes: Buffer.from(own),
      });
    await join(id);
    const [row] = await live(id);
    expect(row!.translation).toMatchObject({
      text: "<x1/> pliku",
      forms: { one: "<x1/> plik", few: "<x1/> pliki", many: "<x1/> plików" },
      state: "translated",
    });
    const { bytes } = await writeTarget(caller.accountId, id, "pl", { minState: "translated", outdated: "skip" });
    expect(Buffer.from(bytes).toString()).toBe(own);
  });

  test.each([
    ["app.pot", 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n', { "0": "a", "2": "b" }],
    ["app_en.arb", '{"m":"{u} has {n, plural, one {# file} other {# files}}","t":"Title"}', { one: "a", other: "b" }],
    [
      "en.yml",
      'en:\n  files:\n    one: "one file"\n    other: "%{count} files"\n  t: Title\n',
      { one: "a", other: "b" },
    ],
    [
      "strings.xml",
      '<resources><plurals name="f"><item quantity="one">" %d file "</item><item quantity="other">%d files</item></plurals></resources>',
      { one: " a ", other: "b" },
    ],
  ])("segments of a plural message are joined: %s", async (name, content, forms) => {
    const { caller, id } = await earlier(name, content);
    const before = await textsOf(id, "pl");
    const plural = before.filter(({ source }) => /files?$/.test(source));
    expect(plural).toHaveLength(2);
    await edit(caller, id, plural[0]!.key, [["a", "translated"]]);
    await edit(caller, id, plural[1]!.key, [["b", "translated"]]);
    await join(id);
    const rows = (await live(id)).filter(({ segment }) => segment.pluralRule);
    expect(rows).toHaveLength(1);
    const { text, forms: others } = rows[0]!.translation;
    const main = name.endsWith("pot") ? "2" : "other";
    expect({ ...others, [main]: text }).toEqual(forms);
    expect(await live(id)).toHaveLength(before.length - 1);
  });
});

describe("joining translations of plural forms", () => {
  /** Two forms with the given columns. */
  async function joinedFrom(one: Partial<Row>, other: Partial<Row>) {
    const { caller, id, projectId } = await earlier(
      "en.json",
      '{"f_one":"{{count}} file","f_other":"{{count}} files"}',
    );
    await edit(caller, id, "f_one", [["<x1/> plik", "translated"]]);
    await edit(caller, id, "f_other", [["<x1/> pliku", "translated"]]);
    const ids = (await textsOf(id, "pl")).map(({ segmentId }) => segmentId);
    for (const [i, columns] of [one, other].entries())
      if (Object.keys(columns).length > 0)
        await db().update(translations).set(columns).where(eq(translations.segmentId, ids[i]!));
    return { caller, id, projectId, joined: async () => (await live(id))[0]!.translation };
  }
  type Row = typeof translations.$inferSelect;
  const EARLY = new Date("2026-01-02T03:04:05Z");
  const LATE = new Date("2026-02-03T04:05:06Z");

  test("a joined plural translation is marked as edited or outdated if any of its forms was", async () => {
    const { id, joined } = await joinedFrom({ edited: true, outdated: false }, { edited: false, outdated: true });
    await join(id);
    expect(await joined()).toMatchObject({ edited: true, outdated: true });
  });

  test("a joined plural translation gets the comments of all its forms and the lowest of their quality scores", async () => {
    const { id, joined } = await joinedFrom(
      { openComments: 1, qualityScore: 60 },
      { openComments: 2, qualityScore: 80 },
    );
    await join(id);
    expect(await joined()).toMatchObject({ openComments: 3, qualityScore: 60 });
  });

  test("the last editor of a joined plural translation is the last editor of any of its forms", async () => {
    const { id, joined } = await joinedFrom(
      { updatedAt: LATE, updatedBy: "usr_late" },
      { updatedAt: EARLY, updatedBy: "usr_early" },
    );
    await join(id);
    expect(await joined()).toMatchObject({ updatedAt: LATE, updatedBy: "usr_late" });
  });

  test("a joined plural translation is reviewed by the last reviewer of its forms, if all forms are reviewed", async () => {
    const reviews = [
      { reviewedAt: EARLY, reviewedBy: "usr_early" },
      { reviewedAt: LATE, reviewedBy: "usr_late" },
    ] as const;
    const { caller, id, joined } = await joinedFrom({}, {});
    await edit(caller, id, "f_one", [["<x1/> plik!", "reviewed"]]);
    await edit(caller, id, "f_other", [["<x1/> pliku!", "reviewed"]]);
    const ids = (await textsOf(id, "pl")).map(({ segmentId }) => segmentId);
    for (const [i, review] of reviews.entries())
      await db().update(translations).set(review).where(eq(translations.segmentId, ids[i]!));
    await join(id);
    expect(await joined()).toMatchObject({ state: "reviewed", reviewedBy: "usr_late", reviewedAt: LATE });
    const half = await joinedFrom({}, { ...reviews[1], state: "reviewed" });
    await join(half.id);
    expect(await half.joined()).toMatchObject({ state: "translated", reviewedBy: null, reviewedAt: null });
  });

  test("a joined plural translation with forms from an imported file is approved only if the import approved those forms", async () => {
    const own =
      '{"f_one":"{{count}} plik","f_few":"{{count}} pliki","f_many":"{{count}} plików","f_other":"{{count}} pliku"}';
    const { id, joined } = await joinedFrom({}, {});
    const file = { documentId: id, language: "pl", number: 0, bytes: Buffer.from(own) };
    await db().insert(targetFileChunks).values(file);
    await join(id);
    expect(await joined()).toMatchObject({ state: "translated", revision: 3, approvedRevision: null });
  });

  test("a joined plural translation gets the suggestions made for each of its forms", async () => {
    const { caller, id } = await joinedFrom({}, {});
    const rows = await textsOf(id, "pl");
    await db()
      .insert(segmentSuggestions)
      .values(
        rows.map(({ segmentId, sourceHash, source }, i) => ({
          segmentId,
          language: "pl",
          accountId: caller.accountId,
          text: i === 0 ? "<x1/> plik." : "<x1/> pliku.",
          textHash: source,
          sourceHash,
          jobId: "job_test",
        })),
      );
    await join(id);
    const suggested = await db()
      .select()
      .from(segmentSuggestions)
      .where(eq(segmentSuggestions.segmentId, rows[1]!.segmentId));
    expect(suggested.map(({ text, forms }) => [text, forms])).toEqual(
      expect.arrayContaining([
        ["<x1/> pliku.", {}],
        ["<x1/> plik.", { one: "<x1/> plik." }],
      ]),
    );
  });

  test.each([
    ["cancelled", ["cancelled"]],
    ["archived", ["cancelled", "archived"]],
  ] as const)("plural segments are joined even in a project that is %s", async (_, states) => {
    const { caller, id, projectId, joined } = await joinedFrom({}, {});
    for (const to of states) await db().transaction((tx) => changeStatus(caller, projectId, { to, force: false }, tx));
    await join(id);
    expect(await joined()).toMatchObject({ text: "<x1/> pliku", forms: { one: "<x1/> plik" } });
  });
});

describe("joining plural segments in all projects", () => {
  afterEach(() => vi.useRealTimers());

  /** Simulates that the pause after a round has passed. */
  const afterRest = () => {
    later += 2 * 3_600_000;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + later });
  };
  let later = 0;

  test("plural segments of all projects are joined in one run, and those of later imports only after a pause", async () => {
    afterRest();
    const catalogue = JSON.stringify({
      sourceLanguage: "en",
      version: "1.0",
      strings: {
        files: {
          localizations: {
            en: {
              variations: {
                plural: {
                  one: { stringUnit: { state: "translated", value: "%lld file" } },
                  other: { stringUnit: { state: "translated", value: "%lld files" } },
                },
              },
            },
          },
        },
      },
    });
    const first = await earlier("a.xcstrings", catalogue);
    const second = await earlier("en.json", JSON_FILE);
    await joinPlurals();
    for (const { id } of [first, second])
      expect((await live(id)).filter(({ segment }) => segment.pluralRule)).toHaveLength(1);
    const third = await earlier("en.json", JSON_FILE);
    await joinPlurals();
    expect(await live(third.id)).toHaveLength(3);
    afterRest();
    await joinPlurals();
    expect(await live(third.id)).toHaveLength(2);
  });
});
