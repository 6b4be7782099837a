import type { EditorFilter } from "@/lib/client/segments";

export const NO_FILTER: EditorFilter = {
  documentId: "",
  state: "",
  qa: "",
  check: "",
  comments: "",
  outdated: "",
  origin: "",
  failedJobId: "",
  sort: "position",
  q: "",
};

/** Filters in the address; a typed search text is not included. */
const IN_ADDRESS = [
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

/** The filter in an address. Ignores invalid values. */
export function filterOf(params: Readonly<Record<string, string | undefined>>): EditorFilter {
  const named = IN_ADDRESS.flatMap((name) => {
    const value = params[name];
    return value && /^[\w.,-]{1,200}$/.test(value) ? [[name, value] as const] : [];
  });
  return { ...NO_FILTER, ...Object.fromEntries(named) };
}

/** The query of the editor's address with a filter and a segment. */
export function addressOf(filter: EditorFilter, segmentId: string | null): string {
  const params = new URLSearchParams();
  for (const name of IN_ADDRESS)
    if (filter[name] !== "" && filter[name] !== NO_FILTER[name]) params.set(name, filter[name]);
  if (segmentId) params.set("segment", segmentId);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

/** True if the filter excludes segments. */
export function isNarrowed(filter: EditorFilter): boolean {
  return Object.entries(filter).some(
    ([name, value]) => name !== "sort" && value !== NO_FILTER[name as keyof EditorFilter],
  );
}
