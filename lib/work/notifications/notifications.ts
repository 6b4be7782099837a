import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, sql as driver } from "@/db/client";
import { deleteRows } from "@/db/delete-batches";
import { notifications } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import type { Person } from "@/lib/identity/auth/caller";
import type { NotificationList, NotificationsQuery, ReadNotificationsBody } from "@/lib/schemas/notifications";

/** Days that notifications are kept. */
const KEPT_DAYS = 90;

/** The person's notifications in their workspace, newest first, without those of deleted projects. */
export async function listNotifications(
  caller: Person,
  { limit, cursor }: z.output<typeof NotificationsQuery>,
): Promise<z.input<typeof NotificationList>> {
  const scope = `notifications ${caller.accountId} ${caller.userId}`;
  const rows = await db()
    .select({ notification: notifications })
    .from(notifications)
    .where(and(isShownTo(caller), cursor ? lt(notifications.id, decodeCursor(scope, cursor)[0] ?? "") : undefined))
    .orderBy(desc(notifications.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ notification }) => encodeCursor(scope, [notification.id]));
  return {
    notifications: page.rows.map(({ notification: { data, ...row } }) => ({
      id: row.id,
      kind: row.kind,
      projectId: row.projectId,
      projectName: data.projectName ?? "",
      source: data.source ?? null,
      language: data.language ?? null,
      segmentId: data.segmentId ?? null,
      count: data.count ?? 1,
      dueAt: data.dueAt ?? null,
      actorType: data.actorType ?? (data.actorName === undefined ? "system" : "user"),
      actorName: data.actorName ?? null,
      createdAt: row.createdAt.toISOString(),
      readAt: row.readAt?.toISOString() ?? null,
    })),
    nextCursor: page.nextCursor,
    unread: await db().$count(notifications, and(isShownTo(caller), isNull(notifications.readAt))),
  };
}

/** Marks notifications as read; all of the workspace without ids. */
export async function readNotifications(
  caller: Person,
  { ids }: z.output<typeof ReadNotificationsBody>,
): Promise<void> {
  await db()
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(ofPerson(caller), isNull(notifications.readAt), ids ? inArray(notifications.id, [...ids]) : undefined));
}

/** Deletes notifications older than {@link KEPT_DAYS}. */
export async function deleteOldNotifications(): Promise<void> {
  await deleteRows("notifications", driver()`created_at < now() - make_interval(days => ${KEPT_DAYS})`);
}

/** Excludes notifications about languages that were requested but are not available yet. */
export const isNews = sql`${notifications.data} -> 'isAwaited' is null`;

function isShownTo(caller: Person) {
  return and(
    ofPerson(caller),
    isNews,
    sql`not exists (select from projects p where p.id = ${notifications.projectId} and p.deleted_at is not null)`,
  );
}

function ofPerson({ accountId, userId }: Person) {
  return and(eq(notifications.accountId, accountId), eq(notifications.userId, userId));
}
