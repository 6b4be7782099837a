import { sql } from "@/db/client";
import { deleteRows } from "@/db/delete-batches";
import { TOMBSTONE_DAYS } from "./files";

/** Deletes the bytes of expired files, and the rows of those that expired 30 days ago. */
export async function expireFiles(): Promise<void> {
  await deleteRows("file_chunks", sql()`file_id in (select id from files where expires_at <= now())`);
  await deleteRows("files", sql()`expires_at <= now() - make_interval(days => ${TOMBSTONE_DAYS})`);
}
