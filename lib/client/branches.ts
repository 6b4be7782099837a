import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BranchChanges, BranchList, OnConflict } from "@/lib/schemas/branches";
import type { Job } from "@/lib/schemas/jobs";
import { api, at } from "./fetch";

const WORKING_MS = 1_500;

/** The branches of a project, most recently changed first; refreshed while a job runs in one of them. */
export function useBranches(projectId: string, first: BranchList["branches"]) {
  return useQuery({
    queryKey: ["project", projectId, "branches"],
    queryFn: async ({ signal }) =>
      (await api<typeof BranchList>("GET", at`/projects/${projectId}/branches`, { signal })).branches,
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.some(({ activity }) => activity) ? WORKING_MS : false),
  });
}

/** What merging a branch would change. */
export function useBranchChanges(projectId: string, name: string, first: BranchChanges) {
  return useQuery({
    queryKey: ["project", projectId, "branches", name],
    queryFn: ({ signal }) =>
      api<typeof BranchChanges>("GET", at`/projects/${projectId}/branches/${name}/changes`, { signal }),
    initialData: first,
  });
}

/** Starts a job that merges a branch. */
export function useMergeBranch(projectId: string, name: string) {
  return useMutation({
    mutationFn: (onConflict: OnConflict) =>
      api<typeof Job>("POST", `${at`/projects/${projectId}/branches/${name}/merge`}?onConflict=${onConflict}`),
  });
}

/** Refreshes everything shown of a project after a merge, except the branch, which no longer exists. */
export function useRefreshAfterMerge(projectId: string, name: string) {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ queryKey: ["project", projectId], predicate: ({ queryKey }) => queryKey[3] !== name });
}

/** Deletes a branch with its translations; main does not change. */
export function useDeleteBranch(projectId: string, name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("DELETE", at`/projects/${projectId}/branches/${name}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ["project", projectId, "branches"], exact: true }),
  });
}
