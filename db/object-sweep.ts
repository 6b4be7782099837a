import { log } from "@/lib/base/log";
import { bucket, requireBucket } from "@/lib/base/storage/bucket";
import { StorageSettingsError } from "@/lib/base/storage/s3";
import { OBJECT_TABLES } from "./chunks";
import { sql } from "./client";
import { ownsBucket, SHARED_BUCKET } from "./object-owner";

/** Longer than any download takes that began before the row was deleted. */
const DELETION_MINUTES = 60;
/** Longer than any transaction takes whose object is not yet referred to. */
const ORPHAN_HOURS = 24;
const BATCH_SIZE = 500;

const references = () =>
  sql().unsafe(
    OBJECT_TABLES.map(({ name }) => `select object_key from ${name} where object_key is not null`).join(" union all "),
  );

/** Deletes the objects whose last row was deleted a while ago. Does nothing without object storage. */
export async function deleteObjects(minutes = DELETION_MINUTES): Promise<void> {
  const store = bucket();
  if (!store) return;
  for (;;) {
    const due = await sql()<{ key: string; isReferred: boolean }[]>`
      select d.key, exists (select from (${references()}) r where r.object_key = d.key) as "isReferred"
        from object_deletions d where d.at <= now() - make_interval(mins => ${minutes})
       order by d.at limit ${BATCH_SIZE}`;
    if (due.length > 0 && !(await ownsBucket())) {
      log.error(SHARED_BUCKET);
      return;
    }
    for (const { key, isReferred } of due) {
      if (!isReferred) await store.delete(key);
      await sql()`delete from object_deletions where key = ${key}`;
    }
    if (due.length < BATCH_SIZE) return;
  }
}

/** Deletes orphans once a day, on one server, and reports missing objects in the log. */
export async function sweepDaily(): Promise<void> {
  if (!bucket()) return;
  const { count } = await sql()`
    insert into server_settings (name, value) values ('objects_swept', 'true')
    on conflict (name) do update set updated_at = now()
     where server_settings.updated_at < now() - interval '1 day'`;
  if (count === 0) return;
  const { missing } = await sweepObjects({ remove: await ownsBucket() });
  if (missing.length > 0) log.error({ count: missing.length }, "objects are missing in object storage");
}

export type Sweep = {
  /** Objects that no row refers to. */
  readonly orphans: number;
  readonly orphanBytes: number;
  /** Objects that rows refer to and the bucket does not have. */
  readonly missing: readonly string[];
  readonly objects: number;
};

/**
 * Compares the bucket with the rows in both directions, and deletes old objects without a row. Throws StorageError.
 * @param hours minimum age of what counts as an orphan
 */
export async function sweepObjects({
  remove,
  hours = ORPHAN_HOURS,
}: {
  remove: boolean;
  hours?: number;
}): Promise<Sweep> {
  const store = requireBucket();
  if (remove && !(await ownsBucket())) throw new StorageSettingsError(SHARED_BUCKET);
  // Rows first: an object that is stored during the sweep is young, and no orphan.
  const rows = await sql()<{ key: string }[]>`select distinct object_key as key from (${references()}) r`;
  const referred = new Set(rows.map((row) => row.key));
  const listed = new Set<string>();
  let [orphans, orphanBytes, objects] = [0, 0, 0];
  const started = performance.now();
  for await (const page of store.list()) {
    // By the storage's clock, which gave the objects their times: this machine's may be wrong.
    const before = store.now() - (performance.now() - started) - hours * 3_600_000;
    for (const { key, bytes, modifiedAt } of page) {
      objects += 1;
      if (referred.has(key)) listed.add(key);
      else if (modifiedAt.getTime() <= before && isOurs(key)) {
        orphans += 1;
        orphanBytes += bytes;
        if (remove) await store.delete(key);
      }
    }
  }
  const missing: string[] = [];
  // A row may have been deleted, or its bytes moved, since the list was read.
  for (const key of referred)
    if (!listed.has(key) && (await isReferredTo(key)) && !(await store.exists(key))) missing.push(key);
  return { orphans, orphanBytes, missing, objects };
}

/** Other objects below the prefix, such as backups, are not touched. */
function isOurs(key: string): boolean {
  return OBJECT_TABLES.some(({ kind }) => key.startsWith(`${kind}/`));
}

async function isReferredTo(key: string): Promise<boolean> {
  return (await sql()`select 1 from (${references()}) r where r.object_key = ${key} limit 1`).length > 0;
}
