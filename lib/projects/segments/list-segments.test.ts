import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { PatchTranslationBody, SegmentCountsQuery, SegmentIdsQuery, SegmentsQuery } from "@/lib/schemas/segments";
import { countSegments } from "./count-segments";
import { editTranslation } from "./edit-translation";
import { getSegment, listSegmentIds, listSegments } from "./list-segments";

afterAll(closeSandbox);

const SOURCES = [
  "Tax & fees.",
  "You owe {amount} euros.",
  "Save",
  "A much longer sentence that says nothing new at all, but takes its time.",
  "Save",
  "Cancel the order.",
];

/** The segments by position in the document. */
const state: { caller: Caller; reviewer: Caller; projectId: string; ids: string[]; documentId: string } = {} as never;

beforeAll(async () => {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "fr"] });
  const segments = SOURCES.map((source, i) => ({ key: `k${i}`, source }));
  const document = await addDocument(caller, project.id, "texts.json", { segments });
  await addDocument(caller, project.id, "other.json", { segments: [{ key: "o", source: "Elsewhere" }] });
  await runJobs(caller);
  const ids = (await textsOf(document.id)).map(({ id }) => id);
  const reviewer = await newPerson({ accountId: caller.accountId, role: "reviewer" });
  Object.assign(state, { caller, reviewer, projectId: project.id, ids, documentId: document.id });
  await edit(caller, 0, { text: "Impuestos y tasas.", state: "translated" });
  await edit(reviewer, 0, { state: "reviewed" });
  await edit(caller, 1, { text: "Debe euros.", state: "draft" });
  await edit(caller, 3, { text: "Una frase.", state: "draft", origin: { type: "mt", engine: "apertium" } });
  await edit(reviewer, 5, { text: "Cancele el pedido.", state: "translated" });
});

async function edit(caller: Caller, index: number, body: Record<string, unknown>) {
  const { translation } = await getSegment(caller, state.ids[index]!, "es");
  await editTranslation(caller, state.ids[index]!, "es", translation.revision, PatchTranslationBody.parse(body));
}

const places = (ids: readonly string[]) => ids.map((id) => state.ids.indexOf(id));

async function chosen(filter: Record<string, string>): Promise<number[]> {
  const query = SegmentsQuery.parse({ language: "es", documentId: state.documentId, includeTotal: "true", ...filter });
  const { segments, total } = await listSegments(state.caller, state.projectId, query);
  expect(total).toBe(segments.length);
  const { includeTotal: _, limit: __, ...same } = query;
  const ids = await listSegmentIds(
    state.caller,
    state.projectId,
    SegmentIdsQuery.parse({ language: "es", documentId: state.documentId, sort: same.sort, ...filter }),
  );
  expect(ids).toEqual({ ids: segments.map(({ id }) => id), truncated: false });
  return places(segments.map(({ id }) => id));
}

test("counts in the segment list cover only segments that match the filter", async () => {
  const query = SegmentCountsQuery.parse({ language: "es", documentId: state.documentId, q: "order" });
  expect(await countSegments(state.caller, state.projectId, query)).toMatchObject({
    segments: { untranslated: 0, draft: 0, translated: 1, reviewed: 0 },
    qa: { errors: 0 },
  });
  const all = SegmentCountsQuery.parse({ language: "es", documentId: state.documentId });
  expect(await countSegments(state.caller, state.projectId, all)).toMatchObject({
    segments: { untranslated: 2, draft: 2, needsWork: 0, translated: 1, reviewed: 1 },
    qa: { errors: 1 },
    openIssues: 0,
    outdatedSegments: 0,
  });
});

test("a search finds placeholders as they are displayed, in texts and plural forms", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const message = (id: string) => `#, c-format\nmsgid "${id}"\nmsgstr ""\n`;
  const plural = `#, c-format\nmsgid "%d station"\nmsgid_plural "%d stations"\nmsgstr[0] ""\nmsgstr[1] ""\n`;
  const header = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n`;
  const file = [header, plural, message("Rent %s & <b>go</b>"), message("Rent %d bikes")].join("\n");
  await addDocument(caller, project.id, "messages.po", file);
  await runJobs(caller);
  const found = async (q: string) => {
    const { segments } = await listSegments(caller, project.id, SegmentsQuery.parse({ language: "es", q }));
    return segments.length;
  };
  expect(await found("%d STATION")).toBe(1);
  expect(await found("%d stations")).toBe(1);
  expect(await found("Rent %s & ")).toBe(1);
  expect(await found("Rent %d")).toBe(1);
  expect(await found("%S &")).toBe(1);
  // The notation of codes, such as their names, is not part of any text.
  expect(await found("placeholder")).toBe(0);
  expect(await found("Rent %s bikes")).toBe(0);
  expect(await found("<x1/>")).toBe(0);
  expect(await found("x1")).toBe(0);
});

describe("listing segments", () => {
  test.each([
    [{}, [0, 1, 2, 3, 4, 5]],
    [{ state: "reviewed" }, [0]],
    [{ state: "draft,translated" }, [1, 3, 5]],
    [{ origin: "mt" }, [3]],
    [{ origin: "human" }, [0, 1, 5]],
    [{ qa: "error" }, [1]],
    [{ qa: "none", state: "reviewed,translated" }, [0, 5]],
    [{ check: "placeholder.missing,number.extra" }, [1]],
    [{ check: "space.double" }, []],
    [{ repetition: "true" }, [2, 4]],
    [{ repetition: "false" }, [0, 1, 3, 5]],
    [{ excluded: "true" }, []],
    [{ outdated: "true" }, []],
    [{ comments: "open" }, []],
    [{ q: "save" }, [2, 4]],
    [{ q: "PEDIDO" }, [5]],
    [{ q: "tax & fees" }, [0]],
    [{ updatedSince: "2999-01-01T00:00:00Z" }, []],
    [{ updatedSince: "2000-01-01T00:00:00Z" }, [0, 1, 2, 3, 4, 5]],
  ] as const)("the segment list is filtered by %j", async (filter, expected) => {
    expect(await chosen(filter)).toEqual(expected);
  });

  test("the segment list can be filtered by last editor and approver", async () => {
    const { id } = { id: (state.reviewer as { userId?: string }).userId! };
    expect(await chosen({ changedBy: id })).toEqual([0, 5]);
    expect(await chosen({ reviewedBy: id })).toEqual([0]);
    expect(await chosen({ notReviewedBy: id })).toEqual([1, 2, 3, 4, 5]);
  });

  test("the segment list of one language contains no other languages", async () => {
    const query = SegmentsQuery.parse({ language: "fr", state: "untranslated", documentId: state.documentId });
    expect((await listSegments(state.caller, state.projectId, query)).segments).toHaveLength(SOURCES.length);
  });

  test("segments sorted by risk start with errors, followed by machine drafts and confirmed texts", async () => {
    const order = await chosen({ sort: "risk", state: "draft,translated,reviewed" });
    expect(order.slice(0, 2)).toEqual([1, 3]);
    expect(order).toHaveLength(4);
  });

  test("segments can be sorted by length, longest first, and by change, latest first", async () => {
    expect((await chosen({ sort: "length" })).slice(0, 3)).toEqual([3, 1, 5]);
    expect((await chosen({ sort: "-updatedAt" })).slice(0, 4)).toEqual([5, 3, 1, 0]);
  });

  test.each(["position", "risk", "-updatedAt", "length"])(
    "the pages of the segment list sorted by %s contain each segment once, whatever the page size",
    async (sort) => {
      const whole = await listSegments(state.caller, state.projectId, SegmentsQuery.parse({ language: "es", sort }));
      const paged: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = SegmentsQuery.parse({ language: "es", sort, limit: "2", ...(cursor ? { cursor } : {}) });
        const page = await listSegments(state.caller, state.projectId, query);
        paged.push(...page.segments.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(whole.segments.map(({ id }) => id));
      expect(new Set(paged).size).toBe(SOURCES.length + 1);
      const skipped = SegmentsQuery.parse({ language: "es", sort, offset: "3" });
      const rest = await listSegments(state.caller, state.projectId, skipped);
      expect(rest.segments.map(({ id }) => id)).toEqual(paged.slice(3));
      for (const offset of [0, paged.length - 1, paged.length, 1_000]) {
        const beyond = SegmentsQuery.parse({ language: "es", sort, offset: String(offset), limit: "1" });
        const found = await listSegments(state.caller, state.projectId, beyond);
        expect(found.segments.map(({ id }) => id)).toEqual(paged.slice(offset, offset + 1));
        expect(found.nextCursor !== null).toBe(offset + 1 < paged.length);
      }
    },
  );

  test("the segment list accepts a cursor or an offset, but not both", async () => {
    const first = await listSegments(
      state.caller,
      state.projectId,
      SegmentsQuery.parse({ language: "es", limit: "1" }),
    );
    const both = SegmentsQuery.parse({ language: "es", limit: "1", cursor: first.nextCursor, offset: "1" });
    await expect(listSegments(state.caller, state.projectId, both)).rejects.toMatchObject({
      code: "invalid_request",
      details: { errors: [{ path: "offset", code: "format" }] },
    });
  });

  test("the segment list can be limited to given segment ids", async () => {
    const ids = [state.ids[4], state.ids[1]].join(",");
    const { segments } = await listSegments(
      state.caller,
      state.projectId,
      SegmentsQuery.parse({ language: "es", ids }),
    );
    expect(places(segments.map(({ id }) => id))).toEqual([1, 4]);
  });
});

test("the database reads a page of segments by an index in document order, without sorting", async () => {
  const plan = await db().transaction(async (tx) => {
    // For a small table the planner would prefer to read it all, or to collect rows of another index and sort them.
    for (const method of ["seqscan", "bitmapscan", "sort"])
      await tx.execute(sql`set local enable_${sql.raw(method)} = off`);
    return tx.execute(sql`
      explain select id from segments where project_id = ${state.projectId} and removed_in is null
       order by document_id, position, id limit 51`);
  });
  expect(JSON.stringify(plan)).toMatch(/segments_page/);
  expect(JSON.stringify(plan)).not.toMatch(/Sort/);
});

test("the segment list can show several languages, filtered by the first language or by a chosen language", async () => {
  const { caller, projectId, documentId, ids } = state;
  const list = async (query: Record<string, string>) =>
    (await listSegments(caller, projectId, SegmentsQuery.parse({ documentId, ...query }))).segments;
  const [first] = await list({ languages: "fr,es" });
  expect(first).toMatchObject({
    id: ids[0],
    translation: { language: "fr", state: "untranslated" },
    translations: {
      fr: { language: "fr", state: "untranslated", text: null, issues: [] },
      es: { language: "es", state: "reviewed", text: "Impuestos y tasas." },
    },
  });
  const drafts = await list({ languages: "fr,es", language: "es", state: "draft" });
  expect(places(drafts.map(({ id }) => id))).toEqual([1, 3]);
  // Findings count only in their own language.
  const { translations } = drafts[0]!;
  expect([translations!.es!.issues.length > 0, translations!.fr!.issues]).toEqual([true, []]);
  expect((await list({ language: "es" }))[0]).not.toHaveProperty("translations");
  expect(SegmentsQuery.safeParse({}).error?.issues.map(({ path }) => path)).toEqual([["language"]]);
  await expect(list({ languages: "es,de" })).rejects.toMatchObject({
    details: { errors: [{ path: "languages.1", code: "unsupported_language" }] },
  });
});
