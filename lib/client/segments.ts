import {
  queryOptions,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { z } from "zod";
import type { BulkBody, BulkPreview } from "@/lib/schemas/bulk-edits";
import type { Comment, CommentList } from "@/lib/schemas/comments";
import type { DocumentList } from "@/lib/schemas/documents";
import type { Job } from "@/lib/schemas/jobs";
import type { Project, ProjectLanguage } from "@/lib/schemas/projects";
import type {
  Matches,
  ProjectQaIssue,
  RevisionList,
  Segment,
  SegmentCounts,
  SegmentIds,
  SegmentList,
  Suggestion,
} from "@/lib/schemas/segments";
import { painted } from "./after-paint";
import { api, at } from "./fetch";
import { useSegmentStore } from "./segment-store";

export type EditorFilter = {
  readonly documentId: string;
  readonly state: string;
  readonly qa: string;
  readonly check: string;
  readonly comments: string;
  readonly outdated: string;
  readonly origin: string;
  readonly failedJobId: string;
  readonly sort: string;
  /** Search text and labels, which must never be part of an address sent to the server. */
  readonly q: string;
  readonly label: string;
};

/** A project, or one of its branches. */
export type ProjectBranch = {
  readonly projectId: string;
  /** Null for main. */
  readonly branch: string | null;
};

/** Segments per request. */
const CHUNK = 50;

/**
 * The ids of the matching segments, in order. A segment that no longer matches the filter stays until the list is
 * refetched. `first` are the ids that the page contained, used until all are loaded.
 */
export function useSegmentIds(
  { projectId, branch }: ProjectBranch,
  language: string,
  filter: EditorFilter,
  first: SegmentIdList | null,
) {
  return useQuery({
    queryKey: ["segment-ids", projectId, branch, language, filter],
    queryFn: ({ signal }) =>
      api<typeof SegmentIds>("GET", at`/projects/${projectId}/segments/ids`, {
        query: { ...filter, branch, language },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    // Shows the old list while another filter is being applied.
    placeholderData: (previous) => previous ?? first ?? undefined,
  });
}

type SegmentIdList = z.output<typeof SegmentIds>;

/** Caches segments that the page contained, unless they are cached already. Returns their ids. */
export function useFirstSegments(language: string, first: readonly Segment[] | null): SegmentIdList | null {
  const store = useSegmentStore();
  const [ids] = useState(() => {
    if (first === null) return null;
    store.putUnknown(first, language);
    return { ids: first.map(({ id }) => id), truncated: false };
  });
  return ids;
}

/** Rows of a list by index, including `start` and `end`. */
type Range = { readonly start: number; readonly end: number };

/** State of loading: the error if rows could not be loaded, and a function that retries. */
type Loading = { readonly error: Error | null; readonly retry: () => void };

/** The numbers of the chunks that contain the rows of a range. */
function chunksOf({ start, end }: Range, length: number): number[] {
  const first = Math.max(0, Math.floor(start / CHUNK));
  const last = Math.min(Math.floor(end / CHUNK), Math.ceil(length / CHUNK) - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

/** Loads the segments in ranges of ids, in chunks, as they become visible. `useSegment` reads them. */
export function useLoadedSegments(
  { projectId, branch }: ProjectBranch,
  language: string,
  ids: readonly string[],
  ranges: readonly Range[],
): Loading {
  const numbers = [...new Set(ranges.flatMap((range) => chunksOf(range, ids.length)))].join();
  const chunks = useMemo(
    () => (numbers === "" ? [] : numbers.split(",").map((n) => ids.slice(Number(n) * CHUNK, (Number(n) + 1) * CHUNK))),
    [ids, numbers],
  );
  const store = useSegmentStore();
  // The same object while the chunks are unchanged: another one would be compared key by key at each rendering.
  const queries = useMemo(
    () =>
      chunks.map((chunk) => ({
        queryKey: ["segment-chunk", projectId, branch, language, chunk[0], chunk.length],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const { segments } = await api<typeof SegmentList>("GET", at`/projects/${projectId}/segments`, {
            query: { branch, language, ids: chunk.join(","), limit: CHUNK * 2 },
            signal,
          });
          store.put(segments, language);
          return segments.length;
        },
        enabled: chunk.some((id) => store.get(id, language) === undefined),
        staleTime: Number.POSITIVE_INFINITY,
      })),
    [chunks, projectId, branch, language, store],
  );
  return loading(useQueries({ queries }));
}

function loading(results: readonly UseQueryResult<unknown>[]): Loading {
  const failed = results.filter((result) => result.isError);
  return {
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/** The segments in a range of ids in several languages, loaded in chunks as they become visible. */
export function useGridSegments(
  { projectId, branch }: ProjectBranch,
  languages: readonly string[],
  ids: readonly string[],
  range: Range,
): Loading {
  const store = useSegmentStore();
  const queries = chunksOf(range, ids.length).map((n) => {
    const chunk = ids.slice(n * CHUNK, (n + 1) * CHUNK);
    return {
      queryKey: ["segment-chunk", projectId, branch, languages, chunk[0], chunk.length],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { segments } = await api<typeof SegmentList>("GET", at`/projects/${projectId}/segments`, {
          query: { branch, languages: languages.join(","), ids: chunk.join(","), limit: CHUNK * 2 },
          signal,
        });
        store.putAll(segments);
        return segments.length;
      },
      staleTime: Number.POSITIVE_INFINITY,
    };
  });
  return loading(useQueries({ queries }));
}

const matchesOf = (segmentId: string, language: string) =>
  queryOptions({
    queryKey: ["matches", segmentId, language],
    queryFn: async ({ signal }) => {
      // Paints first, so that someone who moves quickly through segments sees each before its requests start.
      await painted();
      return api<typeof Matches>("GET", at`/segments/${segmentId}/matches`, { query: { language }, signal });
    },
    staleTime: 60_000,
  });

/** Memory matches, repetitions and terms of a segment. */
export const useMatches = (segmentId: string, language: string) => useQuery(matchesOf(segmentId, language));

/** Only the terms of a segment; undefined while there are none. Rerenders only when they change. */
export const useTerms = (segmentId: string, language: string) =>
  useQuery({ ...matchesOf(segmentId, language), select: ({ terms }) => (terms.length > 0 ? terms : undefined) }).data;

/** Reads the matches that are cached now. */
export function useKnownMatches(segmentId: string, language: string) {
  const client = useQueryClient();
  return () => client.getQueryData(matchesOf(segmentId, language).queryKey)?.matches ?? [];
}

/** The revisions of a translation, newest first. */
export function useHistory(segmentId: string, language: string) {
  return useQuery({
    queryKey: ["history", segmentId, language],
    queryFn: ({ signal }) =>
      api<typeof RevisionList>("GET", at`/segments/${segmentId}/translations/${language}/history`, {
        query: { limit: 50 },
        signal,
      }),
  });
}

/** Restores an earlier revision. */
export function useRevert(language: string) {
  const store = useSegmentStore();
  return useMutation({
    mutationFn: ({ id, revision, now }: { id: string; revision: number; now: number }) =>
      store.revert(id, language, revision, now),
  });
}

/** Comments and issues of a segment. */
export function useComments({ projectId, branch }: ProjectBranch, segmentId: string, language: string) {
  return useQuery({
    queryKey: ["comments", segmentId, language],
    queryFn: ({ signal }) =>
      api<typeof CommentList>("GET", at`/projects/${projectId}/comments`, {
        query: { branch, segmentId, language, limit: 100 },
        signal,
      }),
  });
}

/** Adds a comment, or resolves or reopens an issue. */
export function useCommenting({ projectId, branch }: ProjectBranch, segmentId: string, language: string) {
  const client = useQueryClient();
  const store = useSegmentStore();
  const onSuccess = async () => {
    void client.invalidateQueries({ queryKey: ["comments", segmentId, language] });
    await store.read(segmentId, language);
  };
  const add = useMutation({
    mutationFn: ({ body, issueType }: { body: string; issueType: Comment["issueType"] }) =>
      api<typeof Comment>("POST", at`/projects/${projectId}/comments`, {
        query: { branch },
        body: { segmentId, language, body, ...(issueType ? { kind: "issue", issueType } : {}) },
      }),
    onSuccess,
  });
  const resolve = useMutation({
    mutationFn: ({ id, resolved }: { id: string; resolved: boolean }) =>
      api<typeof Comment>("PATCH", at`/projects/${projectId}/comments/${id}`, { body: { resolved } }),
    onSuccess,
  });
  return { add, resolve };
}

/** Ignores a finding. Errors require a reason. */
export function useIgnoreIssue(language: string) {
  const store = useSegmentStore();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; segmentId: string; reason?: string }) =>
      api<typeof ProjectQaIssue>("POST", at`/qa-issues/${id}/ignore`, { body: reason ? { reason } : {} }),
    onSuccess: (_, { segmentId }) => store.read(segmentId, language),
  });
}

/** A new machine translation of a segment, saved only when the person inserts it. */
export function useSuggestion(language: string) {
  return useMutation({
    mutationFn: (segmentId: string) =>
      api<typeof Suggestion>("POST", at`/segments/${segmentId}/suggestion`, { query: { language } }),
  });
}

export type BulkCounts = {
  /** Number of segments that the action would change. */
  readonly changed: number;
  /** Number of segments that it cannot change, for example because of errors found by checks. */
  readonly refused: number;
  /** Number of segments that someone else must approve, because this person edited them last. */
  readonly ownWork: number;
  /** The number of changed segments with warnings, if counted. */
  readonly warned: number;
  /** For a replacement: number of segments where a match stays because it contains an inline code. */
  readonly acrossCodes: number;
  /** For a replacement: the first changes. */
  readonly samples: NonNullable<z.output<typeof BulkPreview>["replacements"]>["samples"];
  /** False if only the first segments were searched. */
  readonly isComplete: boolean;
};

const NOTHING_COUNTED: BulkCounts = {
  changed: 0,
  refused: 0,
  ownWork: 0,
  warned: 0,
  acrossCodes: 0,
  samples: [],
  isComplete: true,
};

/** Counts the segments of a bulk action, and runs it. */
export function useBulk({ projectId, branch }: ProjectBranch) {
  const ask = (bulk: BulkRequest) =>
    api<typeof BulkPreview>("POST", at`/projects/${projectId}/segments/bulk`, {
      query: { branch },
      body: { ...bulk, dryRun: true },
    });
  const preview = useMutation({
    mutationFn: async (bulk: BulkRequest | null): Promise<BulkCounts> => {
      if (bulk === null) return NOTHING_COUNTED;
      const { matching, replacements, findings } = await ask(bulk);
      if (replacements)
        return {
          ...NOTHING_COUNTED,
          changed: replacements.changed,
          refused: replacements.failed,
          acrossCodes: replacements.acrossCodes,
          samples: replacements.samples,
          isComplete: replacements.complete,
        };
      const { errors, warnings, ownWork } = findings ?? { errors: 0, warnings: 0, ownWork: 0 };
      const changed = matching - errors - ownWork;
      return { ...NOTHING_COUNTED, changed, refused: errors, ownWork, warned: warnings };
    },
  });
  const start = useMutation({
    mutationFn: (bulk: BulkRequest) =>
      api<typeof Job>("POST", at`/projects/${projectId}/segments/bulk`, { query: { branch }, body: bulk }),
  });
  return { preview, start };
}

export type BulkRequest = z.input<typeof BulkBody>;

/** Undoes the changes of a job. */
export function useUndoJob() {
  return useMutation({ mutationFn: (jobId: string) => api<typeof Job>("POST", at`/jobs/${jobId}/undo`) });
}

/** The documents of a project or branch, by path. */
export function useEditorDocuments(place: ProjectBranch) {
  return useQuery(editorDocuments(place));
}

/** Like {@link useEditorDocuments}, without progress. The same object until a document is added, renamed or removed. */
export function useDocumentNames(place: ProjectBranch) {
  return useQuery({
    ...editorDocuments(place),
    select: (documents) => documents.map(({ id, path, format }) => ({ id, path, format })),
  });
}

function editorDocuments({ projectId, branch }: ProjectBranch) {
  return queryOptions({
    queryKey: ["editor-progress", projectId, branch, "documents"],
    queryFn: async ({ signal }) => {
      const { documents } = await api<typeof DocumentList>("GET", at`/projects/${projectId}/documents`, {
        query: { branch, limit: 100 },
        signal,
      });
      return documents;
    },
  });
}

/**
 * How many of the listed segments have each state and finding; refreshed after each edit. States and findings in the
 * filter are ignored, so that each number shows what choosing it would list.
 */
export function useSegmentCounts({ projectId, branch }: ProjectBranch, language: string, filter: EditorFilter) {
  const { state, qa, comments, outdated, sort, ...narrowed } = filter;
  return useQuery({
    queryKey: ["editor-progress", projectId, branch, language, "counts", narrowed],
    queryFn: ({ signal }) =>
      api<typeof SegmentCounts>("GET", at`/projects/${projectId}/segments/counts`, {
        query: { ...narrowed, branch, language },
        signal,
      }),
    enabled: Object.values(narrowed).some((value) => value !== ""),
    placeholderData: (previous) => previous,
  });
}

/** Progress of a language; refreshed after each edit. Initially from the project's data on the page. */
export function useLanguageProgress({ projectId, branch }: ProjectBranch, language: string, project: Project) {
  return useQuery({
    queryKey: ["editor-progress", projectId, branch, language],
    queryFn: ({ signal }) =>
      api<typeof ProjectLanguage>("GET", at`/projects/${projectId}/languages/${language}`, {
        query: { branch },
        signal,
      }),
    // The project's own progress is that of main.
    placeholderData: branch === null ? project.languages.find((one) => one.language === language) : undefined,
  });
}
