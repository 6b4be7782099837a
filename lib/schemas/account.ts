import { z } from "zod";
import { TIERS } from "@/lib/vocabulary/accounts";
import { ENGINE_STATES } from "@/lib/vocabulary/engines";
import { Rates } from "./analysis";
import { Day, KnownLanguage, StorableText, Timestamp } from "./common";
import { RoleName } from "./members";

export const TierName = z.enum(TIERS);

export const AccountLimits = z
  .object({
    requestsPerHour: z.number().int().nullable().describe("Null: no limit"),
    textCharacters: z.number().int(),
    batchItems: z.number().int(),
    batchCharacters: z.number().int(),
    fileBytes: z.number().int(),
    activeKeys: z.number().int(),
  })
  .meta({ id: "Limits" });

export const Me = z
  .object({
    account: z.object({ id: z.string(), name: z.string(), tier: TierName, localOnly: z.boolean() }),
    limits: AccountLimits,
    key: z
      .object({
        id: z.string(),
        name: z.string(),
        scopes: z.array(z.string()),
        hourlyLimit: z.number().int().nullable(),
        expiresAt: Timestamp.nullable(),
      })
      .nullable()
      .describe("The API key of the request; null for a signed-in user"),
    user: z
      .object({ id: z.string(), name: z.string(), email: z.string(), role: RoleName, isAdmin: z.boolean() })
      .nullable()
      .describe("The signed-in user; null for an API key"),
  })
  .meta({ id: "Me" });

/** The signed-in person's workspace, with its settings. */
export const Account = z.object({
  id: z.string(),
  name: z.string(),
  tier: TierName,
  role: RoleName.describe("Role of the caller"),
  limits: AccountLimits,
  localOnly: z.boolean().describe("True: text is only sent to engines on this machine"),
  bindKeys: z.boolean().describe("True: when members leave, their keys are revoked and their webhooks disabled"),
  requireSecondFactor: z.boolean().describe("True: members who sign in with a password need a second factor"),
  defaultSource: z.string().nullable().describe("Source language of new translations; null: detected"),
  defaultTargets: z.array(z.string()),
  fileRetentionHours: z.number().int().describe("How long file translations are kept, in hours"),
  fileRetentionIsDefault: z.boolean(),
  rates: Rates.nullable(),
  createdAt: Timestamp,
});
export type Account = z.infer<typeof Account>;

export const PatchAccountBody = z.strictObject({
  name: StorableText.trim().min(1).max(100).optional(),
  localOnly: z.boolean().optional(),
  bindKeys: z.boolean().optional(),
  requireSecondFactor: z.boolean().optional(),
  defaultSource: KnownLanguage.nullable().optional(),
  defaultTargets: z.array(KnownLanguage).max(50).optional(),
  fileRetentionHours: z.number().int().min(1).max(720).nullable().optional().describe("Null: server default"),
  rates: Rates.nullable().optional().describe("Prices of words, for the analysis of projects"),
});

export const DeleteAccountBody = z.strictObject({
  name: z.string().max(100).describe("Name of the account, to confirm"),
  password: z.string().min(1).max(1000).optional().describe("Not needed without a password right after sign-in"),
});

/** The state of the account's limits. */
export const LimitsSummary = z.object({
  tier: TierName,
  limits: AccountLimits,
  hour: z.object({
    limit: z.number().int().nullable().describe("Null: no limit"),
    used: z.number().int(),
    remaining: z.number().int().nullable(),
    windowSeconds: z.number().int(),
    resetAt: Timestamp.nullable().describe("When the oldest counted request leaves the window"),
    fullAt: Timestamp.nullable().describe("When the full limit is available again"),
  }),
  activeKeys: z.number().int(),
  tiers: z.array(z.object({ tier: TierName, limits: AccountLimits })).describe("Limits of each tier"),
  administrators: z.array(z.string()).describe("Email addresses of the administrators who can change the tier"),
});

export const UsageQuery = z.strictObject({
  from: Day.optional().describe("First day, in UTC; default 30 days ago"),
  to: Day.optional().describe("Last day, in UTC; default today"),
});

const counts = {
  requests: z.number().int(),
  characters: z.number().int(),
  files: z.number().int(),
  refused: z.number().int().describe("Requests refused with 429"),
};

export const Usage = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    rateLimit: z.object({
      limit: z.number().int().nullable().describe("Null: no limit"),
      used: z.number().int(),
      remaining: z.number().int().nullable(),
      windowSeconds: z.number().int(),
      resetAt: Timestamp.nullable().describe("When the oldest counted request leaves the window"),
    }),
    total: z.object(counts),
    days: z.array(z.object({ date: z.iso.date(), ...counts })),
    keys: z.array(
      z.object({
        keyId: z.string().nullable().describe("Null for requests of the dashboard"),
        name: z.string().nullable(),
        ...counts,
      }),
    ),
  })
  .meta({ id: "Usage" });

export const Health = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    version: z.string(),
    engines: z.array(z.object({ id: z.string(), state: z.enum(ENGINE_STATES), languages: z.number().int() })),
  })
  .meta({ id: "Health" });

export const Readiness = z
  .object({
    status: z.enum(["ready", "unavailable"]),
    checks: z.object({
      database: z.enum(["ok", "unavailable"]),
      disk: z.enum(["ok", "full"]).describe("`full`: the database refuses writes (503); reads still work"),
      engine: z.enum(["ok", "unavailable"]),
      queue: z.object({ status: z.enum(["ok", "unavailable"]), queued: z.number().int(), running: z.number().int() }),
    }),
  })
  .meta({ id: "Readiness" });
