import type { Metadata } from "next";
import { openProject, type ProjectProps, tabTitle } from "@/app/(app)/projects/[projectId]/open-project";
import { DocumentsPanel } from "@/components/projects/documents-panel";
import { ClientMessages } from "@/components/shell/messages";
import { listDocuments } from "@/lib/projects/documents/documents";
import { roleAllows } from "@/lib/vocabulary/roles";

export function generateMetadata({ params }: ProjectProps): Promise<Metadata> {
  return tabTitle(params, "files");
}

export default async function FilesPage({ params }: ProjectProps) {
  const { project, caller } = await openProject(params, "files");
  const { documents } = await listDocuments(caller, project.id, { limit: 20 });
  return (
    <ClientMessages namespaces={["formats", "warnings"]}>
      <DocumentsPanel
        project={project}
        documents={documents}
        mayChange={roleAllows(caller.role, "manager")}
        mayTranslate={roleAllows(caller.role, "translator")}
      />
    </ClientMessages>
  );
}
