/** Events of `GET /events`, project activity and webhooks. Within v1, types are only added. */
export const EVENT_TYPES = [
  "project.created",
  "project.updated",
  "project.status_changed",
  "project.completed",
  "project.reopened",
  "project.cancelled",
  "project.archived",
  "project.restored",
  "project.deleted",
  "project.language.added",
  "project.language.status_changed",
  "project.overdue",
  "document.added",
  "document.ready",
  "document.failed",
  "document.updated",
  "document.deleted",
  "translations.pretranslated",
  "translations.updated",
  "translations.reviewed",
  "translations.sent_back",
  "comment.created",
  "issue.opened",
  "issue.resolved",
  "job.failed",
  "job.partially_failed",
  "export.ready",
  "export.failed",
  "webhook.test",
  "webhook.failing",
  "webhook.disabled",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Kinds of notifications. */
export const NOTIFICATION_KINDS = [
  "sent_back",
  "mentioned",
  "assigned",
  "due_soon",
  "due",
  "finished",
  "export_ready",
  "failed",
  "language_works",
  "language_requested",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

type NotificationLink = {
  readonly kind: NotificationKind;
  readonly projectId: string | null;
  readonly source?: string | null;
  readonly language?: string | null;
  readonly segmentId?: string | null;
};

/** The page that a notification leads to. */
export function notificationPath({ kind, projectId, source, language, segmentId }: NotificationLink): string {
  if (kind === "language_requested") return "/admin/models";
  if (projectId === null) return source ? `/?source=${source}&target=${language}` : "/languages";
  if (language && segmentId) return `/projects/${projectId}/edit/${language}?segment=${segmentId}`;
  return kind === "export_ready" ? `/projects/${projectId}/exports` : `/projects/${projectId}`;
}

/** When a notification is mailed, besides being listed in the dashboard. */
export const MAIL_TIMES = ["now", "daily", "never"] as const;
export type MailTime = (typeof MAIL_TIMES)[number];

/** Default mail times: immediately for tasks that wait for the person, daily for information. */
const DEFAULT_TIMES: Readonly<Record<NotificationKind, MailTime>> = {
  sent_back: "now",
  mentioned: "now",
  assigned: "now",
  due_soon: "now",
  due: "now",
  finished: "daily",
  export_ready: "never",
  failed: "daily",
  language_works: "now",
  language_requested: "daily",
};

/** Name of the preference with the mail time of a kind. */
export function mailTimePreference(kind: NotificationKind): string {
  return `mail:${kind}`;
}

/** The mail time of a kind from a person's preferences. */
export function mailTimeOf(kind: NotificationKind, preferences: Readonly<Record<string, unknown>>): MailTime {
  const chosen = preferences[mailTimePreference(kind)];
  return MAIL_TIMES.find((time) => time === chosen) ?? DEFAULT_TIMES[kind];
}

/** Name of the preference that stores the time zone of a person's browser. */
export const TIME_ZONE_PREFERENCE = "timeZone";

/** The time zone from a person's preferences; UTC if unknown. */
export function timeZoneOf(preferences: Readonly<Record<string, unknown>>): string {
  const zone = preferences[TIME_ZONE_PREFERENCE];
  if (typeof zone !== "string") return "UTC";
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** Name of the preference that stores the locale of dates in a person's browser. */
export const DATE_LOCALE_PREFERENCE = "dateLocale";

/** The locale of dates from a person's preferences: the language with their region, or without it if unknown. */
export function dateLocaleOf(locale: string, preferences: Readonly<Record<string, unknown>>): string {
  const stored = preferences[DATE_LOCALE_PREFERENCE];
  // The person may have chosen another language after the locale was stored.
  if (typeof stored !== "string" || !stored.toLowerCase().startsWith(`${locale.toLowerCase()}-`)) return locale;
  try {
    return Intl.getCanonicalLocales(stored)[0] ?? locale;
  } catch {
    return locale;
  }
}
