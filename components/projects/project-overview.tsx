"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { FilePlus2 } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { useProject } from "@/lib/client/projects";
import type { ProjectGlossaries } from "@/lib/schemas/glossaries";
import type { Job } from "@/lib/schemas/jobs";
import type { ProjectMemories } from "@/lib/schemas/memories";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { SAMPLE_PROJECT } from "@/lib/vocabulary/projects";
import { type Finding, FindingsPanel } from "./findings-panel";
import { JobsPanel } from "./jobs-panel";
import { LanguagesPanel } from "./languages-panel";
import { remainingOf } from "./remaining";
import { SampleNotice } from "./sample-project";

type ProjectOverviewProps = {
  readonly project: Project;
  /** The linked memories, in order. */
  readonly memories: ProjectMemories["memories"];
  readonly glossaries: ProjectGlossaries["glossaries"];
  /** Findings at the time when the page was opened. */
  readonly findings: readonly Finding[];
  /** The latest jobs, as rendered by the server. */
  readonly jobs: readonly Job[];
  readonly mayChange: boolean;
};

/** The remaining work in a project, the assigned people with due dates, and running and failed jobs. */
export function ProjectOverview(props: ProjectOverviewProps) {
  const { project: first, memories, glossaries, findings, jobs, mayChange } = props;
  const { data: project } = useProject(first);
  const isOpen = project.status !== "archived" && project.status !== "cancelled";
  return (
    <>
      {project.externalId === SAMPLE_PROJECT ? <SampleNotice mayRemove={mayChange} /> : null}
      <Summary project={project} mayChange={mayChange && isOpen} />
      <Alarms project={project} />
      <JobsPanel project={project} jobs={jobs} show="current" mayChange={mayChange} />
      <div className="grid items-start gap-8 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-8">
          <LanguagesPanel project={project} hasMemories={memories.length > 0} mayChange={mayChange && isOpen} />
          <FindingsPanel projectId={project.id} findings={findings} />
        </div>
        <Details project={project} memories={memories} glossaries={glossaries} />
      </div>
    </>
  );
}

/** One line with the work that remains until the project is done. */
function Summary({ project, mayChange }: { project: Project; mayChange: boolean }) {
  const t = useTranslations("project");
  const projects = useTranslations("projects");
  const format = useFormatter();
  const remaining = remainingOf(project);
  const isEmpty = remaining.kind === "noDocuments" && mayChange;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-lg">
        {remaining.kind === "work"
          ? t("summary.work", {
              list: format.list(remaining.tasks.map(({ task, count }) => t(`left.${task}`, { count }))),
            })
          : t(`summary.${remaining.kind}`)}{" "}
        {remaining.kind === "work" && remaining.languages > 1
          ? t("summary.languagesDone", { done: remaining.done, total: remaining.languages })
          : null}
      </p>
      {isEmpty ? (
        <Link href={`/projects/${project.id}/files`} className={buttonClass("primary")}>
          <FilePlus2 />
          {projects("addDocuments")}
        </Link>
      ) : null}
      {project.description ? (
        <p dir="auto" className="max-w-full self-stretch break-words whitespace-pre-wrap text-muted lg:max-w-prose">
          {project.description}
        </p>
      ) : null}
    </div>
  );
}

/** Items that need a decision. */
function Alarms({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const words = useTranslations("project");
  const failed = project.blockers.find(({ code }) => code === "documents_failed");
  if (!failed) return null;
  return (
    <Notice
      tone="warning"
      title={t("blocker.documents_failed", { count: failed.count })}
      actions={
        <Link href={`/projects/${project.id}/files`} className={buttonClass("secondary", "sm")}>
          {words("openFiles")}
        </Link>
      }
    >
      {words("documentsFailedText")}
    </Notice>
  );
}

function Details({ project, memories, glossaries }: Pick<ProjectOverviewProps, "project" | "memories" | "glossaries">) {
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
          {project.externalId && project.externalId !== SAMPLE_PROJECT ? (
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
