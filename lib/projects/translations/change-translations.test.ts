import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import {
  accounts,
  comments,
  documents,
  events,
  memoryUnits,
  progressCounters,
  projectLanguages,
  projects,
  qaIssues,
  segments,
  translationChanges,
  translationRevisions,
  translations,
} from "@/db/schema";
import { runs } from "@/e2e/long";
import { runJobs } from "@/e2e/projects";
import { newId } from "@/lib/base/ids";
import { operatorOf } from "@/lib/identity/accounts/accounts";
import type { Caller } from "@/lib/identity/auth/caller";
import { sendBulk } from "@/lib/projects/bulk/send";
import { changeProject } from "@/lib/projects/change/change-project";
import { COUNTERS, recountDocuments } from "@/lib/projects/progress/counters";
import { createComment, patchComment } from "@/lib/projects/segments/comments";
import { setIgnored } from "@/lib/projects/segments/qa-issues";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { CreateCommentBody } from "@/lib/schemas/comments";
import { contextHash, sourceHash } from "@/lib/translation/memory/hash";
import type { TranslationState } from "@/lib/vocabulary/segments";
import { type Actor, SYSTEM } from "@/lib/work/events/actor";
import { type Change, type ChangeOptions, changeTranslations } from "./change-translations";

const PERSON: Actor = { type: "user", id: null };
const LANGUAGES = ["es", "ca"] as const;
const accountId = newId("account");

let caller: Caller;

beforeAll(async () => {
  await db().insert(accounts).values({ id: accountId, name: "Changes", tier: "free" });
  caller = await operatorOf(accountId);
});

describe("changing translations", () => {
  test("changing text and state creates a revision with its author, and an empty change creates no revision", async () => {
    const { projectId, ids } = await makeProject(["One house."]);
    await change(projectId, "es", [{ segmentId: ids[0]!, text: "Una casa.", state: "translated" }]);
    const [again] = await change(projectId, "es", [{ segmentId: ids[0]!, text: "Una casa." }]);
    expect(again).toMatchObject({
      text: "Una casa.",
      state: "translated",
      revision: 1,
      origin: "human",
      edited: false,
    });
    const revisions = await db().select().from(translationRevisions).where(eq(translationRevisions.segmentId, ids[0]!));
    expect(revisions).toHaveLength(1);
    expect(revisions[0]).toMatchObject({ revision: 1, text: "Una casa.", state: "translated", actorType: "user" });
  });

  test("changing a reviewed text sends it back to review and keeps its approved revision", async () => {
    const { projectId, ids } = await makeProject(["One house."]);
    await change(projectId, "es", [{ segmentId: ids[0]!, text: "Una casa.", state: "reviewed" }]);
    const [edited] = await change(projectId, "es", [{ segmentId: ids[0]!, text: "La casa." }]);
    expect(edited).toMatchObject({ state: "translated", revision: 2, approvedRevision: 1 });
  });

  test("changing a machine draft marks it as edited if a person changes it", async () => {
    const { projectId, ids } = await makeProject(["One house."]);
    await change(projectId, "es", [
      {
        segmentId: ids[0]!,
        text: "Una casas.",
        state: "draft",
        origin: { type: "mt", detail: { engine: "apertium" } },
      },
    ]);
    const [edited] = await change(projectId, "es", [{ segmentId: ids[0]!, text: "Una casa." }]);
    expect(edited).toMatchObject({ origin: "mt", edited: true, state: "draft" });
  });

  test("a change based on an outdated revision is refused, and the error contains the current text", async () => {
    const { projectId, ids } = await makeProject(["One house."]);
    await change(projectId, "es", [{ segmentId: ids[0]!, text: "Una casa.", expectedRevision: 0 }]);
    await expect(
      change(projectId, "es", [{ segmentId: ids[0]!, text: "Casa.", expectedRevision: 0 }]),
    ).rejects.toMatchObject({
      code: "precondition_failed",
      details: { current: { revision: 1, text: "Una casa." } },
    });
  });

  test("a text that lacks a required code has a QA error and can't be approved", async () => {
    const { projectId, ids } = await makeProject(["Click <g1>here</g1> now."]);
    const [drafted] = await change(projectId, "es", [{ segmentId: ids[0]!, text: "Haga clic aquí ahora." }]);
    expect(drafted!.qaErrors).toBeGreaterThan(0);
    expect(await db().select().from(qaIssues).where(eq(qaIssues.segmentId, ids[0]!))).not.toHaveLength(0);
    await expect(
      change(projectId, "es", [{ segmentId: ids[0]!, state: "reviewed" }], { onErrors: "refuse" }),
    ).rejects.toMatchObject({ code: "conflict", details: { reason: "qa_errors" } });
    const [mended] = await change(
      projectId,
      "es",
      [{ segmentId: ids[0]!, text: "Haga clic <g1>aquí</g1> ahora.", state: "reviewed" }],
      { onErrors: "refuse" },
    );
    expect(mended).toMatchObject({ state: "reviewed", qaErrors: 0 });
  });

  test("changing a text in one language doesn't affect the QA issues of other languages", async () => {
    const { projectId, ids } = await makeProject(["Wait {name}."]);
    const [segmentId = ""] = ids;
    const findings = async () =>
      db()
        .select({ id: qaIssues.id, language: qaIssues.language })
        .from(qaIssues)
        .where(and(eq(qaIssues.segmentId, segmentId), eq(qaIssues.checkId, "placeholder.missing")))
        .orderBy(qaIssues.language);
    for (const language of LANGUAGES) await change(projectId, language, [{ segmentId, text: "Espere." }]);
    const before = await findings();
    expect(before.map(({ language }) => language)).toEqual(["ca", "es"]);
    await change(projectId, "es", [{ segmentId, text: "Espere ya." }]);
    expect(await findings()).toEqual(before);
    await change(projectId, "es", [{ segmentId, text: "Espere {name}." }]);
    expect(await findings()).toEqual(before.filter(({ language }) => language === "ca"));
  });

  test("a change of several texts saves only the reviewed texts in the memory", async () => {
    const { projectId, ids } = await makeProject(["One house.", "Two houses."]);
    await change(projectId, "es", [
      { segmentId: ids[0]!, text: "Una casa.", state: "draft" },
      { segmentId: ids[1]!, text: "Dos casas.", state: "reviewed" },
    ]);
    const fed = await db().select().from(memoryUnits).where(eq(memoryUnits.projectId, projectId));
    expect(fed.map(({ source, target }) => [source, target])).toEqual([["Two houses.", "Dos casas."]]);
  });

  test("a machine draft keeps its quality score and origin when it is confirmed, and loses the score when it is edited", async () => {
    const { projectId, ids } = await makeProject(["One house."]);
    const [segmentId = ""] = ids;
    const origin = { type: "mt" as const, detail: { engine: "apertium" } };
    await change(projectId, "es", [{ segmentId, text: "Una casas.", state: "draft", origin, qualityScore: 70 }]);
    const [confirmed] = await change(projectId, "es", [{ segmentId, state: "translated" }]);
    expect(confirmed).toMatchObject({ qualityScore: 70, originDetail: { engine: "apertium" }, edited: false });
    const [edited] = await change(projectId, "es", [{ segmentId, text: "Una casa." }]);
    expect(edited).toMatchObject({ qualityScore: null, originDetail: { engine: "apertium" } });
    const [cleared] = await change(projectId, "es", [{ segmentId, text: null }]);
    expect(cleared).toMatchObject({
      text: null,
      state: "untranslated",
      origin: null,
      originDetail: null,
      edited: false,
    });
  });

  test("an outdated text stays outdated until a person confirms it", async () => {
    const { projectId, ids } = await makeProject(["One house."]);
    const [segmentId = ""] = ids;
    await change(projectId, "es", [{ segmentId, text: "Una casa.", state: "draft", outdated: true }]);
    expect(await change(projectId, "es", [{ segmentId, text: "La casa." }])).toMatchObject([{ outdated: true }]);
    expect(await change(projectId, "es", [{ segmentId, state: "needs_work" }])).toMatchObject([{ outdated: true }]);
    expect(await change(projectId, "es", [{ segmentId, state: "translated" }])).toMatchObject([{ outdated: false }]);
  });

  test("a change that would confirm a text with errors saves a draft instead, if the request asks for that", async () => {
    const { projectId, ids } = await makeProject(["Click <g1>here</g1> now.", "One house."]);
    const [faulty = "", fine = ""] = ids;
    const changes = [
      { segmentId: faulty, text: "Haga clic ahora.", state: "reviewed" as const },
      { segmentId: fine, text: "Una casa.", state: "reviewed" as const },
    ];
    const rows = await change(projectId, "es", changes, { onErrors: "draft" });
    expect(
      new Map(rows.map((row) => [row.segmentId, [row.state, row.approvedRevision, row.reviewedAt !== null]])),
    ).toEqual(
      new Map([
        [faulty, ["draft", null, false]],
        [fine, ["reviewed", 1, true]],
      ]),
    );
  });

  test("a person's change is recorded with its author for an event, and a job reports its own events", async () => {
    const { projectId, ids } = await makeProject(["One house."]);
    const [segmentId = ""] = ids;
    const reported = async () => {
      const rows = await db()
        .select({ type: translationChanges.type })
        .from(translationChanges)
        .where(eq(translationChanges.projectId, projectId));
      return rows.map(({ type }) => type).sort();
    };
    await db().transaction((tx) =>
      changeProject(tx, { accountId, projectId, actor: SYSTEM }, (changing) =>
        changeTranslations(changing, "es", [{ segmentId, text: "Una.", state: "draft" }]),
      ),
    );
    expect(await reported()).toEqual([]);
    await change(projectId, "es", [{ segmentId, text: "Una casa." }]);
    expect(await reported()).toEqual(["translations.updated"]);
    await change(projectId, "es", [{ segmentId, state: "reviewed" }]);
    expect(await reported()).toEqual(["translations.reviewed", "translations.updated"]);
    await change(projectId, "es", [{ segmentId, state: "needs_work" }]);
    expect(await reported()).toEqual(["translations.reviewed", "translations.sent_back", "translations.updated"]);
    await change(projectId, "es", [{ segmentId, text: "Una sola casa.", origin: { type: "import" } }]);
    expect(await reported()).toContain("translations.imported");
  });

  test("changing a segment of another account or project is refused as not found", async () => {
    const { projectId } = await makeProject(["One house."]);
    const other = await makeProject(["Another house."]);
    await expect(change(projectId, "es", [{ segmentId: other.ids[0]!, text: "x" }])).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("project status after changing translations", () => {
  test("a project's status changes with the states of its translations, with one event per change of status", async () => {
    const { projectId, ids } = await makeProject(["One.", "Two."], { start: true });
    const all = async (state: TranslationState) => {
      for (const language of LANGUAGES)
        await change(
          projectId,
          language,
          ids.map((segmentId) => ({ segmentId, text: "Uno.", state })),
        );
    };
    expect(await statusOf(projectId)).toBe("in_progress");
    await all("draft");
    expect(await statusOf(projectId)).toBe("in_review");
    await all("reviewed");
    expect(await statusOf(projectId)).toBe("completed");
    await change(projectId, "es", [{ segmentId: ids[0]!, text: "Un." }]);
    expect(await statusOf(projectId)).toBe("in_review");
    const reported = await db().select({ type: events.type }).from(events).where(eq(events.projectId, projectId));
    const ofProject = reported.map(({ type }) => type).filter((type) => /^project\.[a-z_]+$/.test(type));
    expect(ofProject).toEqual([
      "project.status_changed",
      "project.status_changed",
      "project.completed",
      "project.reopened",
    ]);
  });
});

describe("project memory after changing translations", () => {
  test("the project's memory contains reviewed texts, and texts that are no longer reviewed are removed from it", async () => {
    const { projectId, ids } = await makeProject(["A sentence for the memory."]);
    const units = () => db().select().from(memoryUnits).where(eq(memoryUnits.segmentId, ids[0]!));
    await change(projectId, "es", [{ segmentId: ids[0]!, text: "Una frase.", state: "translated" }]);
    expect(await units()).toHaveLength(0);
    await change(projectId, "es", [{ segmentId: ids[0]!, state: "reviewed" }]);
    expect(await units()).toMatchObject([{ target: "Una frase.", targetLanguage: "es", reviewed: true }]);
    await change(projectId, "es", [{ segmentId: ids[0]!, state: "needs_work" }]);
    expect(await units()).toHaveLength(0);
  });
});

test("progress counters equal a full recount after thousands of random changes", async () => {
  const sources = Array.from({ length: 60 }, (_, i) => `Sentence ${i} has <g1>${"word ".repeat(i % 7)}</g1> in it.`);
  const { projectId, ids, documentIds } = await makeProject(sources, { documents: 3, start: true });
  const random = seeded(20_261_121);
  const states: TranslationState[] = ["draft", "needs_work", "translated", "reviewed"];
  for (let round = 0; round < runs(250); round++) {
    const language = LANGUAGES[random(2)]!;
    const changes = new Map<string, Change>();
    for (let i = 0; i < 40; i++) {
      const segmentId = ids[random(ids.length)]!;
      const text = random(6) === 0 ? null : `Frase ${random(50)}${random(2) ? " <g1>una</g1>" : ""}.`;
      changes.set(segmentId, {
        segmentId,
        ...(random(3) === 0 ? {} : { text }),
        ...(random(2) ? { state: states[random(4)]! } : {}),
        ...(random(3) ? {} : { origin: { type: (["mt", "tm", "repetition"] as const)[random(3)]! } }),
        ...(random(5) ? {} : { outdated: random(2) === 0 }),
      });
    }
    await change(projectId, language, [...changes.values()]);
    if (round % 5 === 0) await changeAround(projectId, language, ids, random);
  }
  const kept = await countersOf(projectId);
  await db().transaction((tx) =>
    changeProject(tx, { accountId, projectId, actor: PERSON }, (changing) => recountDocuments(changing, documentIds)),
  );
  expect(kept).toEqual(await countersOf(projectId));
  // The test must have used all counters.
  for (const counter of ["sExcluded", "sQaError", "sQaWarning", "sOpenComment", "sOutdated", "wMachine"] as const)
    expect(
      kept.some((row) => row[counter] > 0),
      counter,
    ).toBe(true);
  for (const row of kept)
    expect(row.sUntranslated + row.sDraft + row.sNeedsWork + row.sTranslated + row.sReviewed + row.sExcluded).toBe(20);
});

/**
 * Changes other than of texts that counters depend on: excluding and including segments, ignoring findings, opening and
 * resolving issues.
 */
async function changeAround(
  projectId: string,
  language: string,
  ids: readonly string[],
  random: (n: number) => number,
) {
  const type = random(3) ? ("exclude" as const) : ("include" as const);
  // A fifth of the segments, selected by a digit in their source.
  const body = BulkBody.parse({ language, filter: { q: `${random(10)} has` }, action: { type } });
  await db().transaction((tx) => sendBulk(caller, projectId, body, tx));
  await runJobs(caller);
  const findings = await db()
    .select({ id: qaIssues.id, status: qaIssues.status })
    .from(qaIssues)
    .where(and(eq(qaIssues.projectId, projectId), eq(qaIssues.language, language)))
    .orderBy(qaIssues.segmentId, qaIssues.fingerprint);
  for (let i = 0; i < Math.min(4, findings.length); i++) {
    const { id, status } = findings[random(findings.length)]!;
    await db().transaction((tx) => setIgnored(caller, id, status === "open", "As it should be.", tx));
  }
  const raised = await db().select({ id: comments.id }).from(comments).where(eq(comments.projectId, projectId));
  for (let i = 0; i < 3; i++) {
    const segmentId = ids[random(ids.length)]!;
    const remark = CreateCommentBody.parse({ segmentId, language, kind: "issue", issueType: "question", body: "Why?" });
    await db().transaction((tx) => createComment(caller, projectId, remark, tx));
    const { id } = raised[random(Math.max(1, raised.length))] ?? {};
    if (id) await patchComment(caller, projectId, id, { resolved: random(3) > 0 });
  }
}

async function change(
  projectId: string,
  language: string,
  changes: readonly Change[],
  options: Pick<ChangeOptions, "onErrors"> = {},
) {
  return db().transaction((tx) =>
    changeProject(tx, { accountId, projectId, actor: PERSON }, (changing) =>
      changeTranslations(changing, language, changes, options),
    ),
  );
}

async function statusOf(projectId: string) {
  const [row] = await db().select({ status: projects.status }).from(projects).where(eq(projects.id, projectId));
  return row?.status;
}

function countersOf(projectId: string) {
  return db()
    .select(Object.fromEntries(COUNTERS.map((counter) => [counter, progressCounters[counter]])) as never)
    .from(progressCounters)
    .where(eq(progressCounters.projectId, projectId))
    .orderBy(progressCounters.documentId, progressCounters.language) as Promise<
    Record<(typeof COUNTERS)[number], number>[]
  >;
}

async function makeProject(
  sources: readonly string[],
  options: { readonly documents?: number; readonly start?: boolean } = {},
) {
  const projectId = newId("project");
  const count = options.documents ?? 1;
  const documentIds = Array.from({ length: count }, () => newId("document"));
  const rows = sources.map((source, i) => ({
    id: newId("segment"),
    accountId,
    projectId,
    documentId: documentIds[i % count]!,
    key: String(i),
    position: Math.floor(i / count),
    source,
    codes: source.includes("<g1>") ? [{ id: 1, kind: "format" as const }] : [],
    sourceHash: sourceHash(source),
    contextHash: contextHash(null, null, String(i)),
    wordCount: source.split(" ").length,
    charCount: source.length,
  }));
  await db().transaction(async (tx) => {
    await tx
      .insert(projects)
      .values({ id: projectId, accountId, name: "P", sourceLanguage: "en", workflow: "mt_review" });
    await tx
      .insert(projectLanguages)
      .values(LANGUAGES.map((language, position) => ({ projectId, accountId, language, position })));
    await linkMemory(tx, projectId);
    await tx
      .insert(documents)
      .values(
        documentIds.map((id) => ({ id, accountId, projectId, path: `${id}.txt`, format: "txt", currentVersion: 1 })),
      );
    await tx.insert(segments).values(rows);
    await tx
      .insert(translations)
      .values(
        rows.flatMap(({ id, documentId }) =>
          LANGUAGES.map((language) => ({ segmentId: id, language, accountId, projectId, documentId })),
        ),
      );
    await changeProject(tx, { accountId, projectId, actor: PERSON }, async (changing) => {
      await recountDocuments(changing, documentIds);
      if (options.start) changing.start();
    });
  });
  return { projectId, documentIds, ids: rows.map(({ id }) => id) };
}

async function linkMemory(tx: Parameters<Parameters<ReturnType<typeof db>["transaction"]>[0]>[0], projectId: string) {
  const memoryId = newId("memory");
  await tx.execute(sql`insert into memories (id, account_id, name, source_language)
    values (${memoryId}, ${accountId}, ${randomBytes(4).toString("hex")}, 'en')`);
  await tx.execute(sql`insert into project_memories (project_id, memory_id, account_id, can_write)
    values (${projectId}, ${memoryId}, ${accountId}, true)`);
}

/** Pseudo-random numbers below `n`, the same in every run (a linear congruential generator, Numerical Recipes). */
function seeded(seed: number) {
  let state = seed >>> 0;
  return (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}
