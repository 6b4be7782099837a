import { and, asc, desc, eq, inArray, isNull, not, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { accounts, members, notifications, users } from "@/db/schema";
import type { NotificationData } from "@/db/schema/notifications";
import { newId } from "@/lib/base/ids";
import type { Person } from "@/lib/identity/auth/caller";
import type { LanguageRequestBody } from "@/lib/schemas/notifications";
import type { NotificationKind } from "@/lib/vocabulary/events";
import { isNews } from "@/lib/work/notifications/notifications";
import { canTranslate, servedTags } from "./languages";

/** Maximum unanswered requests per person; older ones are dropped. */
const MAX_OPEN = 20;

/** The requested pair, or a single language. */
type Wish = Pick<NotificationData, "source" | "language">;

/** Requests that are not answered are never mailed, so the index of notifications to mail contains them. */
const isAwaited = and(isNull(notifications.mailedAt), not(isNews));

/** Requests a pair or language. Notifies the person once it is available, and administrators how many request it. */
export async function requestLanguage(
  caller: Person,
  { source, target }: z.output<typeof LanguageRequestBody>,
): Promise<void> {
  const wish: Wish = { language: target, ...(source ? { source } : {}) };
  const { accountId, userId } = caller;
  await db().transaction(async (tx) => {
    // Locked, so that concurrent requests are counted correctly.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('language requests'))`);
    const isOwn = and(isAwaited, eq(notifications.accountId, accountId), eq(notifications.userId, userId));
    await tx.delete(notifications).where(and(isOwn, isFor(wish)));
    const open = await tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(isOwn)
      .orderBy(desc(notifications.id));
    const oldest = open.slice(MAX_OPEN - 1).map(({ id }) => id);
    if (oldest.length > 0) await tx.delete(notifications).where(inArray(notifications.id, oldest));
    await tx.insert(notifications).values(noticeOf(caller, "language_works", { ...wish, isAwaited: true }));
    if (!caller.isAdmin) await notifyAdministrators(tx, wish);
  });
}

/** Notifies people of requested languages that have become available. */
export async function answerLanguageRequests(): Promise<void> {
  const open = await db()
    .select({ id: notifications.id, wish: notifications.data, localOnly: accounts.localOnly })
    .from(notifications)
    .innerJoin(accounts, eq(accounts.id, notifications.accountId))
    .where(isAwaited)
    .orderBy(asc(notifications.id));
  for (const { id, wish, localOnly } of open) {
    const { source, language = "" } = wish;
    const works = source
      ? await canTranslate(source, language, { localOnly })
      : (await servedTags({ localOnly })).all.set.has(language);
    if (!works) continue;
    await db().transaction(async (tx) => {
      await tx
        .update(notifications)
        .set({ id: newId("notification"), data: sql`${notifications.data} - 'isAwaited'`, createdAt: sql`now()` })
        .where(and(eq(notifications.id, id), isAwaited));
      if ((await tx.$count(notifications, isOpen(wish))) === 0) await notifyAdministrators(tx, wish);
    });
  }
}

/** Each administrator has one entry per request and workspace, which is updated; one of them is mailed. */
async function notifyAdministrators(tx: Transaction, wish: Wish): Promise<void> {
  const people = await tx.selectDistinct({ id: notifications.userId }).from(notifications).where(isOpen(wish));
  const seats = await tx
    .select({ accountId: members.accountId, userId: members.userId })
    .from(members)
    .innerJoin(users, and(eq(users.id, members.userId), users.isAdmin))
    .orderBy(asc(members.createdAt));
  for (const [index, seat] of seats.entries()) {
    const isOfSeat = and(eq(notifications.accountId, seat.accountId), eq(notifications.userId, seat.userId));
    await tx.delete(notifications).where(and(isOfSeat, eq(notifications.kind, "language_requested"), isFor(wish)));
    if (people.length > 0)
      await tx.insert(notifications).values({
        ...noticeOf(seat, "language_requested", { ...wish, count: people.length }),
        mailedAt: seats.findIndex(({ userId }) => userId === seat.userId) === index ? null : new Date(),
      });
  }
}

function noticeOf(
  { accountId, userId }: Pick<Person, "accountId" | "userId">,
  kind: NotificationKind,
  data: NotificationData,
) {
  return { id: newId("notification"), accountId, userId, kind, data };
}

function isOpen(wish: Wish) {
  return and(isAwaited, isFor(wish));
}

function isFor({ source, language }: Wish) {
  return sql`array[${notifications.data} ->> 'source', ${notifications.data} ->> 'language'] = array[${source ?? null}, ${language}]::text[]`;
}
