import type { Metadata } from "next";
import { openProject, type ProjectProps, tabTitle } from "@/app/(app)/projects/[projectId]/open-project";
import { AnalysisPanel } from "@/components/analysis/analysis-panel";
import { ClientMessages } from "@/components/shell/messages";
import { getAccount } from "@/lib/identity/accounts/settings";
import { roleAllows } from "@/lib/vocabulary/rights";

export function generateMetadata({ params }: ProjectProps): Promise<Metadata> {
  return tabTitle(params, "analysis");
}

export default async function AnalysisPage({ params }: ProjectProps) {
  const { project, caller } = await openProject(params, "analysis");
  const { rates } = await getAccount(caller);
  return (
    <ClientMessages namespaces={["analysis"]}>
      <AnalysisPanel project={project} rates={rates} mayChangeRates={roleAllows(caller.role, "manager")} />
    </ClientMessages>
  );
}
