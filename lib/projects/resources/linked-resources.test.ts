import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { glossaries, memories } from "@/db/schema";
import { newProject } from "@/e2e/projects";
import type { Caller } from "@/lib/auth/caller";
import { createGlossary } from "@/lib/glossaries/glossaries";
import { createMemory } from "@/lib/memory/memories";
import { linkGlossaries } from "./linked-glossaries";
import { linkMemories } from "./linked-memories";

afterAll(closeDatabase);

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

test.each(["memory", "glossary"] as const)(
  "a %s that is deleted while it is linked is told as one that is not there",
  async (kind) => {
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
  },
);

async function waitingForLocks(): Promise<number> {
  const [row] = await db().execute<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.n ?? 0;
}
