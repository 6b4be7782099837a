import { z } from "zod";
import { KEY_OVERLAPS } from "@/lib/vocabulary/accounts";
import { SCOPES } from "@/lib/vocabulary/rights";
import { DateTimeInput, NextCursor, Paging, StorableText, Timestamp } from "./common";

const ScopeName = z.enum(SCOPES);

const IP = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** An address or CIDR range. */
const Network = z
  .string()
  .max(64)
  .refine((text) => IP.safeParse(text).success, {
    params: { code: "format", reason: "not_an_address" },
    message: "Expected an IP address or a CIDR range, such as 203.0.113.0/24.",
  });

const AllowedAddresses = z.array(Network).max(50).nullable();

/** The person of a key; null if an operator created it on the command line or the person was deleted. */
const PersonOfKey = z.object({ id: z.string(), name: z.string() }).nullable();

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  start: z.string(),
  last4: z.string(),
  scopes: z.array(z.string()),
  hourlyLimit: z.number().int().nullable(),
  allowedAddresses: z.array(z.string()).nullable().describe("Addresses and CIDR ranges that may use it; null: all"),
  state: z.enum(["active", "expired", "revoked"]),
  createdBy: PersonOfKey.describe("Creator of the key; for a key created by rotation, the person who rotated it"),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  revokedBy: PersonOfKey,
  lastUsedAt: Timestamp.nullable().describe("Rounded to the minute"),
  lastUsedFrom: z.string().nullable().describe("Address of the client in that minute"),
  replacedBy: z.string().nullable().describe("Key that replaced this one"),
  requestsThisHour: z.number().int().describe("Requests since the start of the hour, without those refused by a limit"),
});

export const KeysQuery = z.strictObject(Paging);
export const ApiKeyList = z.object({ keys: z.array(ApiKey), nextCursor: NextCursor });

export const CreateKeyBody = z.strictObject({
  name: StorableText.trim().min(1).max(100),
  scopes: z.array(ScopeName).min(1).max(ScopeName.options.length).optional().describe("All but `webhooks` by default"),
  hourlyLimit: z.number().int().min(1).max(1_000_000).nullable().optional().describe("Lower hourly limit of this key"),
  allowedAddresses: AllowedAddresses.optional().describe(
    "Addresses and CIDR ranges, IPv4 or IPv6, that may use the key; all by default",
  ),
  expiresAt: DateTimeInput.transform((text) => new Date(text))
    .refine((time) => time.getTime() > Date.now(), {
      params: { code: "range", reason: "past" },
      message: "The expiry must be in the future.",
    })
    .nullable()
    .optional(),
});

export const PatchKeyBody = z.strictObject({
  allowedAddresses: AllowedAddresses.describe("Replaces the list; empty or null: the key works from all addresses"),
});

export const RotateKeyBody = z.strictObject({
  overlap: z.enum(KEY_OVERLAPS).default("24h").describe("How long the old key remains valid"),
});

/** Only this response contains the secret. */
export const CreatedApiKey = z.object({ key: ApiKey, secret: z.string() });
