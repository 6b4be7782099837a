import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Editor } from "@/components/editor/editor";
import { filterOf } from "@/components/editor/filter-of-address";
import { viewOf } from "@/components/editor/filters";
import { ClientMessages } from "@/components/shell/messages";
import { orNull } from "@/lib/base/errors";
import { requestLocale } from "@/lib/i18n/request-locale";
import { getProfile } from "@/lib/identity/accounts/profile";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { listBranches, projectOfBranch } from "@/lib/projects/branches/branches";
import { getProject } from "@/lib/projects/project-view";
import { listSegments } from "@/lib/projects/segments/list-segments";
import { type Segment, SegmentsQuery } from "@/lib/schemas/segments";
import { languageName } from "@/lib/text/languages";
import { roleAllows } from "@/lib/vocabulary/rights";

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
  const branch = query.branch || null;
  const filter = filterOf(query);
  const view = viewOf(query);
  const [listed, { preferences }, first] = await Promise.all([
    listBranches(caller, project.id),
    getProfile(caller),
    view.isGrid ? null : firstSegments(caller, project.id, { ...filter, branch, language }),
  ]);
  const branches = listed.branches
    .filter(({ languages }) => languages.some((one) => one.language === language))
    .map(({ name }) => name);
  if (branch !== null && !branches.includes(branch)) notFound();
  const segmentId = query.segment ?? null;
  // A segment with plural forms is not rendered on the server: its tabs have style attributes, which the content
  // security policy forbids in HTML.
  const active = segmentId === null ? first?.[0] : first?.find(({ id }) => id === segmentId);
  const isOpen = project.status !== "archived" && project.status !== "cancelled";
  return (
    <ClientMessages namespaces={["editor", "plurals", "screenshots", "progress"]}>
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
        filter={filter}
        view={view}
        segmentId={segmentId}
        preferences={preferences}
        firstSegments={active && !active.plural ? first : null}
      />
    </ClientMessages>
  );
}

/** Number of segments that the editor renders first. */
const FIRST_SEGMENTS = 25;

/** The first segments that match a filter; null if the branch does not exist. */
async function firstSegments(
  caller: Caller,
  projectId: string,
  filter: Readonly<Record<string, string | null>>,
): Promise<Segment[] | null> {
  const given = Object.entries(filter).filter(([, value]) => value !== "" && value !== null);
  const query = SegmentsQuery.safeParse({ ...Object.fromEntries(given), limit: String(FIRST_SEGMENTS) });
  if (!query.success) return null;
  const ofBranch = projectOfBranch(caller, projectId, query.data.branch);
  const listed = await orNull(ofBranch.then((id) => listSegments(caller, id, query.data)));
  return listed?.segments ?? null;
}

/** The project, loaded once for the title and the page. A 404 also if the project does not have the language. */
const projectOf = cache(async (id: string, language: string) => {
  const caller = await requireCaller(`/projects/${encodeURIComponent(id)}/edit/${encodeURIComponent(language)}`);
  const project = (await orNull(getProject(caller, id))) ?? notFound();
  if (!project.targetLanguages.includes(language)) notFound();
  return { project, caller };
});
