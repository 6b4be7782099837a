import { and, asc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { createTranslator } from "use-intl/core";
import { db } from "@/db/client";
import { notifications, users } from "@/db/schema";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { canMail, mailedUrl, sendMail } from "@/lib/base/mail";
import { catalogue } from "@/lib/i18n/catalogue";
import { languageName } from "@/lib/text/languages";
import { dateLocaleOf, type MailTime, mailTimeOf, notificationPath, timeZoneOf } from "@/lib/vocabulary/events";
import { isLocale, type Locale } from "@/lib/vocabulary/locales";
import { isNews } from "./notifications";
import { unsubscribeToken } from "./unsubscribe";

/** Seconds that a notification waits, so that one mail can contain several. */
const WAIT_SECONDS: Readonly<Record<Exclude<MailTime, "never">, number>> = { now: 120, daily: 86_400 };
/** Maximum notifications listed in one mail. */
const MAX_LISTED = 20;
/** People per query. */
const BATCH = 100;

const isToBeMailed = and(isNull(notifications.mailedAt), isNews);

type Row = typeof notifications.$inferSelect;
type Reader = Pick<typeof users.$inferSelect, "id" | "name" | "email" | "locale" | "preferences">;

/**
 * Mails the notifications that are due: soon ones together in one mail, and daily ones in one mail a day. Omits read
 * notifications and those of which the person wants no mail. Without a mail server nothing is queued.
 * @param batch a parameter only for tests
 */
export async function mailNotifications(batch = BATCH): Promise<void> {
  let people: readonly string[];
  let after = "";
  // Each run handles all people: otherwise many who wait for a daily mail would delay the others.
  do {
    people = await peopleWithMail(after, batch);
    for (const userId of people) await mailTo(userId);
    after = people.at(-1) ?? after;
  } while (people.length === batch);
}

async function peopleWithMail(after: string, batch: number): Promise<readonly string[]> {
  const rows = await db()
    .selectDistinct({ userId: notifications.userId })
    .from(notifications)
    .where(
      and(
        gt(notifications.userId, after),
        isToBeMailed,
        lt(notifications.createdAt, sql`now() - make_interval(secs => ${WAIT_SECONDS.now})`),
      ),
    )
    .orderBy(asc(notifications.userId))
    .limit(batch);
  return rows.map(({ userId }) => userId);
}

async function mailTo(userId: string): Promise<void> {
  const due = await claim(userId);
  if (!due) return;
  try {
    await sendMail({ to: due.reader.email, ...write(due.reader, due.rows) });
  } catch (error) {
    log.warn({ ...describeError(error), user: userId }, "could not mail notifications; retrying");
    const ids = due.rows.map(({ id }) => id);
    await db().update(notifications).set({ mailedAt: null }).where(inArray(notifications.id, ids));
  }
}

/** Removes the content of one mail from the queue; null if none is due. Other processes skip locked rows. */
async function claim(userId: string): Promise<{ reader: Reader; rows: readonly Row[] } | null> {
  return db().transaction(async (tx) => {
    const waiting = await tx
      .select({ row: notifications, age: sql<number>`extract(epoch from now() - ${notifications.createdAt})::float8` })
      .from(notifications)
      .where(and(eq(notifications.userId, userId), isToBeMailed))
      .orderBy(asc(notifications.id))
      .for("update", { skipLocked: true });
    const [reader] = await tx
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        locale: users.locale,
        preferences: users.preferences,
      })
      .from(users)
      .where(eq(users.id, userId));
    if (!reader || waiting.length === 0) return null;
    const timeOf = ({ kind }: Row) => (canMail() ? mailTimeOf(kind, reader.preferences) : "never");
    const silent = waiting.filter(({ row }) => row.readAt !== null || timeOf(row) === "never");
    const due = (["now", "daily"] as const).flatMap((time) => {
      const group = waiting.filter((one) => !silent.includes(one) && timeOf(one.row) === time);
      return group.some(({ age }) => age >= WAIT_SECONDS[time]) ? group : [];
    });
    const done = [...silent, ...due].map(({ row }) => row.id);
    if (done.length > 0)
      await tx.update(notifications).set({ mailedAt: sql`now()` }).where(inArray(notifications.id, done));
    return due.length > 0 ? { reader, rows: due.map(({ row }) => row) } : null;
  });
}

function write(reader: Reader, rows: readonly Row[]): { subject: string; text: string } {
  const locale: Locale = isLocale(reader.locale) ? reader.locale : env().DEFAULT_LOCALE;
  const t = createTranslator({ locale, messages: catalogue(locale), namespace: "notifications", timeZone: "UTC" });
  const { preferences } = reader;
  const dateLocale = dateLocaleOf(locale, preferences);
  const date = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeZone: timeZoneOf(preferences) });
  const lines = rows.slice(0, MAX_LISTED).map(({ kind, data, projectId }) => {
    const language = data.language ? languageName(data.language, locale) : "";
    const project = data.projectName ?? "";
    const line = t(`lines.${kind}`, {
      actor:
        data.actorName === undefined
          ? "Dragoman"
          : t("actor", { type: data.actorType ?? "user", name: data.actorName }),
      project: kind === "due_soon" && language ? t("languageOfProject", { project, language }) : project,
      language,
      source: data.source ? languageName(data.source, locale) : "none",
      count: data.count ?? 1,
      date: data.dueAt ? date.format(new Date(data.dueAt)) : "",
    });
    return `${line}\n${mailedUrl()}${notificationPath({ kind, projectId, ...data })}`;
  });
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const rest = rows.length - lines.length;
  return {
    subject: rows.length === 1 ? lines[0]!.split("\n")[0]! : t("mail.subject", { count: rows.length }),
    text: [
      t("mail.greeting", { name: reader.name }),
      ...lines,
      ...(rest > 0 ? [t("mail.more", { count: rest })] : []),
      `${t("mail.settings")}\n${mailedUrl()}/settings/notifications`,
      `${t("mail.stop")}\n${mailedUrl()}/unsubscribe#${unsubscribeToken(reader.id, kinds)}`,
      "",
    ].join("\n\n"),
  };
}
