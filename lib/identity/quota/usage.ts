import { sql as raw } from "drizzle-orm";
import { db, sql, type Transaction } from "@/db/client";
import { describeError, log } from "@/lib/base/log";
import { perProcess } from "@/lib/base/singleton";
import { inContext, workContext } from "@/lib/base/work-context";

/** Usage of one request, for the usage pages and the log line. */
export type RequestUsage = {
  characters: number;
  files: number;
  engine: string;
  source: string;
  target: string;
  /** Id of the project for which the request was made. */
  projectId: string;
};

/** Runs a request and collects its `countUsage` calls in `usage`. */
export function withUsage<T>(
  usage: RequestUsage,
  work: () => Promise<T>,
  owner: () => string | undefined = () => undefined,
): Promise<T> {
  return inContext({ usage, owner }, work);
}

export function emptyUsage(): RequestUsage {
  return { characters: 0, files: 0, engine: "", source: "", target: "", projectId: "" };
}

/** Adds to the usage of the current request; does nothing outside a request, as in a job. */
export function countUsage(used: Partial<RequestUsage>): void {
  const usage = workContext().usage as RequestUsage | undefined;
  if (!usage) return;
  usage.characters += used.characters ?? 0;
  usage.files += used.files ?? 0;
  usage.engine = used.engine ?? usage.engine;
  usage.source = used.source ?? usage.source;
  usage.target = used.target ?? usage.target;
  usage.projectId = used.projectId ?? usage.projectId;
}

export type UsageEntry = RequestUsage & {
  accountId: string;
  /** Null for requests from the dashboard. */
  keyId: string | null;
  /** Of the client, for the key's last use. */
  address?: string;
  endpoint: string;
  outcome: "served" | "refused" | "failed";
};

type Sum = Omit<UsageEntry, "outcome" | "address"> & {
  hour: number;
  requests: number;
  refused: number;
  failed: number;
};

/** Longest time in milliseconds that entries are buffered, so that recording usage adds no query to a request. */
const FLUSH_MS = 1_000;

type LastUse = { readonly at: number; readonly address?: string };
type Buffer = {
  sums: Map<string, Sum>;
  keys: Map<string, LastUse>;
  timer: NodeJS.Timeout | null;
  flushing: Promise<void>;
};
const buffer = perProcess("usage", (): Buffer => {
  return { sums: new Map(), keys: new Map(), timer: null, flushing: Promise.resolve() };
})();

/** Records one finished request. Written within a second; a crash may lose statistics of a second, never a charge. */
export function recordUsage(entry: UsageEntry, now = Date.now()): void {
  const { outcome, address, ...used } = entry;
  const [refused, failed] = [outcome === "refused" ? 1 : 0, outcome === "failed" ? 1 : 0];
  add({ ...used, hour: hourOf(now), requests: 1, refused, failed });
  if (entry.keyId) buffer.keys.set(entry.keyId, { at: now, address });
  flushSoon();
}

/**
 * Records the work of a job, whose request was already counted, in the transaction of the job's effects: an interrupted
 * job that runs again is counted once.
 */
export async function recordWork(tx: Transaction, work: Omit<UsageEntry, "outcome" | "address">): Promise<void> {
  await tx.execute(insertion([{ ...work, hour: hourOf(Date.now()), requests: 0, refused: 0, failed: 0 }]));
}

const hourOf = (time: number): number => Math.floor(time / 3_600_000) * 3_600_000;

function add(more: Sum): void {
  const { accountId, hour, keyId, endpoint, engine, source, target, projectId } = more;
  const name = [accountId, hour, keyId ?? "", endpoint, engine, source, target, projectId].join("\n");
  const sum = buffer.sums.get(name);
  if (!sum) {
    buffer.sums.set(name, { ...more });
    return;
  }
  for (const count of ["requests", "characters", "files", "refused", "failed"] as const) sum[count] += more[count];
}

function flushSoon(): void {
  buffer.timer ??= setTimeout(() => {
    flushUsage().catch((error) => log.warn(describeError(error), "could not write usage; retrying"));
  }, FLUSH_MS).unref();
}

/** Writes buffered entries: called by a timer, before usage is read, and at shutdown. Failed writes are retried. */
export function flushUsage(): Promise<void> {
  buffer.flushing = buffer.flushing.then(writeOut, writeOut);
  return buffer.flushing;
}

async function writeOut(): Promise<void> {
  if (buffer.timer) clearTimeout(buffer.timer);
  buffer.timer = null;
  const sums = [...buffer.sums.values()];
  const keys = [...buffer.keys];
  buffer.sums.clear();
  buffer.keys.clear();
  if (sums.length > 0)
    await db()
      .execute(insertion(sums))
      .catch((error) => {
        for (const sum of sums) add(sum);
        flushSoon();
        throw error;
      });
  if (keys.length > 0) await writeLastUse(keys);
}

/** Omits rows of accounts that were deleted in the meantime. */
function insertion(sums: readonly Sum[]) {
  const rows = sums.map((sum) => ({ ...sum, key: sum.keyId ?? "", at: new Date(sum.hour).toISOString() }));
  return raw`
    insert into usage_hours as u (account_id, hour, key_id, endpoint, engine, source, target, project_id, requests, characters, files, refused, failed)
    select r."accountId", r.at, r.key, r.endpoint, r.engine, r.source, r.target, r."projectId", r.requests, r.characters, r.files, r.refused, r.failed
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r("accountId" text, at timestamptz, key text, endpoint text,
        engine text, source text, target text, "projectId" text, requests bigint, characters bigint, files bigint, refused bigint, failed bigint)
     where exists (select from accounts a where a.id = r."accountId")
    on conflict (account_id, hour, key_id, endpoint, engine, source, target, project_id) do update set
      requests = u.requests + excluded.requests, characters = u.characters + excluded.characters,
      files = u.files + excluded.files, refused = u.refused + excluded.refused, failed = u.failed + excluded.failed`;
}

/** A lost update does no harm: the key's next request writes it again. */
async function writeLastUse(keys: readonly (readonly [id: string, use: LastUse])[]): Promise<void> {
  const used = keys.map(([id, { at, address }]) => ({ id, at: new Date(at).toISOString(), address }));
  await sql()`
    update api_keys k set last_used_at = date_trunc('minute', r.at), last_used_from = r.address
      from jsonb_to_recordset(${JSON.stringify(used)}::text::jsonb) as r(id text, at timestamptz, address text)
     where k.id = r.id and (k.last_used_at is null or k.last_used_at < date_trunc('minute', r.at))`;
}
