import { z } from "zod";
import { ROLES } from "@/lib/vocabulary/rights";
import { NextCursor, Paging, StorableText, Timestamp } from "./common";

/** An e-mail address as typed; addresses are compared in lower case. */
export const Email = StorableText.trim()
  .max(254)
  .regex(/^[^\s@<>"(),;:\\[\]]{1,64}@[^\s@<>"(),;:\\[\]]+$/, "This is not an e-mail address.");

/** Members' roles, in ascending order. */
export const RoleName = z.enum(ROLES);

export const Member = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: RoleName,
  isYou: z.boolean(),
  joinedAt: Timestamp,
  lastSeenAt: Timestamp.nullable(),
});
export type Member = z.infer<typeof Member>;

export const MemberList = z.object({ members: z.array(Member) });

/** What a member created that continues to work without them. */
export const MemberAccess = z.object({
  keys: z.array(z.object({ id: z.string(), name: z.string(), start: z.string(), last4: z.string() })),
  webhooks: z.array(z.object({ id: z.string(), url: z.string() })),
});

export const RemoveMemberQuery = z.strictObject({
  revokeKeys: z
    .stringbool()
    .default(false)
    .describe("Also revokes the API keys and disables the webhooks that the member created"),
});

export const MemberRoleBody = z.strictObject({ role: RoleName });

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: RoleName,
  invitedBy: z.string().nullable(),
  mailed: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationsQuery = z.strictObject(Paging);
export const InvitationList = z.object({ invitations: z.array(Invitation), nextCursor: NextCursor });

export const InviteBody = z.strictObject({
  email: Email,
  role: RoleName,
});
/** The link is shown once. It was also mailed if `invitation.mailed` is true. */
export const CreatedInvitation = z.object({ invitation: Invitation, link: z.string() });
