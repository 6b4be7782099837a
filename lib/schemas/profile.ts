import { z } from "zod";
import { TierName } from "./account";
import { Id, StorableText, Timestamp } from "./common";
import { Email, RoleName } from "./members";
import { CurrentPassword, NewPassword, PersonName } from "./sign-in";

/** Maximum entries per person. */
export const MAX_PREFERENCES = 50;

const Preferences = z
  .record(StorableText.min(1).max(64), z.union([StorableText.max(1_000), z.number(), z.boolean(), z.null()]))
  .refine((value) => Object.keys(value).length <= MAX_PREFERENCES, {
    params: { code: "range", maximum: MAX_PREFERENCES, unit: "items" },
    message: `The field preferences takes at most ${MAX_PREFERENCES} entries.`,
  });

export const Profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  locale: z.string().nullable(),
  preferences: z.record(z.string(), z.unknown()),
  hasPassword: z.boolean(),
  providers: z.array(z.string()).describe("Linked ways to sign in: github, google, oidc"),
  isAdmin: z.boolean(),
  createdAt: Timestamp,
});
export type Profile = z.infer<typeof Profile>;

export const PatchProfileBody = z.strictObject({
  name: PersonName.optional(),
  email: Email.optional().describe("Needs `currentPassword`"),
  currentPassword: CurrentPassword.optional(),
  locale: StorableText.min(2)
    .max(35)
    .nullable()
    .optional()
    .describe("Interface language chosen last, used for mails; null: none"),
  preferences: Preferences.optional().describe("Merged with existing entries; null removes one"),
});

export const PasswordBody = z.strictObject({
  currentPassword: CurrentPassword.optional().describe("Not needed right after sign-in by people without a password"),
  newPassword: NewPassword,
});

export const DeleteUserBody = z.strictObject({
  email: z.string().max(254).describe("The user's email address, to confirm"),
  password: CurrentPassword.optional(),
});

export const Session = z.object({
  id: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp.describe("Rounded to the minute"),
  expiresAt: Timestamp,
});
export type Session = z.infer<typeof Session>;
export const SessionList = z.object({ sessions: z.array(Session) });
export const SessionsEnded = z.object({ ended: z.number().int() });

const Workspace = z.object({
  accountId: z.string(),
  name: z.string(),
  tier: TierName,
  role: RoleName,
  isCurrent: z.boolean(),
});
export const WorkspaceList = z.object({ workspaces: z.array(Workspace) });
export const SwitchWorkspaceBody = z.strictObject({ accountId: Id("acc") });
