import { and, asc, eq, isNull } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { events, jobs, segmentSuggestions, segments } from "@/db/schema";
import { FORMAT_DOCUMENTS, readableHere } from "@/e2e/api/format-documents";
import { addDocument, claimOf, newProject, runJobs, textsOf, WORKER } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { sendUndo } from "@/lib/projects/bulk/send";
import { changeProject } from "@/lib/projects/change/change-project";
import { createDocument } from "@/lib/projects/documents/create-document";
import { replaceContent } from "@/lib/projects/documents/replace-content";
import { getProject } from "@/lib/projects/project-view";
import { findMatches } from "@/lib/projects/segments/matches";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { serialize, tokenize } from "@/lib/text/segment";
import { SYSTEM } from "@/lib/work/events/actor";
import { endJob } from "@/lib/work/jobs/queue";
import { sendTargetImport, targetImportJob } from "./import-target";
import { writeTarget } from "./target";

afterAll(closeSandbox);

/** A workflow without machine translation, so that only imported texts are stored. */
const BY_HAND = { workflow: "human" };

type Mode = Parameters<typeof sendTargetImport>[2]["mode"];

/** Imports a translated file and returns the counts in its job's result. */
async function bringBack(caller: Caller, documentId: string, file: string | Uint8Array, mode: Mode = "translated") {
  const jobId = await sendTargetImport(caller, documentId, { language: "es", mode }, Buffer.from(file as string));
  await runJobs(caller);
  const [job] = await db().select().from(jobs).where(eq(jobs.id, jobId));
  expect(job).toMatchObject({ state: "succeeded", error: null });
  return job!.result;
}

async function change(caller: Caller, projectId: string, changes: readonly Change[]): Promise<void> {
  await db().transaction((tx) =>
    changeProject(tx, { accountId: caller.accountId, projectId, actor: SYSTEM }, (changing) =>
      changeTranslations(changing, "es", changes),
    ),
  );
}

const shown = async (documentId: string) => (await textsOf(documentId)).map(({ text, state }) => [text, state]);

async function newDocument(name: string, content: string) {
  const { caller, project } = await newProject(BY_HAND);
  const { id } = await addDocument(caller, project.id, name, content);
  await runJobs(caller);
  return { caller, project, id };
}

/** A pseudo-translation that keeps codes and changes words. */
function pseudo(text: string): string {
  return serialize(
    tokenize(text).map((token) => (token.type === "text" ? { ...token, text: token.text.toUpperCase() } : token)),
  );
}

describe("importing a translated document", () => {
  const alignable = readableHere(Object.keys(FORMAT_DOCUMENTS)).filter((id) => !["xlsx", "pdf", "image"].includes(id));

  test.each(alignable)("each text of a translated %s document is matched to its segment", async (id) => {
    const { name, bytes } = FORMAT_DOCUMENTS[id]!;
    const { caller, project } = await newProject(BY_HAND);
    const add = (path: string) =>
      db().transaction((tx) =>
        createDocument(
          caller,
          project.id,
          { file: { fileName: name, bytes: Buffer.from(bytes) }, fields: { path }, body: undefined },
          tx,
        ),
      );
    const [first, second] = [await add(`a/${name}`), await add(`b/${name}`)];
    await runJobs(caller);
    const live = await db()
      .select()
      .from(segments)
      .where(and(eq(segments.documentId, first.id), isNull(segments.removedIn)))
      .orderBy(asc(segments.position));
    await change(
      caller,
      project.id,
      live.map((one) => ({ segmentId: one.id, text: pseudo(one.source), state: "translated" })),
    );
    const options = { minState: "draft", fallback: ["source"], outdated: "skip" } as const;
    const written = await writeTarget(caller.accountId, first.id, "es", options);
    const result = await bringBack(caller, second.id, written.bytes);
    // No segment contains a plural form that only the target language has.
    expect(result).toMatchObject({ accepted: live.length, unchanged: 0, conflicts: 0 });
    expect((await textsOf(second.id)).map(({ text }) => text)).toEqual(live.map(({ source }) => pseudo(source)));
  });

  test("importing a translated document keeps reviewed texts, and counts equal texts and texts without a segment", async () => {
    const { caller, project, id } = await newDocument(
      "en.json",
      JSON.stringify({ a: "The house", b: "The car", c: "Hello {{name}}", d: "OK then" }),
    );
    const [first, second] = await textsOf(id);
    await change(caller, project.id, [
      { segmentId: first!.id, text: "La casa", state: "reviewed" },
      { segmentId: second!.id, text: "El coche", state: "translated" },
    ]);
    const file = { d: "OK then", c: "Hola {{name}}", b: "El coche", a: "El hogar", e: "Nuevo texto" };
    expect(await bringBack(caller, id, JSON.stringify(file))).toEqual({
      accepted: 2,
      unchanged: 1,
      replaced: 0,
      kept: 0,
      conflicts: 1,
      notFound: 1,
      notUnderstood: 0,
      values: 5,
    });
    expect(await shown(id)).toEqual([
      ["La casa", "reviewed"],
      ["El coche", "translated"],
      ["Hola <x1/>", "translated"],
      ["OK then", "translated"],
    ]);
  });

  test("importing translated Markdown matches inline codes by their order", async () => {
    const { caller, id } = await newDocument("a.md", "See [here](/a) and [there](/b).\n\nThe **red** car.\n");
    const file = "Vea [aquí](/a) y [allí](/b).\n\nEl coche **rojo**.\n";
    expect(await bringBack(caller, id, file)).toMatchObject({ accepted: 2 });
    expect(await shown(id)).toEqual([
      ["Vea <g1>aquí</g1> y <g2>allí</g2>.", "translated"],
      ["El coche <g1>rojo</g1>.", "translated"],
    ]);
    expect(await bringBack(caller, id, file.replace("rojo", "azul"), "draft")).toMatchObject({ accepted: 1 });
    expect((await shown(id))[1]).toEqual(["El coche <g1>azul</g1>.", "draft"]);
  });

  test("importing a translated PO file works whether its msgids are keys or source texts", async () => {
    const po = (language: string, entries: [string, string][]) =>
      `msgid ""\nmsgstr "Language: ${language}\\nContent-Type: text/plain; charset=UTF-8\\n"\n${entries
        .map(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`)
        .join("")}`;
    const named = await newDocument("en.po", po("en", [["home.title", "The house of %s"]]));
    const title = "La casa de %s";
    expect(await bringBack(named.caller, named.id, po("es", [["home.title", title]]))).toMatchObject({ accepted: 1 });
    expect(await shown(named.id)).toEqual([["La casa de <x1/>", "translated"]]);
    const plain = await newDocument("a.pot", po("", [["The house", ""]]));
    expect(await bringBack(plain.caller, plain.id, po("es", [["The house", "La casa"]]))).toMatchObject({
      accepted: 1,
    });
    expect(await shown(plain.id)).toEqual([["La casa", "translated"]]);
  });

  test("a translated document can be imported as a list of segments", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const sent = await addDocument(caller, project.id, "texts", { segments: [{ key: "a", source: "Fish & chips" }] });
    await runJobs(caller);
    const file = JSON.stringify({
      segments: [
        { key: "a", target: "Pescado & patatas" },
        { key: "b", target: "x" },
      ],
    });
    expect(await bringBack(caller, sent.id, file)).toMatchObject({ accepted: 1, notFound: 1, values: 2 });
    expect((await shown(sent.id))[0]).toEqual(["Pescado &amp; patatas", "translated"]);
  });

  test("importing a translation of a different document is refused and changes nothing", async () => {
    const { caller, id } = await newDocument("a.txt", "The house.\nThe car.\n");
    const send = (file: string) =>
      sendTargetImport(caller, id, { language: "es", mode: "translated" }, Buffer.from(file));
    await expect(send("La casa.\n")).rejects.toThrow(
      expect.objectContaining({
        code: "unreadable_file",
        message: expect.stringContaining("The file has 1 segment, the document has 2 segments"),
        details: { reason: "structure_differs", segments: 2, found: 1 },
      }),
    );
    const json = await newDocument("en.json", '{"a":"The house"}');
    await expect(
      sendTargetImport(json.caller, json.id, { language: "es", mode: "draft" }, Buffer.from('{"a":')),
    ).rejects.toThrow(expect.objectContaining({ code: "unreadable_file" }));
    expect(await shown(id)).toEqual([
      [null, "untranslated"],
      [null, "untranslated"],
    ]);
  });
});

describe("importing suggestions", () => {
  const suggested = async (caller: Caller, documentId: string, index = 0) => {
    const { id } = (await textsOf(documentId))[index]!;
    const { matches } = await findMatches(caller, id, "es");
    return matches.filter(({ origin }) => origin === "suggestion");
  };

  test("imported suggestions don't change texts, and are listed as matches until they are used", async () => {
    const { caller, project, id } = await newDocument("en.json", '{"a":"The house","b":"The car"}');
    expect(await bringBack(caller, id, '{"a":"La casa","b":"El coche"}', "suggest")).toMatchObject({
      accepted: 2,
      values: 2,
    });
    expect(await bringBack(caller, id, '{"a":"El hogar","b":"El coche"}', "suggest")).toMatchObject({
      accepted: 1,
      unchanged: 1,
    });
    expect(await shown(id)).toEqual([
      [null, "untranslated"],
      [null, "untranslated"],
    ]);
    expect(await suggested(caller, id)).toMatchObject([
      { target: "El hogar", source: "The house", match: 100, memoryName: null, reviewed: false },
      { target: "La casa" },
    ]);
    const [first] = await textsOf(id);
    await change(caller, project.id, [{ segmentId: first!.id, text: "El hogar", state: "reviewed" }]);
    expect((await suggested(caller, id)).map(({ target }) => target)).toEqual(["La casa"]);
  });

  test("a segment keeps only its newest twenty imported suggestions", async () => {
    const { caller, id } = await newDocument("en.json", '{"a":"The house"}');
    for (let i = 1; i <= 22; i++) await bringBack(caller, id, JSON.stringify({ a: `La casa ${i}` }), "suggest");
    const kept = await db().select().from(segmentSuggestions).where(eq(segmentSuggestions.accountId, caller.accountId));
    expect(kept.map(({ text }) => Number(text.split(" ").at(-1))).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 3),
    );
  });

  test("imported suggestions are deleted when their segment is deleted, its source changes or the import is undone", async () => {
    const { caller, id } = await newDocument("en.json", '{"a":"The house","b":"The car","c":"The tree"}');
    const file = Buffer.from('{"a":"La casa","b":"El coche","c":"El árbol"}');
    const jobId = await sendTargetImport(caller, id, { language: "es", mode: "suggest" }, file);
    await runJobs(caller);
    const next = Buffer.from('{"a":"The big house","c":"The tree"}');
    await replaceContent(
      caller,
      id,
      { file: { fileName: "en.json", bytes: next }, body: undefined },
      { onChange: "needs_work" },
    );
    await runJobs(caller);
    expect(await suggested(caller, id, 0)).toEqual([]);
    expect(await suggested(caller, id, 1)).toMatchObject([{ target: "El árbol" }]);
    const rows = () => db().select().from(segmentSuggestions).where(eq(segmentSuggestions.accountId, caller.accountId));
    expect((await rows()).map(({ text }) => text).sort()).toEqual(["El árbol", "La casa"]);
    await db().transaction((tx) => sendUndo(caller, jobId, tx));
    await runJobs(caller);
    expect(await rows()).toEqual([]);
  });
});

describe("importing an exported XLIFF file", () => {
  const GIVEN = { minState: "draft", fallback: ["source"], outdated: "skip", kind: "xliff" } as const;
  const give = async (caller: Caller, id: string) =>
    Buffer.from((await writeTarget(caller.accountId, id, "es", GIVEN)).bytes).toString();
  /** Simulates a program that writes a target and its state. */
  const work = (file: string, source: string, target: string, state: string) =>
    file.replace(
      new RegExp(`state="\\w+">\\s*<source>${source}</source>(\\s*<target>[^<]*</target>)?`),
      `state="${state}"><source>${source}</source><target>${target}</target>`,
    );

  test("an XLIFF file exported from an earlier version is imported by matching its texts to the new document version", async () => {
    const { caller, id } = await newDocument("a.txt", "The house.\nThe car.\nThe tree.\n");
    let file = await give(caller, id);
    for (const [source, target] of [
      ["The house.", "La casa."],
      ["The car.", "El coche."],
      ["The tree.", "El árbol."],
    ] as const)
      file = work(file, source, target, "translated");
    const next = { body: { content: "A title.\nThe tree.\nThe house.\n" }, file: null };
    await replaceContent(caller, id, next, { onChange: "needs_work" });
    await runJobs(caller);
    expect(await bringBack(caller, id, file)).toMatchObject({ accepted: 2, notFound: 1, values: 3 });
    expect(await shown(id)).toEqual([
      [null, "untranslated"],
      ["El árbol.", "translated"],
      ["La casa.", "translated"],
    ]);
  });

  test("importing an XLIFF file saves a text with errors as a draft and never confirms or approves it", async () => {
    const { caller, id } = await newDocument("a.txt", "Hello {name}.\nThe car.\n");
    const sent = work(await give(caller, id), "The car.", "El coche.", "final");
    const file = sent.replace(
      /(<source>Hello .*?<\/source>)(\s*<target>[^<]*<\/target>)?/s,
      "$1<target>Hola.</target>",
    );
    expect(file).not.toBe(sent);
    const finished = file.replaceAll('state="initial"', 'state="final"');
    const result = await bringBack(caller, id, finished);
    expect(result).toMatchObject({ accepted: 2 });
    const states = [
      ["Hola.", "draft"],
      ["El coche.", "reviewed"],
    ];
    expect(await shown(id)).toEqual(states);
    expect(await bringBack(caller, id, finished)).toMatchObject({ accepted: 0 });
    expect(await shown(id)).toEqual(states);
  });

  test("importing an XLIFF file exported from another document is refused", async () => {
    const { caller, id } = await newDocument("a.txt", "The house.\n");
    const other = await newDocument("b.txt", "The car.\n");
    const sent = Buffer.from(work(await give(other.caller, other.id), "The car.", "El coche.", "translated"));
    await expect(sendTargetImport(caller, id, { language: "es", mode: "translated" }, sent)).rejects.toMatchObject({
      code: "unreadable_file",
    });
  });

  test("importing an XLIFF file confirms and approves texts by their states if its sender's role allows it", async () => {
    const { caller, project, id } = await newDocument("a.txt", "One.\nTwo.\nThree.\nFour.\n");
    const before = await textsOf(id);
    const texts = ["Uno.", "Dos.", "Tres.", "Cuatro."];
    await change(
      caller,
      project.id,
      before.map((one, i) => ({ segmentId: one.id, text: texts[i]!, state: "draft" })),
    );
    const given = await give(caller, id);
    let file = work(given, "One.", "Uno.", "translated");
    file = work(file, "Two.", "Dos.", "final");
    file = work(file, "Three.", "Tres, tres.", "reviewed");
    expect(await bringBack(caller, id, file, "draft")).toMatchObject({ replaced: 1, unchanged: 3 });
    const translator: Caller = { ...caller, role: "translator" };
    expect(await bringBack(translator, id, file)).toMatchObject({ accepted: 3, unchanged: 1 });
    expect(await shown(id)).toEqual([
      ["Uno.", "translated"],
      ["Dos.", "translated"],
      ["Tres, tres.", "translated"],
      ["Cuatro.", "draft"],
    ]);
    expect(await bringBack(caller, id, file)).toMatchObject({ accepted: 2, unchanged: 2 });
    expect((await shown(id)).map(([, state]) => state)).toEqual(["translated", "reviewed", "reviewed", "draft"]);
  });
});

describe("importing translations of an XLIFF document", () => {
  const xliff = (target: string) =>
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="es"><file id="f"><unit id="u1"><segment><source>The house</source>${target}</segment></unit></file></xliff>`;

  test("an XLIFF document accepts its translated XLIFF and the XLIFF file exported for translators", async () => {
    const { caller, id } = await newDocument("a.xlf", xliff(""));
    expect(await bringBack(caller, id, xliff("<target>La casa</target>"))).toMatchObject({ accepted: 1 });
    const options = { minState: "draft", fallback: ["source"], outdated: "skip", kind: "xliff" } as const;
    const { bytes } = await writeTarget(caller.accountId, id, "es", options);
    const worked = Buffer.from(bytes).toString().replace("La casa</target>", "El hogar</target>");
    expect(await bringBack(caller, id, worked)).toMatchObject({ accepted: 1 });
    expect(await shown(id)).toEqual([["El hogar", "translated"]]);
  });

  test("importing an XLIFF document without translations into the requested language changes nothing", async () => {
    const { caller, id } = await newDocument("a.xlf", xliff("<target>La casa</target>"));
    const before = await shown(id);
    expect(await bringBack(caller, id, xliff(""))).toMatchObject({ accepted: 0 });
    expect(await shown(id)).toEqual(before);
  });
});

describe("refusing an import", () => {
  const send = (caller: Caller, id: string, file: string, mode: Mode = "translated") =>
    sendTargetImport(caller, id, { language: "es", mode }, Buffer.from(file));

  test("translations of a document whose import hasn't finished are refused", async () => {
    const { caller, project } = await newProject(BY_HAND);
    const { id } = await addDocument(caller, project.id, "en.json", '{"a":"House"}');
    await expect(send(caller, id, '{"a":"Casa"}')).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "document_not_ready" },
    });
  });

  test("a translated spreadsheet is refused, because spreadsheet programs change the order of its texts", async () => {
    const { name, bytes } = FORMAT_DOCUMENTS.xlsx!;
    const { caller, project } = await newProject(BY_HAND);
    const upload = { body: undefined, fields: { path: name }, file: { fileName: name, bytes: Buffer.from(bytes) } };
    const { id } = await db().transaction((tx) => createDocument(caller, project.id, upload as never, tx));
    await runJobs(caller);
    await expect(
      sendTargetImport(caller, id, { language: "es", mode: "draft" }, Buffer.from(bytes)),
    ).rejects.toMatchObject({ code: "unreadable_file", details: { reason: "not_alignable" } });
  });

  test("a damaged XLIFF file is refused rather than imported as plain text", async () => {
    const { caller, id } = await newDocument("en.txt", "House");
    const send = (fileName: string, text: string) =>
      sendTargetImport(caller, id, { language: "es", mode: "translated", fileName }, Buffer.from(text));
    await expect(send("es.xliff", "<nothing/>")).rejects.toMatchObject({
      code: "unreadable_file",
      details: { reason: "corrupt" },
    });
    await expect(send("es.txt", "Casa")).resolves.toMatch(/^job_/);
  });

  test("a failed import of translations creates an event in its project", async () => {
    const { caller, project, id } = await newDocument("en.json", '{"a":"House"}');
    const jobId = await send(caller, id, '{"a":"Casa"}');
    const job = await claimOf(jobId);
    const error = { code: "internal_error", message: "Something went wrong on our side." };
    await endJob(job, WORKER, { state: "failed", error }, (tx) =>
      targetImportJob.onFailure(job as never, error, tx, new Error()),
    );
    const [failed] = await db()
      .select()
      .from(events)
      .where(and(eq(events.projectId, project.id), eq(events.type, "job.failed")));
    expect(failed).toMatchObject({ data: { jobId, language: "es", error } });
  });
});

test("an imported file sets how the language code is spelled in the project's exported files", async () => {
  const { caller, project } = await newProject({ ...BY_HAND, targetLanguages: ["zh-Hans"] });
  const { id } = await addDocument(caller, project.id, "en.json", '{"a":"House"}');
  await runJobs(caller);
  const codes = async () => (await getProject(caller, project.id)).settings.languageCodes;
  const bring = (language: string) =>
    sendTargetImport(caller, id, { language, mode: "translated" }, Buffer.from('{"a":"房子"}'));
  await bring("zh-Hans");
  expect(await codes()).toEqual({});
  await bring("zh_CN");
  expect(await codes()).toEqual({ "zh-Hans": "zh_CN" });
  await bring("zh-SG");
  expect(await codes()).toEqual({ "zh-Hans": "zh_CN" });
});
