import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { members, notifications, projectLanguages, projects, users } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import { timeZoneOf } from "@/lib/vocabulary/events";
import { OPEN_PROJECT_STATUSES } from "@/lib/vocabulary/segments";
import { responsibleFor } from "./notify";

/** Days before a due date when the first reminder is sent; the second is sent on the day itself. */
const DAYS_BEFORE = 2;
/** Hour of the person's day before which no reminder is sent. */
const MORNING = 8;
/** Days to look ahead for due dates, so that every time zone is covered. */
const HORIZON_DAYS = DAYS_BEFORE + 2;

/** The due date of a project or of one of its languages. */
type Due = {
  readonly accountId: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly language: string | null;
  readonly dueAt: Date;
};

/** Reminds people of due dates of their work: two days before and on the day, in their time zone, once each. */
export async function remindOfDueDates(now = new Date()): Promise<void> {
  for (const projectId of await projectsDueSoon(now)) {
    await db().transaction(async (tx) => {
      // Locks the project, so that only one process sends its reminders.
      const [project] = await tx
        .select({ id: projects.id, accountId: projects.accountId, name: projects.name, dueAt: projects.dueAt })
        .from(projects)
        .where(eq(projects.id, projectId))
        .for("update", { skipLocked: true });
      if (!project) return;
      const shared = { accountId: project.accountId, projectId, projectName: project.name };
      if (project.dueAt && project.dueAt > now)
        await remind(tx, { ...shared, language: null, dueAt: project.dueAt }, await responsibleFor(tx, projectId), now);
      const languages = await tx
        .select()
        .from(projectLanguages)
        .where(
          and(
            eq(projectLanguages.projectId, projectId),
            gt(projectLanguages.dueAt, now),
            ne(projectLanguages.status, "completed"),
          ),
        );
      for (const { language, dueAt, translatorId, reviewerId } of languages)
        if (dueAt && dueAt.getTime() !== project.dueAt?.getTime())
          await remind(tx, { ...shared, language, dueAt }, [translatorId, reviewerId], now);
    });
  }
}

async function projectsDueSoon(now: Date): Promise<readonly string[]> {
  const end = new Date(now.getTime() + HORIZON_DAYS * 86_400_000);
  const isOpen = and(isNull(projects.deletedAt), inArray(projects.status, [...OPEN_PROJECT_STATUSES]));
  const [whole, parts] = await Promise.all([
    db()
      .select({ id: projects.id })
      .from(projects)
      .where(and(gt(projects.dueAt, now), lt(projects.dueAt, end), isNull(projects.overdueToldAt), isOpen))
      .orderBy(asc(projects.dueAt)),
    db()
      .selectDistinct({ id: projects.id })
      .from(projectLanguages)
      .innerJoin(projects, eq(projects.id, projectLanguages.projectId))
      .where(
        and(
          gt(projectLanguages.dueAt, now),
          lt(projectLanguages.dueAt, end),
          isNull(projectLanguages.completedAt),
          isOpen,
        ),
      ),
  ]);
  return [...new Set([...whole, ...parts].map(({ id }) => id))];
}

async function remind(tx: Transaction, due: Due, people: readonly (string | null)[], now: Date): Promise<void> {
  const ids = [...new Set(people.filter((id) => id !== null))];
  if (ids.length === 0) return;
  const { accountId, projectId, projectName, language, dueAt } = due;
  const present = await tx
    .select({ id: users.id, preferences: users.preferences })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.accountId, accountId), inArray(members.userId, ids)));
  const sent = await tx
    .select({ userId: notifications.userId, data: notifications.data })
    .from(notifications)
    .where(
      and(
        eq(notifications.accountId, accountId),
        inArray(notifications.userId, ids),
        eq(notifications.kind, "due_soon"),
        eq(notifications.projectId, projectId),
        sql`${notifications.data} ->> 'dueAt' = ${dueAt.toISOString()}`,
      ),
    );
  const rows = present.flatMap(({ id, preferences }) => {
    const daysLeft = daysUntil(dueAt, now, timeZoneOf(preferences));
    if (daysLeft === null || daysLeft > DAYS_BEFORE) return [];
    const isSent = sent.some(
      ({ userId, data }) =>
        userId === id && (data.language ?? null) === language && (data.daysLeft === 0) === (daysLeft === 0),
    );
    if (isSent) return [];
    const data = { projectName, dueAt: dueAt.toISOString(), daysLeft, ...(language ? { language } : {}) };
    return [{ id: newId("notification"), accountId, userId: id, kind: "due_soon" as const, projectId, data }];
  });
  if (rows.length > 0) await tx.insert(notifications).values(rows);
}

/** Days from today to the day of `time` in a time zone; null if it is too early there to send a reminder. */
export function daysUntil(time: Date, now: Date, timeZone: string): number | null {
  const parts = (date: Date) =>
    Object.fromEntries(
      new Intl.DateTimeFormat("en-CA", {
        timeZone,
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        hourCycle: "h23",
      })
        .formatToParts(date)
        .map(({ type, value }) => [type, Number(value)]),
    );
  const [then, today] = [parts(time), parts(now)];
  if (today.hour! < MORNING) return null;
  const dayOf = ({ year, month, day }: Record<string, number>) => Date.UTC(year!, month! - 1, day);
  return Math.round((dayOf(then) - dayOf(today)) / 86_400_000);
}
