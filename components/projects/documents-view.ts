import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Workflow } from "@/lib/vocabulary/projects";
import { progressParts } from "./progress-parts";

export const DOCUMENT_ORDERS = ["path", "progress", "words"] as const;

export type DocumentView = {
  /** A part of the path, in any case. */
  readonly q: string;
  /** Sorted by path, by least progress, or by most words. */
  readonly order: (typeof DOCUMENT_ORDERS)[number];
  /** True to leave out documents that are finished in all languages. */
  readonly isUnfinished: boolean;
};

type Folder = {
  /** Ends with a slash. Empty for documents outside of folders, and if folders are not shown. */
  readonly path: string;
  /** Number of documents of the view in the folder. */
  readonly total: number;
  readonly shown: readonly ProjectDocument[];
};

/**
 * The documents of a view, grouped by folder if sorted by path. At most `limit` of those outside of collapsed folders;
 * `count` ignores the limit.
 */
export function viewDocuments(
  documents: readonly ProjectDocument[],
  workflow: Workflow,
  view: DocumentView,
  folded: ReadonlySet<string>,
  limit: number,
): { readonly folders: readonly Folder[]; readonly count: number } {
  const part = view.q.trim().toLowerCase();
  const left = new Map(documents.map((document) => [document, percentLeft(document, workflow)]));
  const fitting = documents
    .filter(
      (document) => document.path.toLowerCase().includes(part) && !(view.isUnfinished && left.get(document) === 0),
    )
    .sort((a, b) => {
      if (view.order === "words") return (b.version.words ?? 0) - (a.version.words ?? 0);
      return view.order === "progress" ? left.get(b)! - left.get(a)! : comparePaths(a.path, b.path);
    });
  const byFolder = new Map<string, ProjectDocument[]>();
  for (const document of fitting) {
    const folder = view.order === "path" ? folderOf(document.path) : "";
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), document]);
  }
  let rest = limit;
  const folders = [...byFolder].map(([path, all]): Folder => {
    const shown = folded.has(path) ? [] : all.slice(0, rest);
    rest -= shown.length;
    return { path, total: all.length, shown };
  });
  const hidden = folders.reduce((sum, { path, total }) => sum + (folded.has(path) ? total : 0), 0);
  return {
    folders: folders.filter(({ path, shown }) => shown.length > 0 || folded.has(path)),
    count: fitting.length - hidden,
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Documents outside of folders come first. */
function comparePaths(a: string, b: string): number {
  return COLLATOR.compare(folderOf(a), folderOf(b)) || COLLATOR.compare(a, b);
}

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Sum of the remaining percentage points in all languages. Documents that could not be read have most. */
function percentLeft({ status, languages }: ProjectDocument, workflow: Workflow): number {
  if (status !== "ready") return Number.POSITIVE_INFINITY;
  return languages.reduce((sum, { progress }) => sum + 100 - (progressParts(workflow, progress).percent ?? 100), 0);
}
