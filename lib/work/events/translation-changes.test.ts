import { beforeEach, describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
});

import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents, events, projects, segments, translationChanges, translations } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { env } from "@/lib/base/env";
import { newId } from "@/lib/base/ids";
import { EventsQuery } from "@/lib/schemas/events";
import { listEvents } from "./events";
import { deleteOldEvents } from "./expiry";
import { publishTranslationChanges, recordTranslationEvents, type TranslationChange } from "./translation-changes";

let person: TestPerson;
let project: { id: string; accountId: string };
let ids: string[];
beforeEach(async () => {
  person = await newPerson();
  project = { id: newId("project"), accountId: person.accountId };
  ids = await newSegments(130);
});

const actor = () => ({ type: "user", id: person.userId }) as const;
const note = (
  changed: readonly TranslationChange[],
  language = "es",
  by: Parameters<typeof recordTranslationEvents>[4] = actor(),
) => db().transaction((tx) => recordTranslationEvents(tx, project, language, changed, by));
const updated = (from: number, to: number) =>
  ids.slice(from, to).map((segmentId) => ({ segmentId, change: "updated" as const }));

/** Simulates that a minute has passed. */
const passTime = () =>
  db()
    .update(translationChanges)
    .set({ createdAt: sql`now() - interval '1 minute'` })
    .where(eq(translationChanges.accountId, person.accountId));

const reported = async () => (await listEvents(person, EventsQuery.parse({ after: "0", limit: "100" }))).events;

describe("events for changed translations", () => {
  test("changed translations are collected for a minute and reported as one event with all ids and the first twenty texts", async () => {
    await note(updated(0, 10));
    await note(updated(10, 30));
    await publishTranslationChanges();
    expect(await reported()).toEqual([]);
    await passTime();
    await publishTranslationChanges();
    const [event, ...more] = await reported();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: "translations.updated",
      actor: { type: "user", id: person.userId, name: "Ada Test" },
      data: {
        project: { id: project.id, name: "Help centre" },
        language: "es",
        count: 30,
        segmentIds: ids.slice(0, 30),
      },
    });
    const shown = event!.data.segments as { id: string }[];
    expect(shown.map((segment) => segment.id)).toEqual(ids.slice(0, 20));
    expect(shown[3]).toEqual({
      id: ids[3],
      documentId: expect.stringMatching(/^doc_/),
      path: "help.md",
      key: "3",
      source: "Source 3",
      text: "Text 3",
      state: "translated",
    });
  });

  test("changed translations are reported immediately once there are a hundred, the most that one event can contain", async () => {
    await note(updated(0, 60));
    await publishTranslationChanges();
    expect(await reported()).toEqual([]);
    await note(updated(60, 130));
    await publishTranslationChanges();
    expect((await reported()).map((event) => event.data.count)).toEqual([100, 30]);
  });

  test("changed translations are grouped by kind, language and person, and a translation changed twice counts once", async () => {
    await note([...updated(0, 2), ...updated(0, 2)]);
    await note([{ segmentId: ids[0]!, change: "reviewed" }]);
    await note([{ segmentId: ids[1]!, change: "sent_back" }]);
    await note(updated(0, 1), "de");
    await note(updated(5, 6), "es", { type: "system", id: null });
    await note([{ segmentId: ids[7]!, change: "imported" }], "fr");
    await passTime();
    await publishTranslationChanges();
    const facts = (await reported()).map((event) => [
      event.type,
      event.data.language,
      event.actor.type,
      event.data.count,
      event.data.imported ?? false,
    ]);
    expect(facts.sort()).toEqual([
      ["translations.reviewed", "es", "user", 1, false],
      ["translations.sent_back", "es", "user", 1, false],
      ["translations.updated", "de", "user", 1, false],
      ["translations.updated", "es", "system", 1, false],
      ["translations.updated", "es", "user", 2, false],
      ["translations.updated", "fr", "user", 1, true],
    ]);
  });

  test("several processes report changed translations only once, even if one of them is killed", async () => {
    await note(updated(0, 130));
    await passTime();
    const broken = db().transaction(async (tx) => {
      await tx.delete(translationChanges).where(eq(translationChanges.accountId, person.accountId));
      throw new Error("killed");
    });
    await expect(broken).rejects.toThrow("killed");
    await Promise.all([publishTranslationChanges(), publishTranslationChanges(), publishTranslationChanges()]);
    const seen = (await reported()).flatMap((event) => event.data.segmentIds as string[]);
    expect(seen).toHaveLength(130);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  test("translations changed while an event is being created are included in the next event", async () => {
    await note(updated(0, 5));
    await passTime();
    await db().transaction(async (tx) => {
      await recordTranslationEvents(tx, project, "es", updated(5, 6), actor());
      await publishTranslationChanges();
    });
    expect((await reported()).map((event) => event.data.count)).toEqual([5]);
    await passTime();
    await publishTranslationChanges();
    expect((await reported()).map((event) => event.data.segmentIds)).toEqual([ids.slice(0, 5), ids.slice(5, 6)]);
  });

  test("an event about changed translations contains the ids of segments deleted since", async () => {
    await note(updated(0, 3));
    await db().update(segments).set({ removedIn: 2 }).where(eq(segments.id, ids[1]!));
    await passTime();
    await publishTranslationChanges();
    const [event] = await reported();
    expect(event!.data.count).toBe(3);
    expect((event!.data.segments as { id: string }[]).map((segment) => segment.id)).toEqual([ids[0], ids[2]]);
  });
});

test("events are deleted after the retention period set by RETENTION_EVENTS_DAYS", async () => {
  await note(updated(0, 1));
  await note(updated(0, 1), "de");
  await passTime();
  await publishTranslationChanges();
  const [old, young] = await reported();
  const age = (id: string, days: number) =>
    db()
      .update(events)
      .set({ createdAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(events.id, id));
  await age(old!.id, env().RETENTION_EVENTS_DAYS + 1);
  await age(young!.id, env().RETENTION_EVENTS_DAYS - 1);
  await deleteOldEvents();
  expect((await reported()).map((event) => event.id)).toEqual([young!.id]);
});

async function newSegments(count: number): Promise<string[]> {
  const own = { accountId: project.accountId, projectId: project.id };
  await db()
    .insert(projects)
    .values({ ...project, name: "Help centre", sourceLanguage: "en", workflow: "mt_review" });
  const documentId = newId("document");
  await db()
    .insert(documents)
    .values({ ...own, id: documentId, path: "help.md", format: "md" });
  const rows = Array.from({ length: count }, (_, i) => ({
    ...own,
    documentId,
    id: newId("segment"),
    key: String(i),
    position: i,
    source: `Source ${i}`,
    sourceHash: "",
    contextHash: "",
    wordCount: 2,
    charCount: 8,
  }));
  await db().insert(segments).values(rows);
  for (const language of ["es", "de"])
    await db()
      .insert(translations)
      .values(
        rows.map((row, i) => ({
          ...own,
          documentId,
          segmentId: row.id,
          language,
          text: `Text ${i}`,
          state: "translated" as const,
        })),
      );
  return rows.map((row) => row.id);
}
