import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { segments } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { changeProject } from "@/lib/projects/change/change-project";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { SYSTEM } from "@/lib/work/events/actor";
import { downloadTarget } from "./download-target";
import { defaultMinState, type TargetOptions, writeTarget } from "./target";

afterAll(closeSandbox);

const MACHINE = { type: "mt", detail: { engine: "apertium" } } as const;

/** A document with a translation for each of its first segments. */
async function translated(
  name: string,
  content: string | Record<string, unknown>,
  changes: readonly Omit<Change, "segmentId">[],
  over: Record<string, unknown> = {},
) {
  const { caller, project } = await newProject({
    workflow: "human",
    ...over,
    settings: { autoStart: false, ...(over.settings ?? {}) },
  });
  const { id } = await addDocument(caller, project.id, name, content);
  await runJobs(caller);
  const rows = await textsOf(id);
  await db().transaction((tx) =>
    changeProject(tx, { accountId: caller.accountId, projectId: project.id, actor: SYSTEM }, (change) =>
      changeTranslations(
        change,
        "es",
        changes.map((one, i) => ({ segmentId: rows[i]!.segmentId, ...one })),
      ),
    ),
  );
  const write = async (options: Partial<TargetOptions> = {}) => {
    const all = { minState: "draft", outdated: "skip", ...options } as const;
    const { bytes, counts } = await writeTarget(caller.accountId, id, "es", all);
    return { text: Buffer.from(bytes).toString(), counts };
  };
  const exclude = (index: number) =>
    db().update(segments).set({ excluded: true }).where(eq(segments.id, rows[index]!.segmentId));
  return { caller, id, write, exclude };
}

const keyed = (...sources: string[]) => ({ segments: sources.map((source, i) => ({ key: `k${i}`, source })) });

describe("counts of an exported document", () => {
  test("the counts of an exported document show what was written for each segment", async () => {
    const { write, exclude } = await translated("texts", keyed("One", "Two", "Three", "Four", "Five"), [
      { text: "Uno", state: "reviewed" },
      { text: "Dos", state: "translated" },
      { text: "Tres", state: "draft", outdated: true },
      { text: "Cuatro", state: "draft" },
    ]);
    const none = {
      reviewed: 0,
      translated: 0,
      draft: 0,
      lastReviewed: 0,
      source: 0,
      empty: 0,
      skipped: 0,
      asFound: 0,
      excluded: 0,
    };
    const all = { minState: "draft", outdated: "keep" } as const;
    expect((await write(all)).counts).toEqual({
      ...none,
      segments: 5,
      reviewed: 1,
      translated: 1,
      draft: 2,
      source: 1,
      outdated: 1,
    });
    await exclude(1);
    expect((await write({ minState: "reviewed" })).counts).toEqual({
      ...none,
      segments: 5,
      reviewed: 1,
      source: 3,
      excluded: 1,
      outdated: 0,
    });
  });
});

describe("states in an exported document", () => {
  const statesIn = (text: string) =>
    (JSON.parse(text) as { segments: { state: string | null }[] }).segments.map(({ state }) => state);
  const DRAFT = [{ text: "Uno", state: "draft", origin: MACHINE }] as const;

  test("an exported document contains the state of each translation", async () => {
    const { write } = await translated("texts", keyed("One", "Two", "Three"), [
      { text: "Uno", state: "reviewed" },
      { text: "Dos", state: "translated" },
      { text: "Tres", state: "draft" },
    ]);
    expect(statesIn((await write()).text)).toEqual(["reviewed", "translated", "draft"]);
  });

  test("a machine draft is exported as final in a workflow without review", async () => {
    const workflow = { workflow: "mt_only" };
    expect(statesIn((await (await translated("texts", keyed("One"), DRAFT, workflow)).write()).text)).toEqual([
      "translated",
    ]);
    expect(statesIn((await (await translated("texts", keyed("One"), DRAFT)).write()).text)).toEqual(["draft"]);
  });

  test("a machine draft is exported as fuzzy in a gettext file only if the project is set to do so", async () => {
    const PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr ""\n';
    const written = async (fuzzyDrafts: boolean) =>
      (await (await translated("a.po", PO, DRAFT, { settings: { fuzzyDrafts } })).write()).text;
    expect(await written(true)).toMatch(/#, fuzzy\nmsgid "One"\nmsgstr "Uno"/);
    expect(await written(false)).toMatch(/\n\nmsgid "One"\nmsgstr "Uno"/);
  });
});

test("an excluded segment is exported with the translation in its bilingual file", async () => {
  const PO = 'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "One"\nmsgstr "Uno"\n\nmsgid "Two"\nmsgstr "Dos"\n';
  const { write, exclude } = await translated("es.po", PO, []);
  await exclude(0);
  const { text, counts } = await write({ minState: "reviewed", fallback: ["source"] });
  expect(text).toContain('msgid "One"\nmsgstr "Uno"');
  expect(text).not.toContain('msgstr "Dos"');
  expect(counts).toMatchObject({ excluded: 1, source: 1 });
});

test.each([
  ["texts", keyed("One"), "texts.es.json"],
  ["docs/intro.md", "# One\n", "intro.es.md"],
] as const)(
  "a download of %s has a file name with the document's name and the language",
  async (name, content, expected) => {
    const { caller, id } = await translated(name, content as string, []);
    const { name: given, stream, length } = await downloadTarget(caller, id, { language: "es", outdated: "skip" });
    expect(given).toBe(expected);
    expect((await new Response(stream).arrayBuffer()).byteLength).toBe(length);
  },
);

test("the default minimum state of a download depends on the workflow", () => {
  const workflows = ["mt_only", "mt_review", "human"] as const;
  expect(workflows.map(defaultMinState)).toEqual(["draft", "reviewed", "translated"]);
});
