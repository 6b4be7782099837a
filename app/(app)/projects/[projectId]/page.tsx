import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ProjectPage } from "@/components/projects/project-page";
import { ClientMessages } from "@/components/shell/messages";
import { requireCaller } from "@/lib/auth/require-caller";
import { AppError } from "@/lib/errors";
import { getProject } from "@/lib/projects/project-view";

type Props = { readonly params: Promise<{ projectId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await projectOf((await params).projectId)).name };
}

export default async function ProjectOverview({ params }: Props) {
  return (
    <ClientMessages namespaces={["projects"]}>
      <ProjectPage project={await projectOf((await params).projectId)} />
    </ClientMessages>
  );
}

/** The project, read once for the title and the page; what is not there or another's is the same nothing. */
const projectOf = cache(async (id: string) => {
  const caller = await requireCaller(`/projects/${encodeURIComponent(id)}`);
  return getProject(caller, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
});
