import type { EditorFilter } from "@/lib/client/segments";
import { MAX_LABEL_LENGTH } from "@/lib/text/labels-in-note";

export const NO_FILTER: EditorFilter = {
  documentId: "",
  state: "",
  qa: "",
  check: "",
  comments: "",
  outdated: "",
  origin: "",
  failedJobId: "",
  label: "",
  sort: "position",
  q: "",
};

/** Filters in the query of the address. Typed text and labels are in its fragment, which is not sent to servers. */
export const IN_ADDRESS = [
  "documentId",
  "state",
  "qa",
  "check",
  "comments",
  "outdated",
  "origin",
  "failedJobId",
  "sort",
] as const satisfies readonly (keyof EditorFilter)[];

const IN_FRAGMENT = ["q", "label"] as const satisfies readonly (keyof EditorFilter)[];

/** The list of one language, or a grid of several. */
export type EditorView = {
  readonly isGrid: boolean;
  /** Languages of the grid; empty for all languages of the project. */
  readonly columns: readonly string[];
};

const LIST_VIEW: EditorView = { isGrid: false, columns: [] };

/** The view in an address. */
export function viewOf({ view, columns = "" }: Readonly<Record<string, string | undefined>>): EditorView {
  return { isGrid: view === "grid", columns: columns === "" ? [] : columns.split(",").slice(0, 50) };
}

/** The query and fragment of the editor's address, without defaults (branch main, list view). */
export function addressOf(
  filter: EditorFilter,
  segmentId: string | null,
  branch: string | null,
  { isGrid, columns }: EditorView = LIST_VIEW,
): string {
  const params = new URLSearchParams();
  if (branch) params.set("branch", branch);
  if (isGrid) params.set("view", "grid");
  if (isGrid && columns.length > 0) params.set("columns", columns.join(","));
  for (const name of IN_ADDRESS)
    if (filter[name] !== "" && filter[name] !== NO_FILTER[name]) params.set(name, filter[name]);
  if (segmentId) params.set("segment", segmentId);
  const typed = new URLSearchParams();
  for (const name of IN_FRAGMENT) if (filter[name] !== "") typed.set(name, filter[name]);
  const [query, fragment] = [params.toString(), typed.toString()];
  return `${query && `?${query}`}${fragment && `#${fragment}`}`;
}

/** The typed part of a filter, from the fragment of an address. Ignores invalid labels. */
export function typedOf(fragment: string): Partial<EditorFilter> {
  const params = new URLSearchParams(fragment.replace(/^#/, ""));
  return Object.fromEntries(
    IN_FRAGMENT.flatMap((name) => {
      const value = params.get(name)?.slice(0, 200);
      return value && (name !== "label" || areLabels(value)) ? [[name, value] as const] : [];
    }),
  );
}

function areLabels(words: string): boolean {
  return words.split(",").every((label) => label.trim() !== "" && label.trim().length <= MAX_LABEL_LENGTH);
}

/** Whether a comma-separated filter contains the word. */
export function hasWord(words: string, word: string): boolean {
  return words.split(",").includes(word);
}

/** Adds a word to a comma-separated filter, or removes it. */
export function toggleWord(words: string, word: string): string {
  const all = words === "" ? [] : words.split(",");
  return (all.includes(word) ? all.filter((one) => one !== word) : [...all, word]).join(",");
}

/** Whether the filter excludes segments. */
export function isNarrowed(filter: EditorFilter): boolean {
  return Object.entries(filter).some(
    ([name, value]) => name !== "sort" && value !== NO_FILTER[name as keyof EditorFilter],
  );
}
