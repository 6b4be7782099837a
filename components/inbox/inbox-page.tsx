"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { LanguageProgress } from "@/components/projects/language-progress";
import { isOverdue, OverdueBadge } from "@/components/projects/overdue";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { CalendarClock, Inbox, PartyPopper } from "@/components/ui/icons";
import { Page } from "@/components/ui/page";
import { LoadMore } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import { type ProjectPage, useProjects } from "@/lib/client/projects";
import { languageName } from "@/lib/text/languages";
import { type Work, workOf } from "./waiting";

type InboxPageProps = {
  readonly userId: string;
  /** The query with which the projects were loaded. */
  readonly query: Readonly<Record<string, string>>;
  /** The first page. */
  readonly projects: ProjectPage;
  /** Shown above the list. */
  readonly children?: ReactNode;
};

/** The signed-in person's pending work in the languages that they translate or review. */
export function InboxPage({ userId, query, projects: first, children }: InboxPageProps) {
  const t = useTranslations("inbox");
  const projects = useProjects(query, first);
  const all = workOf(projects.data?.pages.flatMap((page) => page.projects) ?? [], userId);
  const waiting = all.filter(({ count }) => count > 0);
  const idle = all.filter(({ count }) => count === 0);
  const isComplete = !projects.hasNextPage;
  return (
    <Page title={t("title")} description={t("description")}>
      {children}
      <Failure error={projects.error} title={t("listFailed")} onRetry={() => void projects.refetch()} />
      {waiting.length === 0 && isComplete ? (
        <EmptyState
          icon={idle.length > 0 ? <PartyPopper /> : <Inbox />}
          title={idle.length > 0 ? t("doneTitle") : t("emptyTitle")}
          actions={
            <Link href="/projects" className={buttonClass()}>
              {t("toProjects")}
            </Link>
          }
        >
          {idle.length > 0 ? t("doneText") : t("emptyText")}
        </EmptyState>
      ) : null}
      {waiting.length > 0 ? (
        <ul aria-label={t("title")} className="divide-y divide-line rounded-lg border border-line bg-surface">
          {waiting.map((work) => (
            <WorkRow key={keyOf(work)} work={work} />
          ))}
        </ul>
      ) : null}
      <LoadMore list={{ ...projects, hasNextPage: !isComplete }} shown={waiting.length} />
      {idle.length > 0 ? (
        <Section title={t("nothingNow")}>
          <ul className="flex flex-col gap-2 text-sm">
            {idle.map((work) => (
              <IdleRow key={keyOf(work)} work={work} />
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  );
}

function keyOf({ project, language, role }: Work): string {
  return `${project.id} ${language.language} ${role}`;
}

function WorkRow({ work }: { work: Work }) {
  const t = useTranslations("inbox");
  const { project, language, role, count, states } = work;
  const name = languageName(language.language, useLocale());
  return (
    <li className="grid gap-x-6 gap-y-3 p-4 md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_8rem] md:items-center">
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <h2 className="max-w-full text-base break-words">
          <Link href={`/projects/${project.id}`} className="hover:underline">
            <bdi>{project.name}</bdi>
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          <Badge>{t(`roles.${role}`)}</Badge>
          <Due work={work} />
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="tabular font-medium">{t(`waiting.${role}`, { count })}</p>
        <LanguageProgress workflow={project.workflow} language={language.language} progress={language.progress} />
      </div>
      <Link
        href={`/projects/${project.id}/edit/${language.language}?state=${states}`}
        aria-label={t(`startLabel.${role}`, { project: project.name, language: name })}
        className={`${buttonClass("primary")} justify-self-start md:justify-self-stretch`}
      >
        {t(`start.${role}`)}
      </Link>
    </li>
  );
}

function Due({ work: { project, language, dueAt } }: { work: Work }) {
  if (dueAt === null) return null;
  return (
    <>
      <span className="inline-flex items-center gap-1.5 text-muted">
        <CalendarClock className="size-4" />
        <Time value={dueAt} show="date" />
      </span>
      {isOverdue(project, { dueAt, status: language.status }) ? <OverdueBadge /> : null}
    </>
  );
}

function IdleRow({ work: { project, language, role } }: { work: Work }) {
  const t = useTranslations("inbox");
  const locale = useLocale();
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Link href={`/projects/${project.id}`} className="rounded-sm text-accent-ink hover:underline">
        <bdi>{project.name}</bdi>
      </Link>
      <span>{languageName(language.language, locale)}</span>
      <span className="text-muted">{t(`roles.${role}`)}</span>
    </li>
  );
}
