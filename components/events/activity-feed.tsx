"use client";

import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import {
  Ban,
  Bell,
  CheckCheck,
  CircleAlert,
  FileText,
  FolderKanban,
  type IconComponent,
  Languages,
  MessageSquare,
  PackageCheck,
  PenLine,
  Undo2,
} from "@/components/ui/icons";
import { LoadMore } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { type EventPage, useProjectEvents } from "@/lib/client/events";
import { EventSentence } from "./event-sentence";
import { type EventGroup, groupEvents } from "./group-events";

type ActivityFeedProps = {
  readonly projectId: string;
  /** The first page, if loaded by the server. */
  readonly initial?: EventPage;
};

/** The events of a project as sentences, newest first. Requires the messages `events` and `projects`. */
export function ActivityFeed({ projectId, initial }: ActivityFeedProps) {
  const t = useTranslations("events");
  const events = useProjectEvents(projectId, initial);
  const shown = events.data?.pages.flatMap((page) => page.events) ?? [];
  if (events.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        {["a", "b", "c"].map((line) => (
          <Skeleton key={line} className="h-5 w-full max-w-sm" />
        ))}
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <Failure
        error={events.error}
        title={shown.length > 0 ? t("refreshFailed") : t("failed")}
        onRetry={() => void events.refetch()}
      />
      {events.isSuccess && shown.length === 0 ? <p className="text-sm text-muted">{t("empty")}</p> : null}
      {shown.length > 0 ? (
        <>
          <ol aria-label={t("title")} className="flex flex-col gap-3">
            {groupEvents(shown).map(({ event, times }) => (
              <Entry key={event.id} event={event} times={times} />
            ))}
          </ol>
          {events.hasNextPage ? <LoadMore list={events} shown={shown.length} /> : null}
        </>
      ) : null}
    </div>
  );
}

function Entry({ event, times }: EventGroup) {
  const t = useTranslations("events");
  const Icon = iconOf(event.type);
  const reason = event.data.reason;
  return (
    <li className="flex gap-3 text-sm">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="break-words">
          <EventSentence event={event} />
          {times > 1 ? <span className="text-muted"> {t("times", { count: times })}</span> : null}
        </p>
        {typeof reason === "string" && event.type.startsWith("project.") ? (
          <p dir="auto" className="break-words text-muted">
            {reason}
          </p>
        ) : null}
        <Time value={event.timestamp} show="relative" className="text-xs text-muted" />
      </div>
    </li>
  );
}

/** The first match applies; they are sorted from specific to general. */
const ICONS: readonly (readonly [start: string, icon: IconComponent])[] = [
  ["project.completed", CheckCheck],
  ["project.cancelled", Ban],
  ["project.overdue", CircleAlert],
  ["project.language", Languages],
  ["project.", FolderKanban],
  ["document.failed", CircleAlert],
  ["document.", FileText],
  ["translations.reviewed", CheckCheck],
  ["translations.sent_back", Undo2],
  ["translations.", PenLine],
  ["issue.", CircleAlert],
  ["comment.", MessageSquare],
  ["export.ready", PackageCheck],
  ["export.", CircleAlert],
  ["job.", CircleAlert],
];

function iconOf(type: string): IconComponent {
  return ICONS.find(([start]) => type.startsWith(start))?.[1] ?? Bell;
}
