import { beforeAll, describe, expect, test } from "vitest";
import { useOwnDatabase } from "@/e2e/own-database";
import { addDocument, newProject, runJobs } from "@/e2e/projects";
import { getAdminAccount, listAdminAccounts } from "@/lib/identity/accounts/admin-accounts";
import { purgeClosedAccounts } from "@/lib/identity/accounts/deletion";
import type { Caller } from "@/lib/identity/auth/caller";
import { purgeDocuments } from "@/lib/projects/documents/change-document";
import { deleteProject, purgeDeletedProjects, restoreProject } from "@/lib/projects/edit-project";
import { linkGlossaries, listLinkedGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { linkMemories, listLinkedMemories } from "@/lib/projects/resources/linked-memories";
import { CreateGlossaryBody } from "@/lib/schemas/glossaries";
import { CreateMemoryBody, CreateUnitBody } from "@/lib/schemas/memories";
import { createGlossary, deleteGlossary, getGlossary, listGlossaries } from "@/lib/translation/glossaries/glossaries";
import { defaultMemory } from "@/lib/translation/memory/default-memory";
import { exportMemory } from "@/lib/translation/memory/export";
import { createMemory, deleteMemory, getMemory, listMemories } from "@/lib/translation/memory/memories";
import { createUnit, listUnits, patchUnit } from "@/lib/translation/memory/units";
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, updateWebhook } from "@/lib/work/webhooks/webhooks";
import { db, sql } from "./client";
import { type Purge, purgeAccount, purgeDeletedResources, purgeMemory, purgeProject, purgeWebhook } from "./purge";

beforeAll(useOwnDatabase);

/** Tables that still have rows with the id of the account or of one of its projects. */
async function left(accountId: string): Promise<string[]> {
  const tables = await sql()<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql()`select 1 from ${sql()(name)} where account_id = ${accountId} limit 1`;
    if (row) found.push(name);
  }
  return found.sort();
}

const TEXT = Array.from({ length: 450 }, (_, i) => `Line ${i} of the text.`).join("\n\n");

async function worked(): Promise<{ caller: Caller; projectId: string; documentId: string }> {
  const { caller, project } = await newProject();
  const document = await addDocument(caller, project.id, "a.txt", TEXT);
  await runJobs(caller);
  return { caller, projectId: project.id, documentId: document.id };
}

async function count(steps: Purge, most = Number.POSITIVE_INFINITY): Promise<number> {
  let done = 0;
  while (done < most && !(await steps.next()).done) done++;
  return done;
}

const rows = async (table: string, column: string, id: string) =>
  (await sql()<{ n: number }[]>`select count(*)::int as n from ${sql()(table)} where ${sql()(column)} = ${id}`)[0]!.n;

describe("purging a project", () => {
  test("purging a project works in small steps and resumes after an interruption", async () => {
    const { projectId } = await worked();
    expect(await rows("segments", "project_id", projectId)).toBe(450);
    expect(await count(purgeProject(projectId), 1)).toBe(1);
    expect(await rows("segments", "project_id", projectId), "one step of segments").toBe(250);
    expect(await rows("projects", "id", projectId)).toBe(1);
    expect(await count(purgeProject(projectId))).toBeGreaterThan(3);
    for (const table of ["segments", "translations", "documents", "progress_counters"])
      expect(await rows(table, "project_id", projectId), table).toBe(0);
    expect(await rows("projects", "id", projectId)).toBe(0);
  });

  test("a deleted project can be restored for 30 days, and is removed permanently afterwards", async () => {
    const { caller, projectId } = await worked();
    const restore = () => db().transaction((tx) => restoreProject(caller, projectId, tx));
    const age = (days: number) =>
      sql()`update projects set deleted_at = now() - make_interval(days => ${days}) where id = ${projectId}`;
    await deleteProject(caller, projectId);
    await age(29);
    await purgeDeletedProjects();
    await restore();
    await deleteProject(caller, projectId);
    await age(31);
    await expect(restore(), "its data may be half gone").rejects.toMatchObject({ code: "not_found" });
    await purgeDeletedProjects();
    expect(await rows("projects", "id", projectId)).toBe(0);
  });
});

describe("purging deleted memories, glossaries and webhooks", () => {
  /** Maximum number of rows that a single statement deleted from a table, including cascades. */
  async function mostDeletedAtOnce(table: string, work: () => Promise<unknown>): Promise<number> {
    await sql().unsafe(`
      create table deleted_at_once (rows int);
      create function note_deleted() returns trigger language plpgsql as
        'begin insert into deleted_at_once select count(*) from gone; return null; end';
      create trigger note_deleted after delete on ${table} referencing old table as gone
        for each statement execute function note_deleted()`);
    try {
      await work();
      return (await sql()<{ rows: number }[]>`select max(rows) as rows from deleted_at_once`)[0]!.rows;
    } finally {
      await sql().unsafe("drop function note_deleted cascade; drop table deleted_at_once");
    }
  }

  async function newMemory(caller: Caller, units: number): Promise<string> {
    const input = CreateMemoryBody.parse({ name: "Large", sourceLanguage: "en" });
    const { id } = await db().transaction((tx) => createMemory(caller, input, tx));
    await sql()`
      insert into memory_units (id, account_id, memory_id, target_language, source, target, source_hash)
      select ${id} || n, ${caller.accountId}, ${id}, 'es', 'Text ' || n, 'Texto ' || n, 'hash ' || n
        from generate_series(1, ${units}::int) n`;
    return id;
  }

  test("a deleted memory is hidden immediately, and its units are deleted in small steps", async () => {
    const { caller, project } = await newProject();
    const [id, other] = [await newMemory(caller, 2_500), await newMemory(caller, 10)];
    const both = [id, other].map((memoryId) => ({ memoryId, canWrite: false }));
    await linkMemories(caller, project.id, { memories: both });
    await deleteMemory(caller, id);
    const listed = (await listMemories(caller, { limit: 100 })).translationMemories.map((one) => one.id);
    expect([listed.includes(id), listed.includes(other)]).toEqual([false, true]);
    const linked = await listLinkedMemories(caller, project.id);
    expect(linked.memories.map(({ memoryId }) => memoryId)).toEqual([other]);
    const unit = CreateUnitBody.parse({ source: "House", target: "Casa", language: "es" });
    for (const gone of [
      () => getMemory(caller, id),
      () => deleteMemory(caller, id),
      () => exportMemory(caller, id),
      () => linkMemories(caller, project.id, { memories: both }),
      () => listUnits(caller, id, { limit: 20 }),
      () => db().transaction((tx) => createUnit(caller, id, unit, tx)),
      () => patchUnit(caller, id, `${id}1`, { target: "Otro" }),
    ])
      await expect(gone()).rejects.toMatchObject({ code: "not_found" });

    expect(await count(purgeMemory(id), 1)).toBe(1);
    expect(await rows("memory_units", "memory_id", id), "one step").toBe(1_500);
    expect(await mostDeletedAtOnce("memory_units", purgeDeletedResources)).toBe(1_000);
    expect(await rows("memory_units", "memory_id", id)).toBe(0);
    expect(await rows("memories", "id", id)).toBe(0);
    expect(await rows("memory_units", "memory_id", other)).toBe(10);
  });

  test("the default memory can be deleted, and its next use creates a new default memory", async () => {
    const { caller } = await worked();
    const [first] = (await listMemories(caller, { limit: 1 })).translationMemories;
    await deleteMemory(caller, first!.id);
    const next = await db().transaction((tx) => defaultMemory(tx, caller.accountId, first!.sourceLanguage));
    expect(next).not.toBe(first!.id);
  });

  test("two concurrent purges of the same memory delete its units in small steps", async () => {
    const { caller } = await newProject();
    const id = await newMemory(caller, 6_000);
    await deleteMemory(caller, id);
    const both = () => Promise.all([count(purgeMemory(id)), count(purgeMemory(id))]);
    expect(await mostDeletedAtOnce("memory_units", both)).toBeLessThanOrEqual(1_000);
    expect(await rows("memories", "id", id)).toBe(0);
  });

  test("deleted glossaries and webhooks are hidden immediately, and their terms and deliveries are deleted in small steps", async () => {
    const { caller, project } = await newProject();
    const glossary = await db().transaction((tx) =>
      createGlossary(caller, CreateGlossaryBody.parse({ name: "Large", sourceLanguage: "en" }), tx),
    );
    const link = () => linkGlossaries(caller, project.id, { glossaries: [{ glossaryId: glossary.id }] });
    await link();
    await sql()`
      insert into glossary_terms (id, account_id, glossary_id, source)
      select ${glossary.id} || n, ${caller.accountId}, ${glossary.id}, 'term ' || n from generate_series(1, 500) n`;
    const hook = { url: "https://example.org/hook", description: "", projectId: null, eventTypes: [], languages: [] };
    const { webhook } = await db().transaction((tx) => createWebhook(caller, hook, tx));
    await sql()`
      insert into events (id, account_id, type, actor, data)
      select ${webhook.id} || n, ${caller.accountId}, 'project.created', '{}', '{}' from generate_series(1, 2500) n`;
    await sql()`
      insert into webhook_deliveries (id, account_id, webhook_id, event_id)
      select ${webhook.id} || n, ${caller.accountId}, ${webhook.id}, ${webhook.id} || n from generate_series(1, 2500) n`;
    await deleteGlossary(caller, glossary.id);
    await deleteWebhook(caller, webhook.id);
    expect((await listGlossaries(caller, { limit: 20 })).glossaries).toEqual([]);
    expect((await listLinkedGlossaries(caller, project.id)).glossaries).toEqual([]);
    expect((await listWebhooks(caller, { limit: 20 })).webhooks).toEqual([]);
    for (const gone of [
      () => getGlossary(caller, glossary.id),
      link,
      () => getWebhook(caller, webhook.id),
      () => updateWebhook(caller, webhook.id, { status: "enabled" }),
    ])
      await expect(gone()).rejects.toMatchObject({ code: "not_found" });

    expect(await mostDeletedAtOnce("webhook_deliveries", () => count(purgeWebhook(webhook.id)))).toBe(2_000);
    expect(await mostDeletedAtOnce("glossary_terms", purgeDeletedResources)).toBe(200);
    for (const [table, id] of [
      ["glossaries", glossary.id],
      ["webhooks", webhook.id],
    ] as const)
      expect(await rows(table, "id", id), table).toBe(0);
  });
});

test("a document deleted more than 30 days ago is purged, and no other document", async () => {
  const { caller, projectId, documentId } = await worked();
  const other = await addDocument(caller, projectId, "b.txt", "Another text.");
  await runJobs(caller);
  await sql()`update documents set deleted_at = now() - interval '31 days' where id = ${documentId}`;
  await purgeDocuments();
  expect(await rows("segments", "document_id", documentId)).toBe(0);
  expect(await rows("document_chunks", "document_id", documentId)).toBe(0);
  expect(await rows("segments", "document_id", other.id)).toBe(1);
});

test("a closed workspace is hidden while its data is purged, and other workspaces keep their data", async () => {
  const [{ caller }, { caller: other }] = [await worked(), await worked()];
  const before = await left(other.accountId);
  await sql()`update accounts set deleted_at = now() where id = ${caller.accountId}`;
  expect(await count(purgeAccount(caller.accountId), 2)).toBe(2);
  expect(await left(caller.accountId)).toContain("segments");
  await expect(getAdminAccount(caller.accountId)).rejects.toMatchObject({ code: "not_found" });
  const listed = await listAdminAccounts({ limit: 100 });
  expect(listed.accounts.map(({ id }) => id)).not.toContain(caller.accountId);
  await purgeClosedAccounts();
  expect(await left(caller.accountId)).toEqual([]);
  expect(await rows("accounts", "id", caller.accountId)).toBe(0);
  expect(await left(other.accountId)).toEqual(before);
  expect(await rows("segments", "account_id", other.accountId)).toBe(450);
});

test("every foreign key of a large table has an index, so that deleting a row scans no table", async () => {
  const uncovered = await sql()<{ name: string }[]>`
    select c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', a.attname)))
     order by 1`;
  // These columns need no index: their tables are small (one row per person, key or project), or their rows are deleted
  // within weeks.
  expect(uncovered.map(({ name }) => name)).toEqual([
    ...["api_keys.created_by", "api_keys.revoked_by", "identities.user_id", "memory_import_batches.memory_id"],
    ...["notifications.user_id", "one_time_links.created_by", "one_time_links.user_id", "project_exports.project_id"],
    ...["project_glossaries.glossary_id", "project_languages.reviewer_id", "project_languages.translator_id"],
    ...["project_memories.memory_id", "projects.branch_of", "translation_changes.project_id"],
  ]);
});
