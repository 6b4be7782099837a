import { notFound } from "next/navigation";
import { cache } from "react";
import { orNull } from "@/lib/base/errors";
import { translator } from "@/lib/i18n/translator";
import type { Person } from "@/lib/identity/auth/caller";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { getProject } from "@/lib/projects/project-view";
import type { Project } from "@/lib/schemas/projects";

/** Path parameters of all pages of a project. */
export type ProjectProps = { readonly params: Promise<{ projectId: string }> };

type Tab = "files" | "activity" | "exports" | "analysis" | "settings";

/** The project of a tab; the same 404 if it is missing or another account's. */
export async function openProject(
  params: ProjectProps["params"],
  tab: "" | Tab | `branches/${string}`,
): Promise<{ readonly project: Project; readonly caller: Person }> {
  const { projectId } = await params;
  const caller = await requireCaller(`/projects/${encodeURIComponent(projectId)}${tab && `/${tab}`}`);
  return { project: (await readProject(caller, projectId)) ?? notFound(), caller };
}

/** Cached, so that the title, the frame and the page share one read. */
export const readProject = cache((caller: Person, projectId: string) => orNull(getProject(caller, projectId)));

/** The title of a tab: its name and the project's. */
export async function tabTitle(params: ProjectProps["params"], tab: Tab) {
  const { project } = await openProject(params, tab);
  return { title: `${(await translator("project"))(`tabs.${tab}`)} · ${project.name}` };
}
