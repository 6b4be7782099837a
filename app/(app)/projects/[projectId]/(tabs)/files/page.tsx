import type { Metadata } from "next";
import { openProject, type ProjectProps, tabTitle } from "@/app/(app)/projects/[projectId]/open-project";
import { BranchList } from "@/components/branches/branch-list";
import { DocumentsPanel } from "@/components/projects/documents-panel";
import { ClientMessages } from "@/components/shell/messages";
import { listBranches } from "@/lib/projects/branches/branches";
import { listDocuments } from "@/lib/projects/documents/documents";
import { roleAllows } from "@/lib/vocabulary/rights";

export function generateMetadata({ params }: ProjectProps): Promise<Metadata> {
  return tabTitle(params, "files");
}

export default async function FilesPage({ params }: ProjectProps) {
  const { project, caller } = await openProject(params, "files");
  const [{ documents }, { branches }] = await Promise.all([
    listDocuments(caller, project.id, { limit: 20 }),
    listBranches(caller, project.id),
  ]);
  return (
    <ClientMessages namespaces={["branches", "formats", "warnings"]}>
      <DocumentsPanel
        project={project}
        documents={documents}
        mayChange={roleAllows(caller.role, "manager")}
        mayTranslate={roleAllows(caller.role, "translator")}
      />
      <BranchList projectId={project.id} branches={branches} />
    </ClientMessages>
  );
}
