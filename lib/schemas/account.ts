import { z } from "zod";
import { Timestamp } from "./common";

export const TierName = z.enum(["free", "pro", "enterprise"]);

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
      .describe("Null for a signed-in person"),
    user: z
      .object({ id: z.string(), name: z.string(), email: z.string(), role: z.string(), isAdmin: z.boolean() })
      .nullable()
      .describe("Null for a key"),
  })
  .meta({ id: "Me" });

export const UsageQuery = z.strictObject({
  from: z.iso.date().optional().describe("First day, in UTC; default 30 days ago"),
  to: z.iso.date().optional().describe("Last day, in UTC; default today"),
});

const counts = {
  requests: z.number().int(),
  characters: z.number().int(),
  files: z.number().int(),
  refused: z.number().int().describe("Refused with 429"),
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
        keyId: z.string().nullable().describe("Null: the dashboard"),
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
    engines: z.array(
      z.object({ id: z.string(), state: z.enum(["ready", "degraded", "unavailable"]), languages: z.number().int() }),
    ),
  })
  .meta({ id: "Health" });

export const Readiness = z
  .object({
    status: z.enum(["ready", "unavailable"]),
    checks: z.object({
      database: z.enum(["ok", "unavailable"]),
      engine: z.enum(["ok", "unavailable"]),
      queue: z.object({ status: z.enum(["ok", "unavailable"]), queued: z.number().int(), running: z.number().int() }),
    }),
  })
  .meta({ id: "Readiness" });
