import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { z } from "zod";
import type { ImportTargetQuery, MatchedFiles } from "@/lib/schemas/documents";
import type { ImportConflicts, Job, ResolvedConflicts } from "@/lib/schemas/jobs";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { useJob } from "./jobs";
import { readAll } from "./paged";
import { sendForm } from "./send-form";

export type TargetMode = NonNullable<z.output<typeof ImportTargetQuery>["mode"]>;

type TargetFile = {
  readonly documentId: string;
  readonly language: string;
  readonly mode: TargetMode;
  readonly file: File;
};

/** Uploads a file with translations of a document and follows the import `job` to its end. */
export function useImportTarget(projectId: string) {
  const send = useMutation({
    mutationFn: ({ documentId, language, mode, file }: TargetFile) => {
      const body = new FormData();
      body.set("file", file);
      const query = new URLSearchParams({ language, mode });
      return sendForm<z.output<typeof Job>>("PUT", `${at`/documents/${documentId}/target`}?${query}`, body).done;
    },
  });
  return { send, job: useStartedJob(projectId, send.data) };
}

/** Matches many translated files with the documents of a project by their paths, without importing them. */
export function useMatchFiles(projectId: string) {
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      sendForm<MatchedFiles>("POST", `${at`/projects/${projectId}/translations`}?dryRun=true`, formOf(files)).done,
  });
}

/** Imports many translated files, and follows the job that collects their results. */
export function useImportFiles(projectId: string) {
  const send = useMutation({
    mutationFn: (files: readonly File[]) =>
      sendForm<z.output<typeof Job>>("POST", at`/projects/${projectId}/translations`, formOf(files)).done,
  });
  return { send, job: useStartedJob(projectId, send.data) };
}

export type Conflict = z.output<typeof ImportConflicts>["conflicts"][number];

/** The conflicts of an import, one per segment, as they were when the import ended. */
export function useConflicts(jobId: string) {
  return useQuery({
    queryKey: ["job", jobId, "conflicts"],
    queryFn: async ({ signal }) => {
      const pages = await readAll<typeof ImportConflicts>(at`/jobs/${jobId}/conflicts`, signal);
      const bySegment = new Map(pages.flatMap((page) => page.conflicts.map((one) => [one.segmentId, one])));
      return { language: pages[0]!.language, conflicts: [...bySegment.values()] };
    },
    refetchOnWindowFocus: false,
  });
}

/** Maximum conflicts resolved by one request. */
const BATCH = 1_000;

/** Resolves conflicts with the file's texts or the project's. `onResolved` gets the number of each request. */
export function useResolveConflicts(jobId: string, projectId: string, onResolved: (count: number) => void) {
  type Choice = { readonly take: "file" | "here"; readonly conflicts: readonly Conflict[] };
  return useChange([["project", projectId]], async ({ take, conflicts }: Choice) => {
    for (let from = 0; from < conflicts.length; from += BATCH) {
      const batch = conflicts.slice(from, from + BATCH).map(({ segmentId, revision }) => ({ segmentId, revision }));
      const body = { take, conflicts: batch };
      const { left } = await api<typeof ResolvedConflicts>("POST", at`/jobs/${jobId}/conflicts`, { body });
      onResolved(conflicts.length > 1 ? Math.min(batch.length, conflicts.length - from - left) : 1);
    }
  });
}

/** The current state of a job that was just started. Refetches what is shown of the project when the status changes. */
function useStartedJob(projectId: string, started: z.output<typeof Job> | undefined) {
  const client = useQueryClient();
  const { data: followed } = useJob(started?.id ?? null);
  const job = followed ?? started ?? null;
  const status = job?.status;
  useEffect(() => {
    if (status) void client.invalidateQueries({ queryKey: ["project", projectId] });
  }, [status, client, projectId]);
  return job;
}

/** A file's path within the dropped or chosen folder. A ZIP is sent as it is. */
export function pathOfFile(file: File): string {
  const { path } = file as File & { readonly path?: string };
  return (file.webkitRelativePath || path || file.name).replace(/^\.?\//, "");
}

/** A form with files and their paths; a single ZIP is sent as the archive. */
export function formOf(files: readonly File[]): FormData {
  const body = new FormData();
  const [first] = files;
  if (files.length === 1 && first && /\.zip$/i.test(first.name)) body.set("archive", first);
  else for (const file of files) body.append("file", file, pathOfFile(file));
  return body;
}
