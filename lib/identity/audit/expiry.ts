import { sql } from "@/db/client";
import { env } from "@/lib/base/env";

const BATCH_SIZE = 2_000;

/** Deletes expired entries of the audit log, in batches, so that no statement holds locks for long. */
export async function deleteOldAudit(): Promise<void> {
  for (;;) {
    const { count } = await sql()`
      delete from audit_entries where id in (
        select id from audit_entries
         where created_at < now() - make_interval(days => ${env().RETENTION_AUDIT_DAYS})
         order by created_at limit ${BATCH_SIZE})`;
    if (count < BATCH_SIZE) return;
  }
}
