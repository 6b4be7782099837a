import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ProjectSettings } from "@/components/projects/project-settings";
import { ClientMessages } from "@/components/shell/messages";
import { requireCaller } from "@/lib/auth/require-caller";
import { orNull } from "@/lib/errors";
import { translator } from "@/lib/i18n/translator";
import { getProject } from "@/lib/projects/project-view";
import { listLinkedGlossaries } from "@/lib/projects/resources/linked-glossaries";
import { listLinkedMemories } from "@/lib/projects/resources/linked-memories";
import { roleAllows } from "@/lib/vocabulary/roles";

type Props = { readonly params: Promise<{ projectId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("projects"))("settings") };
}

export default async function ProjectSettingsPage({ params }: Props) {
  const { projectId } = await params;
  const caller = await requireCaller(`/projects/${encodeURIComponent(projectId)}/settings`);
  if (!roleAllows(caller.role, "manager")) notFound();
  const project = (await orNull(getProject(caller, projectId))) ?? notFound();
  return (
    <ClientMessages namespaces={["projects", "resources", "memories", "glossaries"]}>
      <ProjectSettings
        project={project}
        memories={await listLinkedMemories(caller, project.id)}
        glossaries={await listLinkedGlossaries(caller, project.id)}
      />
    </ClientMessages>
  );
}
