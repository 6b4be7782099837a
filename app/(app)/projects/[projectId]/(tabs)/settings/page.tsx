import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { openProject, type ProjectProps, tabTitle } from "@/app/(app)/projects/[projectId]/open-project";
import { ProjectSettings } from "@/components/projects/project-settings";
import { ClientMessages } from "@/components/shell/messages";
import { listLinkedGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { listLinkedMemories } from "@/lib/projects/resources/linked-memories";
import { roleAllows } from "@/lib/vocabulary/rights";

export function generateMetadata({ params }: ProjectProps): Promise<Metadata> {
  return tabTitle(params, "settings");
}

export default async function ProjectSettingsPage({ params }: ProjectProps) {
  const { project, caller } = await openProject(params, "settings");
  if (!roleAllows(caller.role, "manager")) notFound();
  return (
    <ClientMessages namespaces={["resources", "memories", "glossaries", "protect"]}>
      <ProjectSettings
        project={project}
        memories={await listLinkedMemories(caller, project.id)}
        glossaries={await listLinkedGlossaries(caller, project.id)}
      />
    </ClientMessages>
  );
}
