import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Export } from "@/lib/schemas/exports";
import type { Job, JobReceipt } from "@/lib/schemas/jobs";
import { api, at } from "./fetch";

const LOOK_MS = 500;

/** Whether a job, or something that a job creates, is queued or running. */
export function isUnfinished({ status }: { readonly status: Job["status"] | Export["status"] }): boolean {
  return status === "queued" || status === "running";
}

/** A job, refreshed until it has ended. */
export function useJob(jobId: string | null) {
  return useQuery({
    queryKey: ["job", jobId],
    queryFn: ({ signal }) => api<typeof Job>("GET", at`/jobs/${jobId ?? ""}`, { signal }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.data && !isUnfinished(state.data) ? false : LOOK_MS),
  });
}

/** The texts of an imported file that were not imported; the first hundred. */
export function useImportLeft(jobId: string) {
  const query = "outcome=notFound,notUnderstood,conflict,kept&limit=100";
  return useQuery({
    queryKey: ["job", jobId, "receipt"],
    queryFn: ({ signal }) => api<typeof JobReceipt>("GET", `${at`/jobs/${jobId}/receipt`}?${query}`, { signal }),
  });
}

/** Cancels jobs and refreshes what shows them, even if one ended in the meantime. Running jobs end soon after. */
export function useCancelJobs(jobs: readonly Pick<Job, "id" | "projectId">[]) {
  const client = useQueryClient();
  const projects = [...new Set(jobs.flatMap(({ projectId }) => projectId ?? []))].map((id) => ["project", id]);
  const shown = [...jobs.map(({ id }) => ["job", id]), ...projects, ...(projects.length > 0 ? [["projects"]] : [])];
  return useMutation({
    mutationFn: () => Promise.all(jobs.map(({ id }) => api<typeof Job>("POST", at`/jobs/${id}/cancel`))),
    onSettled: () => Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
