import type { Metadata } from "next";
import { openProject, type ProjectProps, tabTitle } from "@/app/(app)/projects/[projectId]/open-project";
import { ExportsPanel } from "@/components/projects/exports-panel";
import { ClientMessages } from "@/components/shell/messages";
import { listExports } from "@/lib/projects/exports/exports";
import { roleAllows } from "@/lib/vocabulary/rights";

export function generateMetadata({ params }: ProjectProps): Promise<Metadata> {
  return tabTitle(params, "exports");
}

export default async function ExportsPage({ params }: ProjectProps) {
  const { project, caller } = await openProject(params, "exports");
  const made = await listExports(caller, project.id, { limit: 20 });
  return (
    <ClientMessages namespaces={["warnings"]}>
      <ExportsPanel project={project} made={made} mayCancel={roleAllows(caller.role, "manager")} />
    </ClientMessages>
  );
}
