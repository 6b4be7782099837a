import { useQuery } from "@tanstack/react-query";
import type { WorkspaceList } from "@/lib/schemas/profile";
import { api } from "./fetch";

/** The signed-in person's workspaces. */
export function useWorkspaces() {
  return useQuery({
    queryKey: ["workspaces"],
    queryFn: async ({ signal }) => api<typeof WorkspaceList>("GET", "/account/workspaces", { signal }),
    select: ({ workspaces }) => workspaces,
  });
}

/** Switches to another workspace and reloads everything, so that nothing of the previous one remains. */
export async function switchWorkspace(accountId: string): Promise<void> {
  await api("PUT", "/account/workspace", { body: { accountId } });
  window.location.assign("/");
}
