import type { Metadata } from "next";
import { openProject, type ProjectProps } from "@/app/(app)/projects/[projectId]/open-project";
import { checkName } from "@/components/editor/check-name";
import type { Finding } from "@/components/projects/findings-panel";
import { ProjectOverview } from "@/components/projects/project-overview";
import { ClientMessages } from "@/components/shell/messages";
import { translator } from "@/lib/i18n/translator";
import type { Caller } from "@/lib/identity/auth/caller";
import { listProjectJobs } from "@/lib/projects/jobs/project-jobs";
import { listLinkedGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { listLinkedMemories } from "@/lib/projects/resources/linked-memories";
import { countFindings } from "@/lib/projects/segments/count-findings";
import { misreadingsOf } from "@/lib/projects/segments/misreadings";
import type { Project } from "@/lib/schemas/projects";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata({ params }: ProjectProps): Promise<Metadata> {
  return { title: (await openProject(params, "")).project.name };
}

export default async function OverviewPage({ params }: ProjectProps) {
  const { project, caller } = await openProject(params, "");
  const [{ memories }, { glossaries }, findings, { jobs }] = await Promise.all([
    listLinkedMemories(caller, project.id),
    listLinkedGlossaries(caller, project.id),
    findingsOf(caller, project),
    listProjectJobs(caller, project.id, { limit: 10 }),
  ]);
  return (
    <ClientMessages namespaces={["languages", "resources", "warnings"]}>
      <ProjectOverview
        project={project}
        memories={memories}
        glossaries={glossaries}
        findings={findings}
        jobs={jobs}
        mayChange={roleAllows(caller.role, "manager")}
      />
    </ClientMessages>
  );
}

/** Findings are described on the server, because the messages of all checks are too many to send to the page. */
async function findingsOf(caller: Caller, { id, settings }: Project): Promise<Finding[]> {
  const t = await translator("editor");
  const [findings, misreadings] = await Promise.all([countFindings(caller, id), misreadingsOf(caller, id, false)]);
  return findings.map((finding) => ({
    ...finding,
    text: checkName(t, finding.check, settings.customChecks),
    misreadings: misreadings.filter(({ check, language }) => check === finding.check && language === finding.language),
  }));
}
