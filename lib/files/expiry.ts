import { inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { fileChunks, files } from "@/db/schema";
import { TOMBSTONE_DAYS } from "./files";

/** Deletes the bytes of expired files, and the rows of those that expired 30 days ago. */
export async function expireFiles(): Promise<void> {
  const expired = db().select({ id: files.id }).from(files).where(sql`${files.expiresAt} <= now()`);
  await db().delete(fileChunks).where(inArray(fileChunks.fileId, expired));
  await db().delete(files).where(sql`${files.expiresAt} <= now() - make_interval(days => ${TOMBSTONE_DAYS})`);
}
