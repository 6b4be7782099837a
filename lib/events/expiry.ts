import { asc, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { events } from "@/db/schema";

/** Days that events are kept, and with them their deliveries. */
const RETENTION_DAYS = 35;
const BATCH_SIZE = 2_000;

/** Deletes events that are older than they are kept, some at a time, so that nothing waits long for it. */
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
