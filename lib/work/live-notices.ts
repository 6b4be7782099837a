import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";

/** PostgreSQL channel of all changes that open event streams report. */
export const LIVE_CHANNEL = "dragoman_live";

/** Segments that open pages must reload, in one language or (null) all; `segmentIds` null: many or unknown segments. */
export type Shown = { readonly language: string | null; readonly segmentIds: readonly string[] | null };

/** Where a person is in the editor, as one browser tab reports it. */
export const PresenceNotice = z.object({
  kind: z.literal("presence"),
  projectId: z.string(),
  userId: z.string(),
  tab: z.string(),
  name: z.string().nullable(),
  /** Null: the tab was closed or left the editor. */
  at: z.object({ language: z.string(), segmentId: z.string().nullable(), editing: z.boolean() }).nullable(),
});
export type PresenceNotice = z.infer<typeof PresenceNotice>;

/** A notification between processes. For changes in a branch, `projectId` is the branch's. */
export const LiveNotice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("changes"), projectId: z.string() }),
  z.object({ kind: z.literal("job"), projectId: z.string(), jobId: z.string() }),
  // Rights have changed; `of` is the id of a person, key or account. Sent by database triggers (migration 0006).
  z.object({ kind: z.literal("rights"), of: z.string() }),
  PresenceNotice,
]);
export type LiveNotice = z.infer<typeof LiveNotice>;

/** Notifies the event streams of all processes on commit. At most 8,000 bytes. */
export async function announce(tx: Transaction, notice: LiveNotice): Promise<void> {
  await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(notice)})`);
}

/** Notifies the event streams of a job's project about the job's state. */
export async function announceJob(tx: Transaction, jobId: string): Promise<void> {
  await tx.execute(sql`
    select pg_notify(${LIVE_CHANNEL}, json_build_object('kind', 'job', 'projectId', project_id, 'jobId', id)::text)
      from jobs where id = ${jobId} and project_id is not null`);
}
