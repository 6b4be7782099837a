"use client";

import Link from "next/link";
import { useLocale, useTranslations } from "use-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useDateFormat } from "@/components/ui/date-format";
import { Sheet } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import {
  AtSign,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  Download,
  type IconComponent,
  Languages,
  Undo2,
  UserPlus,
} from "@/components/ui/icons";
import { LoadMore } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { useNotifications, useReadNotifications } from "@/lib/client/notifications";
import { browserTimeZone } from "@/lib/client/time-zone";
import type { Notification } from "@/lib/schemas/notifications";
import { languageName } from "@/lib/text/languages";
import { type NotificationKind, notificationPath } from "@/lib/vocabulary/events";
import { useKeptDateSettings } from "./use-kept-date-settings";

const ICONS: Readonly<Record<NotificationKind, IconComponent>> = {
  sent_back: Undo2,
  mentioned: AtSign,
  assigned: UserPlus,
  due_soon: CalendarClock,
  due: CalendarClock,
  finished: CircleCheck,
  export_ready: Download,
  failed: CircleAlert,
  language_works: Languages,
  language_requested: Languages,
};

/** The person's notifications. Opening one marks it as read. */
export default function NotificationSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations("notifications");
  const list = useNotifications();
  const read = useReadNotifications();
  useKeptDateSettings();
  const shown = list.data?.pages.flatMap((page) => page.notifications) ?? [];
  return (
    <Sheet open onOpenChange={onClose} title={t("title")}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            disabled={shown.every(({ readAt }) => readAt !== null)}
            pending={read.isPending}
            onClick={() => read.mutate(undefined)}
          >
            {t("readAll")}
          </Button>
          <Link href="/settings/notifications" onClick={onClose} className={buttonClass("ghost", "sm")}>
            {t("toSettings")}
          </Link>
        </div>
        <Failure error={list.error} title={t("listFailed")} onRetry={() => void list.refetch()} />
        {list.isPending ? <Skeleton className="h-16" /> : null}
        {list.isSuccess && shown.length === 0 ? <p className="py-10 text-center text-muted">{t("empty")}</p> : null}
        <ul aria-label={t("title")} className="-mx-2 flex flex-col gap-0.5">
          {shown.map((one) => (
            <li key={one.id}>
              <Entry
                notification={one}
                onOpen={() => {
                  if (one.readAt === null) read.mutate([one.id]);
                  onClose();
                }}
              />
            </li>
          ))}
        </ul>
        <LoadMore list={list} shown={shown.length} />
      </div>
    </Sheet>
  );
}

function Entry({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const t = useTranslations("notifications");
  const locale = useLocale();
  const format = useDateFormat();
  const { kind, projectName, source, language, count, dueAt, actorType, actorName, createdAt, readAt } = notification;
  const name = language ? languageName(language, locale) : "";
  const Icon = ICONS[kind];
  return (
    <Link
      href={notificationPath(notification)}
      onClick={onOpen}
      className={cx("flex gap-3 rounded-md p-2.5 hover:bg-hover", readAt === null && "bg-accent-soft/50")}
    >
      <Icon className={cx("mt-0.5 size-4.5 shrink-0", readAt === null ? "text-accent" : "text-muted")} />
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className={cx("break-words", readAt === null && "font-medium")}>
          {t(`lines.${kind}`, {
            actor: actorName === null ? "Dragoman" : t("actor", { type: actorType, name: actorName }),
            project:
              kind === "due_soon" && name
                ? t("languageOfProject", { project: projectName, language: name })
                : projectName,
            language: name,
            source: source ? languageName(source, locale) : "none",
            count,
            date: dueAt ? format.dateTime(new Date(dueAt), { dateStyle: "medium", timeZone: browserTimeZone() }) : "",
          })}
          {readAt === null ? <span className="sr-only"> ({t("unread")})</span> : null}
        </span>
        <Time value={createdAt} show="relative" className="text-sm text-muted" />
      </span>
    </Link>
  );
}
