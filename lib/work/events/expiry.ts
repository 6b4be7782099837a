import { asc, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { events } from "@/db/schema";
import { env } from "@/lib/base/env";

const BATCH_SIZE = 2_000;

/** Deletes expired events with their deliveries, in batches, so that no statement holds locks for long. */
export async function deleteOldEvents(): Promise<void> {
  for (;;) {
    const old = await db()
      .select({ sequence: events.sequence })
      .from(events)
      .where(sql`${events.createdAt} < now() - make_interval(days => ${env().RETENTION_EVENTS_DAYS})`)
      .orderBy(asc(events.createdAt))
      .limit(BATCH_SIZE);
    if (old.length > 0)
      await db()
        .delete(events)
        .where(
          inArray(
            events.sequence,
            old.map((event) => event.sequence),
          ),
        );
    if (old.length < BATCH_SIZE) return;
  }
}
