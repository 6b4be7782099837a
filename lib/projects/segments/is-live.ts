import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { segments } from "@/db/schema";

/** The condition that a segment is in the current version of its document. */
export function isLive(segmentId: PgColumn): SQL {
  return sql`exists (select 1 from ${segments} where ${segments.id} = ${segmentId} and ${segments.removedIn} is null)`;
}
