import { z } from "zod";
import { ENGINE_STATES, FAILURE_CAUSES } from "@/lib/vocabulary/engines";
import { AccountLimits, TierName } from "./account";
import { NextCursor, Paging, StorableText, Timestamp } from "./common";
import { PAIR, Refusal } from "./engines";
import { SignUpPolicy } from "./sign-in";

/** An account's overrides of its tier's limits. */
const LimitOverridesBody = z.strictObject({
  requestsPerHour: z.number().int().min(0).max(10_000_000).nullable().optional().describe("Null: no limit"),
  textCharacters: z.number().int().min(1).max(10_000_000).optional(),
  batchItems: z.number().int().min(1).max(10_000).optional(),
  batchCharacters: z.number().int().min(1).max(50_000_000).optional(),
  fileBytes: z
    .number()
    .int()
    .min(1)
    .max(1024 * 1024 * 1024)
    .optional(),
  activeKeys: z.number().int().min(0).max(10_000).optional(),
});

const counts = {
  requests: z.number().int(),
  characters: z.number().int(),
  files: z.number().int(),
  refused: z.number().int(),
};

export const AdminAccount = z.object({
  id: z.string(),
  name: z.string(),
  tier: TierName,
  overrides: LimitOverridesBody.describe("Overrides for this account"),
  limits: AccountLimits.describe("Effective limits: those of the tier, changed by the overrides"),
  owners: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  memberCount: z.number().int(),
  activeKeyCount: z.number().int(),
  usage30Days: z.object(counts),
  createdAt: Timestamp,
});
export type AdminAccount = z.infer<typeof AdminAccount>;

export const AdminListQuery = z.strictObject({
  ...Paging,
  q: StorableText.trim().min(1).max(200).optional().describe("Part of a name or email address, or a complete id"),
});
export const AdminAccountList = z.object({ accounts: z.array(AdminAccount), nextCursor: NextCursor });

export const PatchAdminAccountBody = z.strictObject({
  tier: TierName.optional(),
  overrides: LimitOverridesBody.optional().describe("Replaces all overrides; `{}` removes them"),
});

export const AdminUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  workspaces: z.array(z.object({ accountId: z.string(), name: z.string(), role: z.string() })),
  lastSeenAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type AdminUser = z.infer<typeof AdminUser>;
export const AdminUserList = z.object({ users: z.array(AdminUser), nextCursor: NextCursor });
export const PatchAdminUserBody = z.strictObject({ isAdmin: z.boolean() });

/** The link is shown once and invalidates earlier ones. */
export const ResetLink = z.object({ link: z.string(), expiresAt: Timestamp });

/** People who requested a password reset and have not completed it. */
const PendingReset = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  mailed: z.boolean(),
  requestedAt: Timestamp,
  expiresAt: Timestamp,
});
export const PendingResetList = z.object({ resets: z.array(PendingReset) });

const AdminEngine = z.object({
  id: z.string(),
  state: z.enum(ENGINE_STATES),
  languages: z.number().int(),
  directions: z.number().int(),
  isLocal: z.boolean().describe("False: text is sent to another machine"),
  detail: z.string().describe("Message for operators"),
  refusal: Refusal.optional().describe("Why the service lists no languages; absent if it does, and for local engines"),
  queued: z.number().int(),
  memoryMb: z.number(),
  answers: z.number().int().describe("Sentences that the engine translated directly since this server started"),
  altered: z.number().int().describe("Those of `answers` that first changed numbers, placeholders, code or order"),
  examples: z
    .array(z.object({ ...PAIR, code: z.string(), missing: z.string().optional(), added: z.string().optional() }))
    .describe("The latest of these changes, without any letter or digit of the texts: `2026` is shown as `0000`"),
});
export const AdminEngineList = z.object({ engines: z.array(AdminEngine) });

export const SignUpSetting = z.object({
  policy: SignUpPolicy,
  fromEnvironment: SignUpPolicy.describe("Policy from the environment, used if none is set here"),
  isSet: z.boolean(),
});
export const SignUpSettingBody = z.strictObject({
  policy: SignUpPolicy.nullable().describe("Null: use the policy from the environment"),
});

const FailureCause = z
  .enum(FAILURE_CAUSES)
  .describe("server: this server or a service it uses. content: what a person sent, such as a damaged file");

const FailedJob = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  type: z.string(),
  attempts: z.number().int(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  cause: FailureCause,
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});
export const FailedJobsQuery = z.strictObject({
  ...Paging,
  cause: FailureCause.optional().describe("Only jobs that failed for this cause; default: all"),
});
export const FailedJobList = z.object({ jobs: z.array(FailedJob), nextCursor: NextCursor });
