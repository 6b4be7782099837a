import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import { closeDatabase, db, sql } from "@/db/client";
import { useOwnDatabase } from "@/e2e/own-database";
import { newPerson, type TestPerson } from "@/e2e/people";
import { addDocument, newProject, runJobs } from "@/e2e/projects";
import { usageDetail } from "@/lib/identity/accounts/usage-detail";
import { listAudit } from "@/lib/identity/audit/entries";
import { deleteOldAudit } from "@/lib/identity/audit/expiry";
import type { Caller } from "@/lib/identity/auth/caller";
import { compactUsage } from "@/lib/identity/quota/usage-retention";
import { analyze } from "@/lib/projects/analysis/analysis";
import { countDrift } from "@/lib/projects/progress/counters";
import { countFindings } from "@/lib/projects/segments/count-findings";
import { countSegments } from "@/lib/projects/segments/count-segments";
import { listSegmentIds, listSegments } from "@/lib/projects/segments/list-segments";
import { findMatches } from "@/lib/projects/segments/matches";
import { misreadingsOf } from "@/lib/projects/segments/misreadings";
import { SegmentCountsQuery, SegmentIdsQuery, SegmentsQuery } from "@/lib/schemas/segments";
import { lookUp } from "@/lib/translation/dictionary";
import { fillWordKeys } from "@/lib/translation/memory/fill-word-keys";
import { sourceHash } from "@/lib/translation/memory/hash";
import { exactMatches, fuzzyMatches } from "@/lib/translation/memory/match";
import { listMemories } from "@/lib/translation/memory/memories";
import { createUnit, listUnits } from "@/lib/translation/memory/units";
import { listEvents } from "@/lib/work/events/events";
import { deleteOldEvents } from "@/lib/work/events/expiry";
import { deleteOldJobs } from "@/lib/work/jobs/expiry";
import { queueByType, queueDepth } from "@/lib/work/jobs/queue";
import { claimDelivery, deliveryBacklog } from "@/lib/work/webhooks/deliver";
import { listDeliveries, redeliver } from "@/lib/work/webhooks/deliveries";
import { createWebhook, deleteWebhook, updateWebhook } from "@/lib/work/webhooks/webhooks";

/** Rows of each growing table; `npm run test:large` uses a million. */
const ROWS = Number(process.env.LARGE_ROWS ?? 20_000);
const TABLES = [
  ...["audit_entries", "events", "jobs", "usage_hours"],
  ...["webhook_deliveries", "segments", "translations", "memory_units"],
];
let person: TestPerson;
/** A project with a few segments, and the memory and webhook of its account. */
let own: { caller: Caller; projectId: string; memoryId: string; webhookId: string };
/** The caller of the account with the million memory units. */
let owner: Caller;

// Most rows belong to another account, so that a query which reads them all is noticed.
beforeAll(async () => {
  await useOwnDatabase();
  person = await newPerson({ isAdmin: true });
  const other = (await newPerson()).accountId;
  // A connection without the time limit that servers set for their statements.
  const fill = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  const account = fill`case when n % 1000 = 0 then ${person.accountId} else ${other} end`;
  const numbers = fill`generate_series(1, ${ROWS}::int) n`;
  await fill`
    insert into jobs (id, account_id, type, payload, state, finished_at)
    select 'job_' || n, ${account}, 'export', '{}', 'succeeded', now() from ${numbers}`;
  await fill`
    insert into usage_hours (account_id, hour, endpoint, requests)
    select ${account}, date_trunc('hour', now()) - make_interval(hours => n % 1400), 'endpoint ' || n / 1400, 1 from ${numbers}`;
  await fill`
    insert into audit_entries (id, account_id, is_server, action, actor_type)
    select 'aud_' || lpad(n::text, 10, '0'), ${account}, n % 1000 = 1, 'key.created', 'user' from ${numbers}`;
  await fill`
    insert into events (id, account_id, type, actor, data)
    select 'evt_' || n, ${account}, 'project.created', '{}', '{}' from ${numbers}`;
  const [small, large] = [await newProject(), await newProject()];
  owner = large.caller;
  const [mine, theirs] = [small.caller.accountId, large.caller.accountId];
  for (const { caller, project } of [small, large]) {
    await addDocument(caller, project.id, "a.txt", "The house is big.\n\nThe garden is small.");
    await runJobs(caller);
  }
  own = {
    caller: small.caller,
    projectId: small.project.id,
    memoryId: (await listMemories(small.caller, { limit: 1 })).translationMemories[0]!.id,
    webhookId: (await webhookOf(small.caller)).id,
  };
  const theirWebhook = (await webhookOf(large.caller)).id;
  const theirMemory = (await listMemories(large.caller, { limit: 1 })).translationMemories[0]!.id;
  const [document] = await fill<{ id: string }[]>`select id from documents where account_id = ${theirs}`;
  await fill`
    insert into segments (id, account_id, project_id, document_id, key, position, source, source_hash, context_hash, word_count, char_count)
    select 'seg_' || n, ${theirs}, ${large.project.id}, ${document!.id}, 'key ' || n, n + 10, 'Text ' || n, 'hash ' || n, '', 2, 8
      from ${numbers}`;
  await fill`
    insert into translations (segment_id, language, account_id, project_id, document_id)
    select 'seg_' || n, 'es', ${theirs}, ${large.project.id}, ${document!.id} from ${numbers}`;
  await fill`
    insert into memory_units (id, account_id, memory_id, target_language, source, target, source_hash, word_keys)
    select 'tun_' || n, ${theirs}, ${theirMemory}, 'es', 'Text ' || n, 'Texto ' || n, 'hash ' || n, array[n, n + 1] from ${numbers}`;
  await fill`
    insert into webhook_deliveries (id, account_id, webhook_id, event_id, status, finished_at)
    select 'del_' || n, case when n <= 20 then ${mine} else ${theirs} end,
           case when n <= 20 then ${own.webhookId} else ${theirWebhook} end, 'evt_' || n, 'succeeded', now()
      from ${numbers}`;
  await fill.unsafe(`analyze ${TABLES.join(", ")}`);
  await fill.end();
}, 900_000);

test("frequent queries don't scan tables of audit entries, events, usage or jobs sequentially", async () => {
  const before = await sequentialScans();
  const page = { limit: 20 } as const;
  expect((await listAudit(person, { ...page, scope: "workspace" })).entries).toHaveLength(Math.min(20, ROWS / 1000));
  expect((await listAudit(person, { ...page, scope: "server" })).entries).toHaveLength(Math.min(20, ROWS / 1000));
  expect((await listEvents(person, page)).events).toHaveLength(Math.min(20, ROWS / 1000));
  await usageDetail(person, { bucket: "day", format: "json" });
  expect(await queueDepth()).toEqual({ queued: 0, running: 0 });
  await queueByType();
  for (const purge of [deleteOldJobs, deleteOldEvents, deleteOldAudit, compactUsage]) await purge();
  expect(await sequentialScans()).toEqual(before);
});

test("frequent queries don't scan tables of segments, memories or webhook deliveries sequentially", async () => {
  const { caller, projectId, memoryId, webhookId } = own;
  const before = await sequentialScans();
  const language = { language: "es" };
  const page = async (query: Record<string, unknown>) =>
    (await listSegments(caller, projectId, SegmentsQuery.parse({ ...language, ...query }))).segments;
  const [first] = await page({ includeTotal: "true", include: "matches" });
  expect(await page({ state: "untranslated,draft", qa: "none", repetition: "false", q: "house" })).toHaveLength(1);
  expect(await page({ sort: "-updatedAt" })).toHaveLength(2);
  expect((await listSegmentIds(caller, projectId, SegmentIdsQuery.parse(language))).ids).toHaveLength(2);
  await countSegments(caller, projectId, SegmentCountsQuery.parse({ ...language, q: "house" }));
  await findMatches(caller, first!.id, "es");
  await countFindings(caller, projectId);
  await misreadingsOf(caller, projectId, false);
  await countDrift(db(), projectId);
  await analyze(caller, projectId, {});

  const unit = { source: "The house is big.", target: "La casa es grande.", language: "es", reviewed: true };
  await db().transaction((tx) => createUnit(caller, memoryId, unit, tx));
  expect((await listUnits(caller, memoryId, { limit: 20, q: "casa" })).units).toHaveLength(1);
  expect(await fuzzyMatches(caller.accountId, [memoryId], "The house is very big.", "es")).toHaveLength(1);
  await exactMatches(caller.accountId, [memoryId], [{ sourceHash: "hash 1", contextHash: "" }], "es");
  await fillWordKeys();

  const { deliveries } = await listDeliveries(caller, webhookId, { limit: 20 });
  expect(deliveries).toHaveLength(20);
  await listDeliveries(caller, webhookId, { limit: 20, status: ["failed"] });
  await db().transaction((tx) => redeliver(caller, webhookId, deliveries[0]!.id, tx));
  expect((await deliveryBacklog()).pending).toBe(1);
  await claimDelivery({ webhooks: [], accounts: [] });
  await updateWebhook(caller, webhookId, { status: "disabled" });
  await deleteWebhook(caller, webhookId);
  expect(await sequentialScans()).toEqual(before);
});

test("a dictionary search in a large memory reads only units that contain the word", async () => {
  const read = async () => {
    await closeDatabase();
    await expect.poll(async () => (await others()).length).toBe(1);
    const [row] = await sql()<{ rows: number }[]>`
      select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_user_tables where relname = 'memory_units'`;
    return row!.rows;
  };
  await sql()`
    update memory_units set source = 'Word', target = 'Palabra', source_hash = ${sourceHash("Word")} where id = 'tun_7'`;
  const before = await read();
  const word = { text: "word", source: "en", target: "es", side: "source" } as const;
  expect((await lookUp(owner, word)).entries.map(({ translation }) => translation)).toEqual(["Palabra"]);
  expect((await read()) - before).toBeLessThan(20);
});

async function webhookOf(caller: Caller) {
  const input = { url: "https://example.org/hook", description: "", projectId: null, eventTypes: [], languages: [] };
  return (await db().transaction((tx) => createWebhook(caller, input, tx))).webhook;
}

const others = () =>
  sql()`select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;

/** Connections report their scans when they close, so all are closed first. */
async function sequentialScans(): Promise<{ name: string; scans: number }[]> {
  await closeDatabase();
  await expect.poll(async () => (await others()).length).toBe(1);
  const rows = await sql()<{ name: string; scans: number }[]>`
    select relname as name, seq_scan::int as scans from pg_stat_user_tables where relname in ${sql()(TABLES)} order by relname`;
  return rows.map((row) => ({ ...row }));
}
