import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { auditEntries } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { AppError } from "@/lib/base/errors";
import type { Person } from "@/lib/identity/auth/caller";
import type { AuditEntry, AuditQuery } from "@/lib/schemas/audit";
import { csvRow } from "@/lib/text/csv";
import { roleAllows } from "@/lib/vocabulary/rights";

type Query = z.output<typeof AuditQuery>;
type Row = typeof auditEntries.$inferSelect;

const BATCH_SIZE = 500;

/** Entries of the workspace's audit log or, for administrators, of the server's; newest first. Throws 403. */
export async function listAudit(
  caller: Person,
  query: Query,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const filter = filterOf(caller, query);
  const scope = `audit ${caller.accountId} ${query.scope} ${query.actions ?? ""} ${query.actor ?? ""} ${query.from} ${query.to}`;
  const [after] = query.cursor ? decodeCursor(scope, query.cursor) : [];
  const page = pageOf(await read(filter, after ?? null, query.limit + 1), query.limit, (row) =>
    encodeCursor(scope, [row.id]),
  );
  return { entries: page.rows.map(view), nextCursor: page.nextCursor };
}

/** All matching entries as a file, read from the database and sent in small batches. */
export function downloadAudit(caller: Person, query: Query, format: "csv" | "json"): ReadableStream<Uint8Array> {
  const parts = format === "csv" ? csv(filterOf(caller, query)) : json(filterOf(caller, query));
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void parts.return(undefined),
  });
}

async function* csv(filter: SQL | undefined): AsyncGenerator<string, undefined> {
  yield `${csvRow(["at", "action", "actorType", "actorId", "actorName", "targetId", "targetName", "details", "address", "userAgent"])}\r\n`;
  for await (const rows of batches(filter)) yield rows.map((row) => `${csvRow(cells(row))}\r\n`).join("");
}

function cells(row: Row): (string | null)[] {
  return [
    row.createdAt.toISOString(),
    row.action,
    row.actorType,
    row.actorId,
    row.actorName,
    row.targetId,
    row.targetName,
    Object.keys(row.details).length > 0 ? JSON.stringify(row.details) : null,
    row.address,
    row.userAgent,
  ];
}

async function* json(filter: SQL | undefined): AsyncGenerator<string, undefined> {
  let before = '{"entries":[\n';
  for await (const rows of batches(filter)) {
    yield before + rows.map((row) => JSON.stringify(view(row))).join(",\n");
    before = ",\n";
  }
  yield before.startsWith("{") ? `${before}]}\n` : "\n]}\n";
}

async function* batches(filter: SQL | undefined): AsyncGenerator<readonly Row[], undefined> {
  let after: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(filter, after, BATCH_SIZE);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)!.id;
  }
}

function read(filter: SQL | undefined, after: string | null, limit: number): Promise<Row[]> {
  return db()
    .select()
    .from(auditEntries)
    .where(and(filter, after ? lt(auditEntries.id, after) : undefined))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
}

function filterOf(caller: Person, query: Query): SQL | undefined {
  if (query.scope === "server" && !caller.isAdmin)
    throw new AppError("forbidden", "Only an administrator of this server can read the server's audit log.", {
      required: "administrator",
      granted: caller.role,
    });
  if (query.scope === "workspace" && !roleAllows(caller.role, "owner"))
    throw new AppError("forbidden", `This requires the role owner; yours is ${caller.role}.`, {
      required: "owner",
      granted: caller.role,
    });
  return and(
    query.scope === "server" ? eq(auditEntries.isServer, true) : eq(auditEntries.accountId, caller.accountId),
    query.actions ? inArray(auditEntries.action, query.actions) : undefined,
    query.actor ? eq(auditEntries.actorId, query.actor) : undefined,
    query.from ? gte(auditEntries.createdAt, sql`${query.from}::timestamp at time zone 'UTC'`) : undefined,
    query.to
      ? lt(auditEntries.createdAt, sql`(${query.to}::timestamp + interval '1 day') at time zone 'UTC'`)
      : undefined,
  );
}

function view(row: Row): AuditEntry {
  return {
    id: row.id,
    action: row.action,
    at: row.createdAt.toISOString(),
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    target: row.targetId === null && row.targetName === null ? null : { id: row.targetId, name: row.targetName },
    details: row.details,
    address: row.address,
    userAgent: row.userAgent,
  };
}
