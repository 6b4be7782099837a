import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  AdminAccount,
  AdminAccountList,
  AdminEngineList,
  AdminUser,
  AdminUserList,
  FailedJobList,
  PatchAdminAccountBody,
  PendingResetList,
  ResetLink,
  SignUpSetting,
  SignUpSettingBody,
} from "@/lib/schemas/admin";
import type { FailureCause } from "@/lib/vocabulary/engines";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { usePaged } from "./paged";

export type AccountPage = z.output<typeof AdminAccountList>;
export type UserPage = z.output<typeof AdminUserList>;
export type JobPage = z.output<typeof FailedJobList>;
export type Engine = z.output<typeof AdminEngineList>["engines"][number];
export type Reset = z.output<typeof PendingResetList>["resets"][number];
export type SignUpState = z.output<typeof SignUpSetting>;

const ENGINES_MS = 10_000;

/** Matching accounts of the server; `initial` is the unfiltered first page. */
export function useAdminAccounts(q: string, initial: AccountPage) {
  return usePaged<typeof AdminAccountList>(["admin", "accounts", q], "/admin/accounts", {
    query: { q },
    initial: q === "" ? initial : undefined,
  });
}

export function useChangeAdminAccount() {
  return useChange(
    [["admin", "accounts"], ["me"]],
    ({ id, change }: { id: string; change: z.input<typeof PatchAdminAccountBody> }) =>
      api<typeof AdminAccount>("PATCH", at`/admin/accounts/${id}`, { body: change }),
  );
}

/** Matching people of the server; `initial` is the unfiltered first page. */
export function useAdminUsers(q: string, initial: UserPage) {
  return usePaged<typeof AdminUserList>(["admin", "users", q], "/admin/users", {
    query: { q },
    initial: q === "" ? initial : undefined,
  });
}

export function useSetAdmin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isAdmin }: { id: string; isAdmin: boolean }) =>
      api<typeof AdminUser>("PATCH", at`/admin/users/${id}`, { body: { isAdmin } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["admin", "users"] }),
  });
}

/** Removes a person's second factors. */
export function useResetSecondFactor() {
  return useChange([["admin", "users"]], (userId: string) => api("DELETE", at`/admin/users/${userId}/second-factor`));
}

/** Creates a password reset link, which only the response contains, and invalidates earlier ones. */
export function useMakeResetLink() {
  return useChange(
    [["admin", "resets"]],
    (userId: string) => api<typeof ResetLink>("POST", at`/admin/users/${userId}/password-reset`),
    { gcTime: 0 },
  );
}

/** People who requested a link or have an unused one. */
export function useResets(initial: readonly Reset[]) {
  return useQuery({
    queryKey: ["admin", "resets"],
    queryFn: async ({ signal }) =>
      (await api<typeof PendingResetList>("GET", "/admin/password-resets", { signal })).resets,
    initialData: [...initial],
  });
}

/** The engines of this server, refreshed every ten seconds while the page is visible. */
export function useEngines(initial: readonly Engine[]) {
  return useQuery({
    queryKey: ["admin", "engines"],
    queryFn: async ({ signal }) => (await api<typeof AdminEngineList>("GET", "/admin/engines", { signal })).engines,
    initialData: [...initial],
    refetchInterval: ENGINES_MS,
  });
}

export function useSetSignUp() {
  return useMutation({
    mutationFn: (policy: z.input<typeof SignUpSettingBody>["policy"]) =>
      api<typeof SignUpSetting>("PUT", "/admin/sign-up", { body: { policy } }),
  });
}

export function useFailedJobs(cause: FailureCause, initial: JobPage) {
  return usePaged<typeof FailedJobList>(["admin", "jobs", cause], "/admin/jobs", { query: { cause }, initial });
}

export function useRetryJob() {
  return useChange([["admin", "jobs"]], (id: string) => api("POST", at`/admin/jobs/${id}/retry`));
}

export function useDeleteJob() {
  return useChange([["admin", "jobs"]], (id: string) => api("DELETE", at`/admin/jobs/${id}`));
}
