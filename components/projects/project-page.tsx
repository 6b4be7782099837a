"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Card, Section } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Failure } from "@/components/ui/failure";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { useProject } from "@/lib/client/projects";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { HealthBadge, StatusBadge } from "./badges";
import { LanguageProgress } from "./language-progress";

/** How a project stands: state, what holds it up, each language, what happened, and what it was made with. */
export function ProjectPage({ project: first }: { project: Project }) {
  const t = useTranslations("projects");
  const { data: project, error, refetch } = useProject(first);
  return (
    <Page
      title={<bdi className="break-words">{project.name}</bdi>}
      actions={
        <Link
          href="/projects"
          className="inline-flex items-center gap-1.5 rounded-sm text-sm text-accent-ink hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="flip-rtl size-4" />
          {t("toList")}
        </Link>
      }
    >
      <div className="-mt-5 flex flex-wrap gap-1.5" role="status">
        <StatusBadge status={project.status} />
        <HealthBadge health={project.health} />
        {project.activity ? <Badge tone="accent">{t(`activities.${project.activity}`)}</Badge> : null}
      </div>
      {error ? <Failure error={error} title={t("refreshFailed")} onRetry={() => void refetch()} /> : null}
      <Blockers project={project} />
      <div className="grid items-start gap-8 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-8">
          <LanguageList project={project} />
          <Activity project={project} />
        </div>
        <Details project={project} />
      </div>
    </Page>
  );
}

function Blockers({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const locale = useLocale();
  if (project.blockers.length === 0) return null;
  return (
    <Notice tone="warning" title={t("blockers")}>
      <ul className="flex flex-col gap-1">
        {project.blockers.map(({ code, language, count }) => (
          <li key={`${code} ${language}`}>
            {t.has(`blocker.${code as "no_machine_translation"}`)
              ? t(`blocker.${code as "no_machine_translation"}`, {
                  language: language ? languageName(language, locale) : t("allLanguages"),
                  count,
                })
              : code}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function LanguageList({ project }: { project: Project }) {
  const t = useTranslations("projects");
  return (
    <Section title={t("progress")} description={project.documentCount === 0 ? t("noDocuments") : undefined}>
      <Card>
        <ul className="divide-y divide-line">
          {project.languages.map(({ language, status, progress }) => (
            <li key={language} className="flex flex-col gap-2 p-4">
              <LanguageProgress language={language} progress={progress} />
              <p className="text-sm text-muted">
                {t(`languageStatus.${status}`)}
                {progress.words.total > 0 ? ` · ${t("words", { count: progress.words.total })}` : null}
              </p>
            </li>
          ))}
        </ul>
      </Card>
      {project.documentCount > 0 ? (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <Legend className="bg-success">{t("reviewed")}</Legend>
          <Legend className="bg-accent">{t("translated")}</Legend>
          <Legend className="bg-edge">{t("drafted")}</Legend>
        </p>
      ) : null}
    </Section>
  );
}

function Legend({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${className}`} />
      {children}
    </span>
  );
}

/** What is known to have happened, the latest first. */
function Activity({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const events = [
    { at: project.updatedAt, text: t("wasUpdated"), shown: project.updatedAt !== project.createdAt },
    {
      at: project.statusChangedAt,
      text: t("becameStatus", { status: t(`statuses.${project.status}`) }),
      shown: project.status !== "draft",
    },
    { at: project.createdAt, text: t("wasCreated"), shown: true },
  ].filter((event) => event.shown);
  return (
    <Section title={t("activity")}>
      <ol className="flex flex-col gap-2 border-s border-line ps-4 text-sm">
        {events.map(({ at, text }) => (
          <li key={text} className="flex flex-wrap justify-between gap-x-4">
            <span>{text}</span>
            <Time value={at} show="relative" className="text-muted" />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Details({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const metadata = Object.entries(project.metadata);
  return (
    <Section title={t("details")}>
      <Card>
        <dl className="divide-y divide-line text-sm">
          <Fact name={t("source")}>{languageName(project.sourceLanguage, locale)}</Fact>
          <Fact name={t("workflow")}>
            {t(`workflows.${project.workflow}`)}
            <span className="mt-0.5 block text-muted">{t(`workflowTexts.${project.workflow}`)}</span>
          </Fact>
          <Fact name={t("due")}>{project.dueAt ? <Time value={project.dueAt} /> : t("noDue")}</Fact>
          <Fact name={t("documents")}>{t("documentCount", { count: project.documentCount })}</Fact>
          <Fact name={t("id")}>
            <span className="flex items-center justify-between gap-2">
              <code dir="ltr" className="font-mono break-all">
                {project.id}
              </code>
              <CopyButton text={project.id} name={t("copyId")} size="sm" />
            </span>
          </Fact>
          {project.externalId ? (
            <Fact name={t("externalId")}>
              <code dir="ltr" className="font-mono break-all">
                {project.externalId}
              </code>
            </Fact>
          ) : null}
          {metadata.map(([name, value]) => (
            <Fact key={name} name={<bdi className="font-mono break-all">{name}</bdi>}>
              <bdi className="break-words">{value === null ? "—" : String(value)}</bdi>
            </Fact>
          ))}
        </dl>
      </Card>
    </Section>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5 px-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
