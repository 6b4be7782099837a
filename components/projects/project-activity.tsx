"use client";

import { useTranslations } from "use-intl";
import { ActivityFeed } from "@/components/events/activity-feed";
import { Section } from "@/components/ui/card";
import type { EventPage } from "@/lib/client/events";
import { useProject } from "@/lib/client/projects";
import type { Job } from "@/lib/schemas/jobs";
import type { Project } from "@/lib/schemas/projects";
import { JobsPanel } from "./jobs-panel";

type ProjectActivityProps = {
  readonly project: Project;
  /** First pages. */
  readonly events: EventPage;
  readonly jobs: readonly Job[];
  readonly mayChange: boolean;
};

/** The recent jobs of a project, which can be undone here, and all its events. */
export function ProjectActivity({ project: first, events, jobs, mayChange }: ProjectActivityProps) {
  const t = useTranslations("projects");
  const { data: project } = useProject(first);
  return (
    <>
      <JobsPanel project={project} jobs={jobs} show="recent" mayChange={mayChange} />
      <Section title={t("activity")}>
        <ActivityFeed projectId={project.id} initial={events} />
      </Section>
    </>
  );
}
