import type { ProjectFilters } from "@/lib/client/projects";
import { isKnownLanguage, parseLanguage } from "@/lib/text/languages";
import { PROJECT_STATUSES } from "@/lib/vocabulary/segments";

export const SORTS = ["-createdAt", "-updatedAt", "name", "dueAt", "progress"] as const;

/** Predefined filters of the list. `deleted` shows projects that can be restored. */
export const VIEWS = ["mine", "attention", "due", "drafts", "deleted"] as const;

const NAMES = ["q", "view", "status", "targetLanguage", "sort"] as const satisfies readonly (keyof ProjectFilters)[];

/** The filters in an address, parsed equally by server and browser. */
export function readFilters(query: Readonly<Record<string, string | string[] | undefined>>): ProjectFilters {
  const one = (name: (typeof NAMES)[number]) => {
    const value = query[name];
    return (Array.isArray(value) ? value[0] : value) ?? "";
  };
  return {
    q: one("q").slice(0, 200),
    view: VIEWS.find((view) => view === one("view")) ?? "",
    status: PROJECT_STATUSES.find((status) => status === one("status")) ?? "",
    targetLanguage: knownLanguage(one("targetLanguage")),
    sort: SORTS.find((sort) => sort === one("sort")) ?? "",
  };
}

/** The canonical tag; empty if the API would reject the tag. */
function knownLanguage(input: string): string {
  const tag = parseLanguage(input);
  return tag && isKnownLanguage(tag) ? tag : "";
}

/** The list's address with filters, so that it can be shared and the back button works. */
export function filterAddress(filters: ProjectFilters): string {
  const set = NAMES.filter((name) => filters[name] !== "").map((name) => [name, filters[name]]);
  return set.length === 0 ? "/projects" : `/projects?${new URLSearchParams(set)}`;
}

const DUE_SOON_DAYS = 3;

/** The query for the API. "Due soon" is rounded to days, so that equal filters share cached pages. */
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
