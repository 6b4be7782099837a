import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { openProject } from "@/app/(app)/projects/[projectId]/open-project";
import { BranchPage } from "@/components/branches/branch-page";
import { ClientMessages } from "@/components/shell/messages";
import { orNull } from "@/lib/base/errors";
import { branchChanges } from "@/lib/projects/branches/branch-changes";
import { getBranch } from "@/lib/projects/branches/branches";
import { roleAllows } from "@/lib/vocabulary/rights";

type Props = { readonly params: Promise<{ projectId: string; branch: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { branch } = await params;
  const { project } = await openProject(params, `branches/${branch}`);
  return { title: `${decodeURIComponent(branch)} · ${project.name}` };
}

export default async function ProjectBranch({ params }: Props) {
  const { branch } = await params;
  const { project, caller } = await openProject(params, `branches/${branch}`);
  const name = decodeURIComponent(branch);
  const found = (await orNull(getBranch(caller, project.id, name))) ?? notFound();
  return (
    <ClientMessages namespaces={["branches", "warnings"]}>
      <BranchPage
        project={project}
        branch={found}
        changes={await branchChanges(caller, project.id, name)}
        mayChange={roleAllows(caller.role, "manager")}
      />
    </ClientMessages>
  );
}
