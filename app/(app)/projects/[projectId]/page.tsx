import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { checkName } from "@/components/editor/check-name";
import type { Finding } from "@/components/projects/findings-panel";
import { ProjectPage } from "@/components/projects/project-page";
import { ClientMessages } from "@/components/shell/messages";
import type { Caller } from "@/lib/auth/caller";
import { requireCaller } from "@/lib/auth/require-caller";
import { orNull } from "@/lib/errors";
import { listProjectEvents } from "@/lib/events/events";
import { translator } from "@/lib/i18n/translator";
import { listDocuments } from "@/lib/projects/documents/documents";
import { listExports } from "@/lib/projects/exports/exports";
import { listProjectJobs } from "@/lib/projects/jobs/project-jobs";
import { getProject } from "@/lib/projects/project-view";
import { listLinkedGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { listLinkedMemories } from "@/lib/projects/resources/linked-memories";
import { countFindings } from "@/lib/projects/segments/count-findings";
import { roleAllows } from "@/lib/vocabulary/roles";

type Props = { readonly params: Promise<{ projectId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await projectOf((await params).projectId)).project.name };
}

export default async function ProjectOverview({ params }: Props) {
  const { project, caller } = await projectOf((await params).projectId);
  const [{ memories }, { glossaries }, findings, documents, { jobs }, made, events] = await Promise.all([
    listLinkedMemories(caller, project.id),
    listLinkedGlossaries(caller, project.id),
    findingsOf(caller, project.id),
    listDocuments(caller, project.id, { limit: 20 }),
    listProjectJobs(caller, project.id, { limit: 10 }),
    listExports(caller, project.id, { limit: 20 }),
    listProjectEvents(caller, project.id, { limit: 20 }),
  ]);
  return (
    <ClientMessages namespaces={["projects", "formats", "events", "languages", "resources", "warnings"]}>
      <ProjectPage
        project={project}
        memories={memories}
        glossaries={glossaries}
        findings={findings}
        documents={documents.documents}
        jobs={jobs}
        made={made}
        events={events}
        mayChange={roleAllows(caller.role, "manager")}
        mayTranslate={roleAllows(caller.role, "translator")}
      />
    </ClientMessages>
  );
}

/** Described on the server: the messages of all checks are too many to send to the page. */
async function findingsOf(caller: Caller, projectId: string): Promise<Finding[]> {
  const t = await translator("editor");
  return (await countFindings(caller, projectId)).map((finding) => ({ ...finding, text: checkName(t, finding.check) }));
}

/** The project, loaded once for the title and the page; the same 404 if it is missing or another account's. */
const projectOf = cache(async (id: string) => {
  const caller = await requireCaller(`/projects/${encodeURIComponent(id)}`);
  const project = (await orNull(getProject(caller, id))) ?? notFound();
  return { project, caller };
});
