import { useMutation, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Account, DeleteAccountBody, PatchAccountBody } from "@/lib/schemas/account";
import type {
  CreatedInvitation,
  InvitationList,
  InviteBody,
  Member,
  MemberAccess,
  MemberList,
} from "@/lib/schemas/members";
import type { Role } from "@/lib/vocabulary/rights";
import { useChange, useChangeAtOnce } from "./change";
import { api, at } from "./fetch";
import { usePaged } from "./paged";

export type InvitationPage = z.output<typeof InvitationList>;

/** Changes the workspace's settings, and updates its name in the page's frame. */
export function useChangeWorkspace() {
  return useChange([["me"]], (body: z.input<typeof PatchAccountBody>) =>
    api<typeof Account>("PATCH", "/account", { body }),
  );
}

export function useDeleteWorkspace() {
  return useMutation({
    mutationFn: (body: z.input<typeof DeleteAccountBody>) => api("DELETE", "/account", { body }),
  });
}

/** The workspace's members: those that the page contained, else undefined until loaded. Loaded if `isWanted`. */
export function useMembers(initial?: readonly Member[], isWanted = true) {
  return useQuery({
    queryKey: ["members"],
    queryFn: async ({ signal }) => (await api<typeof MemberList>("GET", "/account/members", { signal })).members,
    initialData: initial && [...initial],
    enabled: isWanted,
  });
}

/** Changes a member's role; shown at once and rolled back on failure. */
export function useChangeRole() {
  return useChangeAtOnce(
    ["members"],
    ({ userId, role }: { userId: string; role: Role }) =>
      api("PATCH", at`/account/members/${userId}`, { body: { role } }),
    (list: Member[], { userId, role }) =>
      list.map((member) => (member.userId === userId ? { ...member, role } : member)),
  );
}

export function useRemoveMember() {
  return useChange([["members"]], ({ userId, revokeKeys }: { userId: string; revokeKeys: boolean }) =>
    api("DELETE", at`/account/members/${userId}`, { query: { revokeKeys } }),
  );
}

/** The keys and webhooks that a member created. For managers. */
export function useMemberAccess(userId: string) {
  return useQuery({
    queryKey: ["member-access", userId],
    queryFn: ({ signal }) => api<typeof MemberAccess>("GET", at`/account/members/${userId}/access`, { signal }),
    gcTime: 0,
  });
}

export function useLeaveWorkspace() {
  return useMutation({ mutationFn: () => api("POST", "/account/leave") });
}

/** Open invitations, newest first. For managers. */
export function useInvitations(initial: InvitationPage) {
  return usePaged<typeof InvitationList>(["invitations"], "/account/invitations", { initial });
}

/** Invites an address. Only the response contains the link. */
export function useInvite() {
  return useChange([["invitations"]], (body: z.input<typeof InviteBody>) =>
    api<typeof CreatedInvitation>("POST", "/account/invitations", { body }),
  );
}

export function useRevokeInvitation() {
  return useChange([["invitations"]], (id: string) => api("DELETE", at`/account/invitations/${id}`));
}
