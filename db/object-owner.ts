import { randomUUID } from "node:crypto";
import { requireBucket } from "@/lib/base/storage/bucket";
import { sql } from "./client";

/** Row of server_settings with the random id of this database, which marks the objects in a bucket as its own. */
export const STORAGE_ID = "storage_id";
/** Key of the object that contains the owner's id. */
const KEY = "owner";

export const SHARED_BUCKET =
  "Another database owns the objects below the prefix of FILES_URL, so nothing is deleted there. Give each database a prefix of its own, or run npm run files -- adopt if this one replaces it.";

/**
 * Whether this database may delete objects in the bucket: the first one that asks may, until another adopts the bucket.
 * A restored copy lacks rows for newer objects of the original, and would delete them as orphans.
 */
export async function ownsBucket(): Promise<boolean> {
  const store = requireBucket();
  const id = await storageId();
  const owner = await store.get(KEY);
  if (owner) return (await new Response(owner).text()) === id;
  await store.put(KEY, [Buffer.from(id)]);
  return true;
}

/** Makes this database the owner of the bucket. */
export async function adoptBucket(): Promise<void> {
  await requireBucket().put(KEY, [Buffer.from(await storageId())]);
}

async function storageId(): Promise<string> {
  await sql()`insert into server_settings (name, value) values (${STORAGE_ID}, ${sql().json(randomUUID())}) on conflict do nothing`;
  const [row] = await sql()<{ value: string }[]>`select value from server_settings where name = ${STORAGE_ID}`;
  return row?.value ?? "";
}
