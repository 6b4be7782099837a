"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { BackLink } from "@/components/ui/back-link";
import { Badge } from "@/components/ui/badge";
import { Failure } from "@/components/ui/failure";
import { Page } from "@/components/ui/page";
import { SectionNav } from "@/components/ui/section-nav";
import { useProject } from "@/lib/client/projects";
import type { Project } from "@/lib/schemas/projects";
import { HealthBadge, StatusBadge } from "./badges";
import { StatusActions } from "./status-actions";

type ProjectFrameProps = {
  readonly project: Project;
  readonly maySetUp: boolean;
  /** The open tab. */
  readonly children: ReactNode;
};

/** Heading of a project, and its tabs. Each tab is a page with an address. */
export function ProjectFrame({ project: first, maySetUp, children }: ProjectFrameProps) {
  const t = useTranslations("projects");
  const words = useTranslations("project");
  const { data: project, error, refetch } = useProject(first);
  const base = `/projects/${project.id}`;
  return (
    <Page
      back={<BackLink href="/projects">{t("toList")}</BackLink>}
      title={<bdi className="break-words">{project.name}</bdi>}
      actions={<StatusActions project={project} />}
    >
      <div className="-mt-5 flex flex-wrap gap-1.5" role="status">
        <StatusBadge status={project.status} />
        <HealthBadge health={project.health} />
        {project.activity ? <Badge tone="accent">{t(`activities.${project.activity}`)}</Badge> : null}
      </div>
      <Failure error={error} title={t("refreshFailed")} onRetry={() => void refetch()} />
      <SectionNav
        label={words("tabs.label")}
        links={[
          { href: base, name: words("tabs.overview") },
          { href: `${base}/files`, name: words("tabs.files") },
          { href: `${base}/activity`, name: words("tabs.activity") },
          { href: `${base}/exports`, name: words("tabs.exports") },
          { href: `${base}/analysis`, name: words("tabs.analysis") },
          ...(maySetUp ? [{ href: `${base}/settings`, name: words("tabs.settings") }] : []),
        ]}
      />
      {children}
    </Page>
  );
}
