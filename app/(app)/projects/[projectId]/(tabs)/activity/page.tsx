import type { Metadata } from "next";
import { openProject, type ProjectProps, tabTitle } from "@/app/(app)/projects/[projectId]/open-project";
import { ProjectActivity } from "@/components/projects/project-activity";
import { ClientMessages } from "@/components/shell/messages";
import { listProjectJobs } from "@/lib/projects/jobs/project-jobs";
import { roleAllows } from "@/lib/vocabulary/rights";
import { listProjectEvents } from "@/lib/work/events/events";

export function generateMetadata({ params }: ProjectProps): Promise<Metadata> {
  return tabTitle(params, "activity");
}

export default async function ActivityPage({ params }: ProjectProps) {
  const { project, caller } = await openProject(params, "activity");
  const [events, { jobs }] = await Promise.all([
    listProjectEvents(caller, project.id, { limit: 20 }),
    listProjectJobs(caller, project.id, { limit: 10 }),
  ]);
  return (
    <ClientMessages namespaces={["events", "warnings"]}>
      <ProjectActivity project={project} events={events} jobs={jobs} mayChange={roleAllows(caller.role, "manager")} />
    </ClientMessages>
  );
}
