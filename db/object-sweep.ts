import { log } from "@/lib/base/log";
import { bucket, requireBucket } from "@/lib/base/storage/bucket";
import { StorageSettingsError } from "@/lib/base/storage/s3";
import { OBJECT_TABLES } from "./chunks";
import { sql } from "./client";
import { ownsBucket, SHARED_BUCKET } from "./object-owner";

/** Minutes after a row was deleted until its object is. Longer than any download that started before. */
const DELETION_MINUTES = 60;
/** Minimum hours before an object without a row is an orphan. Longer than any transaction that will add the row. */
const ORPHAN_HOURS = 24;
const BATCH_SIZE = 500;

const references = () =>
  sql().unsafe(
    OBJECT_TABLES.map(({ name }) => `select object_key from ${name} where object_key is not null`).join(" union all "),
  );

/** Deletes the objects whose last row was deleted some time ago. Does nothing without object storage. */
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

/** Once a day, on one server: deletes orphans, and logs missing objects. */
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
  /** Objects that a row refers to but that the bucket does not have. */
  readonly missing: readonly string[];
  readonly objects: number;
};

/**
 * Compares the bucket with the rows in both directions, and deletes old objects without a row. Throws StorageError.
 * @param hours minimum age of an orphan
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
  // Reads the rows first: an object that is stored during the sweep is too young to count as an orphan.
  const rows = await sql()<{ key: string }[]>`select distinct object_key as key from (${references()}) r`;
  const referred = new Set(rows.map((row) => row.key));
  const listed = new Set<string>();
  let [orphans, orphanBytes, objects] = [0, 0, 0];
  const started = performance.now();
  for await (const page of store.list()) {
    // Uses the storage's clock, which set the objects' times, because this machine's clock may be wrong.
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
  // Checks again, because a row may have been deleted or its bytes moved since the list was read.
  for (const key of referred)
    if (!listed.has(key) && (await isReferredTo(key)) && !(await store.exists(key))) missing.push(key);
  return { orphans, orphanBytes, missing, objects };
}

/** False for other objects below the prefix, such as backups, which the sweep must not touch. */
function isOurs(key: string): boolean {
  return OBJECT_TABLES.some(({ kind }) => key.startsWith(`${kind}/`));
}

async function isReferredTo(key: string): Promise<boolean> {
  return (await sql()`select 1 from (${references()}) r where r.object_key = ${key} limit 1`).length > 0;
}
