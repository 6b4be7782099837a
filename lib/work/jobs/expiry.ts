import { sql } from "@/db/client";
import { env } from "@/lib/base/env";

const BATCH_SIZE = 2_000;

/**
 * Deletes old finished jobs, in batches, so that no statement holds locks for long. Keeps jobs that a retryable file or
 * an unread document version still references.
 */
export async function deleteOldJobs(): Promise<void> {
  for (;;) {
    const { count } = await sql()`
      delete from jobs where id in (
        select id from jobs j
         where finished_at < now() - make_interval(days => ${env().RETENTION_JOBS_DAYS})
           and not exists (select from files f where f.job_id = j.id)
           and not exists (select from document_versions v where v.job_id = j.id and v.status in ('queued', 'parsing'))
         order by finished_at limit ${BATCH_SIZE})`;
    if (count < BATCH_SIZE) return;
  }
}
