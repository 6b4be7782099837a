import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BranchChanges, BranchList, OnConflict } from "@/lib/schemas/branches";
import type { Job } from "@/lib/schemas/jobs";
import { api, at } from "./fetch";

const WORKING_MS = 1_500;

/** The branches of a project, most recently changed first; refreshed while something runs in one. */
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

/** Starts the merge of a branch, as a job. */
export function useMergeBranch(projectId: string, name: string) {
  return useMutation({
    mutationFn: (onConflict: OnConflict) =>
      api<typeof Job>("POST", `${at`/projects/${projectId}/branches/${name}/merge`}?onConflict=${onConflict}`),
  });
}

/** Invalidates everything shown of a project after a merge, but not the branch, which is gone. */
export function useRefreshAfterMerge(projectId: string, name: string) {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ queryKey: ["project", projectId], predicate: ({ queryKey }) => queryKey[3] !== name });
}

/** Deletes a branch with its translations; main stays as it is. */
export function useDeleteBranch(projectId: string, name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("DELETE", at`/projects/${projectId}/branches/${name}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ["project", projectId, "branches"], exact: true }),
  });
}
