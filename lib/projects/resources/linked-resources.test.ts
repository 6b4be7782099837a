import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { glossaries, memories } from "@/db/schema";
import { eventsOf, newProject } from "@/e2e/projects";
import type { Caller } from "@/lib/identity/auth/caller";
import { createGlossary } from "@/lib/translation/glossaries/glossaries";
import { createMemory } from "@/lib/translation/memory/memories";
import { linkGlossaries, listLinkedGlossaries } from "./linked-glossaries";
import { linkMemories, listLinkedMemories } from "./linked-memories";

const kinds = {
  memory: {
    create: (caller: Caller) =>
      createMemory(caller, { name: "Mine", sourceLanguage: "en", writePolicy: "reviewed", penalty: 0 }, db()),
    table: memories,
    link: (caller: Caller, projectId: string, memoryId: string) =>
      linkMemories(caller, projectId, { memories: [{ memoryId, canWrite: false }] }),
  },
  glossary: {
    create: (caller: Caller) => createGlossary(caller, { name: "Mine", sourceLanguage: "en" }, db()),
    table: glossaries,
    link: (caller: Caller, projectId: string, glossaryId: string) =>
      linkGlossaries(caller, projectId, { glossaries: [{ glossaryId }] }),
  },
};

test.each(["memory", "glossary"] as const)("linking a deleted %s is answered with 404", async (kind) => {
  const { create, table, link } = kinds[kind];
  const { caller, project } = await newProject({});
  const { id } = await create(caller);
  const { linking } = await db().transaction(async (tx) => {
    await tx.delete(table).where(eq(table.id, id));
    const linking = Promise.allSettled([link(caller, project.id, id)]);
    await expect.poll(waitingForLocks).toBe(1);
    return { linking };
  });
  expect(await linking).toMatchObject([{ status: "rejected", reason: { code: "not_found" } }]);
});

async function waitingForLocks(): Promise<number> {
  const [row] = await db().execute<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.n ?? 0;
}

describe("linking memories to a project", () => {
  const memory = (caller: Caller, name: string, sourceLanguage = "en") =>
    createMemory(caller, { name, sourceLanguage, writePolicy: "reviewed", penalty: 0 }, db());
  const faults = (errors: unknown[]) => ({ code: "invalid_request", details: { errors } });

  test("linking memories replaces the project's linked memories and keeps the requested order", async () => {
    const { caller, project } = await newProject();
    const [a, b, british] = [await memory(caller, "A"), await memory(caller, "B"), await memory(caller, "C", "en-GB")];
    const link = (...wanted: { memoryId: string; canWrite: boolean }[]) =>
      linkMemories(caller, project.id, { memories: wanted });
    await link({ memoryId: b.id, canWrite: false }, { memoryId: a.id, canWrite: true });
    const { memories: linked } = await link(
      { memoryId: british.id, canWrite: false },
      { memoryId: b.id, canWrite: true },
    );
    expect(linked.map(({ name, canWrite }) => [name, canWrite])).toEqual([
      ["C", false],
      ["B", true],
    ]);
    expect(await listLinkedMemories(caller, project.id)).toEqual({ memories: linked });
    expect((await eventsOf(project.id)).filter((type) => type === "project.updated")).toHaveLength(2);
    expect(await link()).toEqual({ memories: [] });
  });

  test("a memory can't be linked if it is listed twice, has another source language or is a second writable memory", async () => {
    const { caller, project } = await newProject();
    const [mine, french] = [await memory(caller, "A"), await memory(caller, "B", "fr")];
    const [own, other] = [mine.id, french.id];
    const linking = linkMemories(caller, project.id, {
      memories: [
        { memoryId: own, canWrite: true },
        { memoryId: own, canWrite: true },
        { memoryId: other, canWrite: false },
      ],
    });
    await expect(linking).rejects.toMatchObject(
      faults([
        { path: "memories.1.memoryId", code: "duplicate", message: "Duplicate memory." },
        { path: "memories.1.canWrite", code: "duplicate", reason: "second_written_memory" },
        { path: "memories.2.memoryId", code: "unsupported_language", reason: "other_source_language" },
      ]),
    );
    const strangers = (await newProject()).caller;
    await expect(
      linkMemories(strangers, project.id, { memories: [{ memoryId: own, canWrite: false }] }),
    ).rejects.toMatchObject({ code: "not_found" });
    const foreign = await memory(strangers, "Foreign");
    await expect(
      linkMemories(caller, project.id, { memories: [{ memoryId: foreign.id, canWrite: false }] }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("linking glossaries to a project", () => {
  const glossary = (caller: Caller, name: string, sourceLanguage = "en") =>
    createGlossary(caller, { name, sourceLanguage }, db());

  test("a project's glossaries are listed in their linked order, with their number of terms", async () => {
    const { caller, project } = await newProject();
    const [a, b] = [await glossary(caller, "A"), await glossary(caller, "B", "en-GB")];
    await linkGlossaries(caller, project.id, { glossaries: [{ glossaryId: b.id }, { glossaryId: a.id }] });
    expect(await listLinkedGlossaries(caller, project.id)).toEqual({
      glossaries: [
        { glossaryId: b.id, name: "B", sourceLanguage: "en-GB", terms: 0 },
        { glossaryId: a.id, name: "A", sourceLanguage: "en", terms: 0 },
      ],
    });
    expect(await linkGlossaries(caller, project.id, { glossaries: [] })).toEqual({ glossaries: [] });
  });

  test("a glossary can't be linked if it is listed twice or has another source language, and the error gives its index", async () => {
    const { caller, project } = await newProject();
    const [mine, french] = [await glossary(caller, "A"), await glossary(caller, "B", "fr")];
    const glossaries = [mine, mine, french].map(({ id }) => ({ glossaryId: id }));
    await expect(linkGlossaries(caller, project.id, { glossaries })).rejects.toMatchObject({
      code: "invalid_request",
      details: {
        errors: [
          { path: "glossaries.1.glossaryId", code: "duplicate", message: "Duplicate glossary." },
          { path: "glossaries.2.glossaryId", code: "unsupported_language", reason: "other_source_language" },
        ],
      },
    });
  });
});
