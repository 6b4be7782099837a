import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Workflow } from "@/lib/vocabulary/projects";
import { progressParts } from "./progress-parts";

export const DOCUMENT_ORDERS = ["path", "progress", "words"] as const;

export type DocumentView = {
  /** Part of the path, in any case. */
  readonly q: string;
  /** By path, the least finished first, or the most words first. */
  readonly order: (typeof DOCUMENT_ORDERS)[number];
  /** Without documents that are finished in all languages. */
  readonly isUnfinished: boolean;
};

type Folder = {
  /** With a slash at its end; empty for documents outside of folders, and where folders are not shown. */
  readonly path: string;
  /** Documents of the view in it. */
  readonly total: number;
  readonly shown: readonly ProjectDocument[];
};

/**
 * The documents that a view shows, by folder where they are ordered by path: at most `limit` of those outside of folded
 * folders; `count` is without the limit.
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

/** The percentage points left in all languages; more than those of any other for a document that could not be read. */
function percentLeft({ status, languages }: ProjectDocument, workflow: Workflow): number {
  if (status !== "ready") return Number.POSITIVE_INFINITY;
  return languages.reduce((sum, { progress }) => sum + 100 - (progressParts(workflow, progress).percent ?? 100), 0);
}
