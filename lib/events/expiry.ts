import { asc, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { events } from "@/db/schema";

/** Retention of events and their deliveries in days. */
const RETENTION_DAYS = 35;
const BATCH_SIZE = 2_000;

/** Deletes expired events in batches, so that nothing is blocked for long. */
export async function deleteOldEvents(): Promise<void> {
  for (;;) {
    const old = await db()
      .select({ sequence: events.sequence })
      .from(events)
      .where(sql`${events.createdAt} < now() - make_interval(days => ${RETENTION_DAYS})`)
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
