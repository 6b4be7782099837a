import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { CreateProjectBody, Project, ProjectList, SampleProject } from "@/lib/schemas/projects";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { usePaged } from "./paged";

export type ProjectPage = z.output<typeof ProjectList>;
export type NewProject = z.input<typeof CreateProjectBody>;

/** Filters and order of the project list; empty text means no filter. */
export type ProjectFilters = {
  readonly q: string;
  /** A predefined filter, such as `mine`. */
  readonly view: string;
  readonly status: string;
  readonly targetLanguage: string;
  readonly sort: string;
};

/** The matching projects. `initial` is the first page for exactly this query. */
export function useProjects(query: Readonly<Record<string, string>>, initial: ProjectPage | undefined) {
  return usePaged<typeof ProjectList>(["projects", query], "/projects", { query, initial });
}

const MAX_RECENT = 12;

/** The most recently changed projects that are not archived. */
export function useRecentProjects() {
  return useQuery({
    queryKey: ["projects", "recent"],
    queryFn: ({ signal }) =>
      api<typeof ProjectList>("GET", "/projects", {
        query: { sort: "-updatedAt", limit: MAX_RECENT },
        signal,
      }),
    select: ({ projects }) => projects,
  });
}

const WORKING_MS = 3000;

/** One project; refreshed every few seconds while jobs are running. */
export function useProject(initial: Project) {
  return useQuery({
    queryKey: ["project", initial.id],
    queryFn: ({ signal }) => api<typeof Project>("GET", at`/projects/${initial.id}`, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.activity ? WORKING_MS : false),
  });
}

/** Archives projects one after the other; a failure does not undo the earlier ones. */
export function useArchiveProjects() {
  return useChange([["projects"]], async (ids: readonly string[]) => {
    for (const id of ids)
      await api<typeof Project>("POST", at`/projects/${id}/transitions`, { body: { to: "archived" } });
  });
}

/** Creates a project. Repeated calls with the same `attempt` create at most one project. */
export function useCreateProject() {
  return useChange([["projects"]], ({ project, attempt }: { project: NewProject; attempt: string }) =>
    api<typeof Project>("POST", "/projects", { body: project, headers: { "Idempotency-Key": attempt } }),
  );
}

/** Creates the workspace's sample project, or returns the existing one. */
export function useCreateSampleProject() {
  return useChange([["projects"]], () => api<typeof SampleProject>("POST", "/account/sample-project"));
}

/** Deletes the sample project with its glossary and memory. */
export function useRemoveSampleProject() {
  return useChange([["projects"]], () => api("DELETE", "/account/sample-project"));
}
