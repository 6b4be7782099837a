import type { ProjectFilters } from "@/lib/client/projects";

export const STATUSES = ["draft", "in_progress", "in_review", "completed", "cancelled", "archived"] as const;
export const SORTS = ["-createdAt", "-updatedAt", "name", "dueAt"] as const;

const NAMES = ["q", "status", "targetLanguage", "sort"] as const satisfies readonly (keyof ProjectFilters)[];

/** The filters of an address, as the server and the browser read them. */
export function readFilters(query: Readonly<Record<string, string | string[] | undefined>>): ProjectFilters {
  const one = (name: (typeof NAMES)[number]) => {
    const value = query[name];
    return (Array.isArray(value) ? value[0] : value) ?? "";
  };
  return {
    q: one("q").slice(0, 200),
    status: STATUSES.find((status) => status === one("status")) ?? "",
    targetLanguage: one("targetLanguage").slice(0, 64),
    sort: SORTS.find((sort) => sort === one("sort")) ?? "",
  };
}

/** The address of the list with filters, so that it can be shared and goes back with the browser's button. */
export function filterAddress(filters: ProjectFilters): string {
  const set = NAMES.filter((name) => filters[name] !== "").map((name) => [name, filters[name]]);
  return set.length === 0 ? "/projects" : `/projects?${new URLSearchParams(set)}`;
}
