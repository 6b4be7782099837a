import { beforeAll, describe, expect, test } from "vitest";
import { db, sql } from "@/db/client";
import { useOwnDatabase } from "@/e2e/own-database";
import { addDocument, newProject, runJobs } from "@/e2e/projects";
import { getAdminAccount, listAdminAccounts } from "@/lib/accounts/admin-accounts";
import { purgeClosedAccounts } from "@/lib/accounts/deletion";
import type { Caller } from "@/lib/auth/caller";
import { purgeDocuments } from "@/lib/projects/documents/change-document";
import { deleteProject, purgeDeletedProjects, restoreProject } from "@/lib/projects/edit-project";
import { type Purge, purgeAccount, purgeProject } from "./purge";

beforeAll(useOwnDatabase);

/** Tables whose rows name the account or one of its projects. */
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

describe("a project", () => {
  test("goes in small steps, and one that was interrupted goes on", async () => {
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

  test("can be restored for 30 days, and is deleted for good after them", async () => {
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

test("a document that was deleted 30 days ago goes, and no other", async () => {
  const { caller, projectId, documentId } = await worked();
  const other = await addDocument(caller, projectId, "b.txt", "Another text.");
  await runJobs(caller);
  await sql()`update documents set deleted_at = now() - interval '31 days' where id = ${documentId}`;
  await purgeDocuments();
  expect(await rows("segments", "document_id", documentId)).toBe(0);
  expect(await rows("document_chunks", "document_id", documentId)).toBe(0);
  expect(await rows("segments", "document_id", other.id)).toBe(1);
});

test("a closed workspace is nowhere to be seen while its data goes, and another keeps all of its own", async () => {
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

test("deleting a row reads no growing table from its beginning to its end for what belongs to it", async () => {
  const uncovered = await sql()<{ name: string }[]>`
    select c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', a.attname)))
     order by 1`;
  // Tables with a row per person, key or project, of work under way, or of a few weeks.
  expect(uncovered.map(({ name }) => name)).toEqual([
    ...["api_keys.created_by", "api_keys.revoked_by", "identities.user_id", "memory_import_batches.memory_id"],
    ...["notifications.user_id", "one_time_links.created_by", "one_time_links.user_id", "project_exports.project_id"],
    ...["project_glossaries.glossary_id", "project_languages.reviewer_id", "project_languages.translator_id"],
    ...["project_memories.memory_id", "projects.branch_of", "translation_changes.project_id"],
  ]);
});
