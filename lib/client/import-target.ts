import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { z } from "zod";
import type { ImportTargetQuery, MatchedFiles } from "@/lib/schemas/documents";
import type { ImportConflicts, Job, ResolvedConflicts } from "@/lib/schemas/jobs";
import { api, at } from "./fetch";
import { useJob } from "./jobs";
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

/** Imports many translated files and follows the job that gathers their results. */
export function useImportFiles(projectId: string) {
  const send = useMutation({
    mutationFn: (files: readonly File[]) =>
      sendForm<z.output<typeof Job>>("POST", at`/projects/${projectId}/translations`, formOf(files)).done,
  });
  return { send, job: useStartedJob(projectId, send.data) };
}

export type Conflict = z.output<typeof ImportConflicts>["conflicts"][number];

/** The first hundred conflicts of an import, as they were when it ended. */
export function useConflicts(jobId: string) {
  return useQuery({
    queryKey: ["job", jobId, "conflicts"],
    queryFn: ({ signal }) =>
      api<typeof ImportConflicts>("GET", `${at`/jobs/${jobId}/conflicts`}?limit=100`, { signal }),
    refetchOnWindowFocus: false,
  });
}

/** Takes the texts of the file, or keeps those here. */
export function useResolveConflicts(jobId: string, projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ take, conflicts }: { take: "file" | "here"; conflicts: readonly Conflict[] }) => {
      const chosen = conflicts.map(({ segmentId, revision }) => ({ segmentId, revision }));
      return api<typeof ResolvedConflicts>("POST", at`/jobs/${jobId}/conflicts`, { body: { take, conflicts: chosen } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["project", projectId] }),
  });
}

/** The present state of a job that was just started. What its project shows is asked for again with each status. */
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

/** A path as a folder was dropped or chosen; a ZIP is sent whole. */
export function pathOfFile(file: File): string {
  const { path } = file as File & { readonly path?: string };
  return (file.webkitRelativePath || path || file.name).replace(/^\.?\//, "");
}

/** Files as parts with their paths; a ZIP alone as an archive. */
export function formOf(files: readonly File[]): FormData {
  const body = new FormData();
  const [first] = files;
  if (files.length === 1 && first && /\.zip$/i.test(first.name)) body.set("archive", first);
  else for (const file of files) body.append("file", file, pathOfFile(file));
  return body;
}
