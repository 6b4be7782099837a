import type { ReactNode } from "react";
import { type ProjectProps, readProject } from "@/app/(app)/projects/[projectId]/open-project";
import { ProjectFrame } from "@/components/projects/project-frame";
import { ClientMessages } from "@/components/shell/messages";
import { optionalCaller } from "@/lib/identity/auth/require-caller";
import { roleAllows } from "@/lib/vocabulary/rights";

/** Heading and tabs of a project. Not an access check: each page requires its caller and its project. */
export default async function ProjectLayout({ params, children }: ProjectProps & { readonly children: ReactNode }) {
  const caller = await optionalCaller();
  const project = caller && (await readProject(caller, (await params).projectId));
  if (!project) return children;
  return (
    <ClientMessages namespaces={["projects", "project", "progress"]}>
      <ProjectFrame project={project} maySetUp={roleAllows(caller.role, "manager")}>
        {children}
      </ProjectFrame>
    </ClientMessages>
  );
}
