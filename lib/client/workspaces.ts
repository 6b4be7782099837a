import { useQuery } from "@tanstack/react-query";
import type { WorkspaceList } from "@/lib/schemas/profile";
import { api } from "./fetch";

/** The workspaces that the signed-in person is a member of. */
export function useWorkspaces() {
  return useQuery({
    queryKey: ["workspaces"],
    queryFn: async ({ signal }) => api<typeof WorkspaceList>("GET", "/account/workspaces", { signal }),
    select: ({ workspaces }) => workspaces,
  });
}

/** Works in another workspace from now on, with everything of the page read anew: nothing of the one before stays. */
export async function switchWorkspace(accountId: string): Promise<void> {
  await api("PUT", "/account/workspace", { body: { accountId } });
  window.location.assign("/");
}
