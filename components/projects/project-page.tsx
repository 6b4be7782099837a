"use client";

import { Settings } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { ActivityFeed } from "@/components/events/activity-feed";
import { BackLink } from "@/components/ui/back-link";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Failure } from "@/components/ui/failure";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import type { EventPage } from "@/lib/client/events";
import type { ExportPage } from "@/lib/client/project-work";
import { useProject } from "@/lib/client/projects";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { ProjectGlossaries } from "@/lib/schemas/glossaries";
import type { Job } from "@/lib/schemas/jobs";
import type { ProjectMemories } from "@/lib/schemas/memories";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { HealthBadge, StatusBadge } from "./badges";
import { DocumentsPanel } from "./documents-panel";
import { ExportsPanel } from "./exports-panel";
import { type Finding, FindingsPanel } from "./findings-panel";
import { JobsPanel } from "./jobs-panel";
import { LanguagesPanel } from "./languages-panel";
import { StatusActions } from "./status-actions";

type ProjectPageProps = {
  readonly project: Project;
  /** The linked ones, in order. */
  readonly memories: ProjectMemories["memories"];
  readonly glossaries: ProjectGlossaries["glossaries"];
  /** Findings when the page was opened. */
  readonly findings: readonly Finding[];
  /** Server-rendered first pages of data that the browser refreshes, so that nothing moves. */
  readonly documents: readonly ProjectDocument[];
  readonly jobs: readonly Job[];
  readonly made: ExportPage;
  readonly events: EventPage;
  readonly mayChange: boolean;
  readonly mayTranslate: boolean;
};

/** Overview of a project: status, blockers, languages, activity and exports. */
export function ProjectPage(props: ProjectPageProps) {
  const { project: first, memories, glossaries, findings, documents, jobs, made, events } = props;
  const { mayChange, mayTranslate } = props;
  const t = useTranslations("projects");
  const { data: project, error, refetch } = useProject(first);
  const isOpen = project.status !== "archived" && project.status !== "cancelled";
  return (
    <Page
      title={<bdi className="break-words">{project.name}</bdi>}
      actions={
        <>
          <StatusActions project={project} />
          {mayChange ? (
            <Link href={`/projects/${project.id}/settings`} className={buttonClass("secondary", "sm")}>
              <Settings aria-hidden="true" />
              {t("settings")}
            </Link>
          ) : null}
        </>
      }
    >
      <div className="-mt-5 flex flex-col items-start gap-3">
        <div className="flex flex-wrap gap-1.5" role="status">
          <StatusBadge status={project.status} />
          <HealthBadge health={project.health} />
          {project.activity ? <Badge tone="accent">{t(`activities.${project.activity}`)}</Badge> : null}
        </div>
        <BackLink href="/projects">{t("toList")}</BackLink>
      </div>
      {error ? <Failure error={error} title={t("refreshFailed")} onRetry={() => void refetch()} /> : null}
      {project.description ? (
        <p dir="auto" className="max-w-prose whitespace-pre-wrap text-muted">
          {project.description}
        </p>
      ) : null}
      <Blockers project={project} />
      <DocumentsPanel
        project={project}
        documents={documents}
        mayChange={mayChange && isOpen}
        mayTranslate={mayTranslate && isOpen}
      />
      <div className="grid items-start gap-8 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-8">
          <LanguagesPanel project={project} mayChange={mayChange && isOpen} />
          <FindingsPanel projectId={project.id} findings={findings} />
          <JobsPanel project={project} jobs={jobs} mayChange={mayChange} />
          <ExportsPanel project={project} made={made} />
          <Section title={t("activity")}>
            <ActivityFeed projectId={project.id} initial={events} />
          </Section>
        </div>
        <Details project={project} memories={memories} glossaries={glossaries} />
      </div>
    </Page>
  );
}

/** What keeps the project from completion; each line links to its segments. */
function Blockers({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const locale = useLocale();
  if (project.blockers.length === 0) return null;
  return (
    <Notice tone="warning" title={t("blockers")}>
      <ul className="flex flex-col gap-1">
        {project.blockers.map(({ code, language, count, filter }) => {
          const text = t.has(`blocker.${code as "no_machine_translation"}`)
            ? t(`blocker.${code as "no_machine_translation"}`, {
                language: language ? languageName(language, locale) : t("allLanguages"),
                count,
              })
            : code;
          const href = editorAddress(project.id, language, filter);
          return (
            <li key={`${code} ${language}`}>
              {href ? (
                <Link href={href} className="rounded-sm underline underline-offset-2 hover:no-underline">
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

/** The editor with the filter of a blocker; null if nothing can be edited. */
function editorAddress(projectId: string, language: string | null, filter: string | null): string | null {
  if (!language || !filter?.includes("/segments?")) return null;
  const query = new URLSearchParams(filter.slice(filter.indexOf("?") + 1));
  query.delete("language");
  return `/projects/${projectId}/edit/${language}?${query}`;
}

function Details({ project, memories, glossaries }: Pick<ProjectPageProps, "project" | "memories" | "glossaries">) {
  const t = useTranslations("projects");
  const resources = useTranslations("resources.inProject");
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
          <Fact name={resources("memories.title")}>
            <Links
              none={resources("memories.none")}
              links={memories.map(({ memoryId, name }) => ({ href: `/memories/${memoryId}`, name }))}
            />
          </Fact>
          <Fact name={resources("glossaries.title")}>
            <Links
              none={resources("glossaries.none")}
              links={glossaries.map(({ glossaryId, name }) => ({ href: `/glossaries/${glossaryId}`, name }))}
            />
          </Fact>
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

function Links({ none, links }: { none: string; links: readonly { readonly href: string; readonly name: string }[] }) {
  if (links.length === 0) return none;
  return (
    <ul className="flex flex-col gap-0.5">
      {links.map(({ href, name }) => (
        <li key={href}>
          <Link href={href} className="rounded-sm break-words text-accent-ink hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
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
