import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Editor } from "@/components/editor/editor";
import { filterOf, viewOf } from "@/components/editor/filters";
import { ClientMessages } from "@/components/shell/messages";
import { requireCaller } from "@/lib/auth/require-caller";
import { orNull } from "@/lib/errors";
import { requestLocale } from "@/lib/i18n/request-locale";
import { listBranches } from "@/lib/projects/branches/branches";
import { getProject } from "@/lib/projects/project-view";
import { languageName } from "@/lib/text/languages";
import { roleAllows } from "@/lib/vocabulary/roles";

type Props = {
  readonly params: Promise<{ projectId: string; language: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { projectId, language } = await params;
  const { project } = await projectOf(projectId, language);
  return { title: `${project.name} · ${languageName(language, await requestLocale())}` };
}

export default async function EditorPage({ params, searchParams }: Props) {
  const { projectId, language } = await params;
  const { project, caller } = await projectOf(projectId, language);
  const { role } = caller;
  const query = Object.fromEntries(
    Object.entries(await searchParams).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  const branches = (await listBranches(caller, project.id)).branches
    .filter(({ languages }) => languages.some((one) => one.language === language))
    .map(({ name }) => name);
  const branch = query.branch || null;
  if (branch !== null && !branches.includes(branch)) notFound();
  const isOpen = project.status !== "archived" && project.status !== "cancelled";
  return (
    <ClientMessages namespaces={["editor", "plurals", "screenshots"]}>
      <Editor
        key={branch}
        project={project}
        branch={branch}
        branches={branches}
        language={language}
        may={{
          edit: isOpen && roleAllows(role, "translator"),
          review: isOpen && roleAllows(role, "reviewer"),
          manage: isOpen && roleAllows(role, "manager"),
        }}
        filter={filterOf(query)}
        view={viewOf(query)}
        segmentId={query.segment ?? null}
      />
    </ClientMessages>
  );
}

/** The project, loaded once for the title and the page; a 404 also for a language outside the project. */
const projectOf = cache(async (id: string, language: string) => {
  const caller = await requireCaller(`/projects/${encodeURIComponent(id)}/edit/${encodeURIComponent(language)}`);
  const project = (await orNull(getProject(caller, id))) ?? notFound();
  if (!project.targetLanguages.includes(language)) notFound();
  return { project, caller };
});
