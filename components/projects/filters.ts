import type { ProjectFilters } from "@/lib/client/projects";
import { PROJECT_STATUSES } from "@/lib/vocabulary/states";

export const SORTS = ["-createdAt", "-updatedAt", "name", "dueAt", "progress"] as const;

/** Questions that people ask of the list every day; `deleted` is where projects wait to be restored. */
export const VIEWS = ["mine", "attention", "due", "drafts", "deleted"] as const;

const NAMES = ["q", "view", "status", "targetLanguage", "sort"] as const satisfies readonly (keyof ProjectFilters)[];

/** The filters of an address, as the server and the browser read them. */
export function readFilters(query: Readonly<Record<string, string | string[] | undefined>>): ProjectFilters {
  const one = (name: (typeof NAMES)[number]) => {
    const value = query[name];
    return (Array.isArray(value) ? value[0] : value) ?? "";
  };
  return {
    q: one("q").slice(0, 200),
    view: VIEWS.find((view) => view === one("view")) ?? "",
    status: PROJECT_STATUSES.find((status) => status === one("status")) ?? "",
    targetLanguage: one("targetLanguage").slice(0, 64),
    sort: SORTS.find((sort) => sort === one("sort")) ?? "",
  };
}

/** The address of the list with filters, so that it can be shared and goes back with the browser's button. */
export function filterAddress(filters: ProjectFilters): string {
  const set = NAMES.filter((name) => filters[name] !== "").map((name) => [name, filters[name]]);
  return set.length === 0 ? "/projects" : `/projects?${new URLSearchParams(set)}`;
}

const DUE_SOON_DAYS = 3;

/** What the API is asked for. Due soon is counted in whole days, so that the same question has the same pages. */
export function queryOf({ view, ...filters }: ProjectFilters, now = new Date()): Record<string, string> {
  const soon = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + DUE_SOON_DAYS + 1));
  const ofView: Record<string, Record<string, string>> = {
    mine: { assigneeId: "me" },
    attention: { health: "attention,blocked" },
    due: { dueBefore: soon.toISOString() },
    drafts: { machineDrafts: "true" },
    deleted: { deleted: "true" },
  };
  return Object.fromEntries(Object.entries({ ...filters, ...ofView[view] }).filter(([, value]) => value !== ""));
}
