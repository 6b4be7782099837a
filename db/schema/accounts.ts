import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Tier } from "@/lib/vocabulary/accounts";
import type { AnalysisBand } from "@/lib/vocabulary/projects";
import type { Role } from "@/lib/vocabulary/rights";
import { bytea, time } from "./columns";

/** An account's overrides of its tier's limits. Absent: the tier's limit. `requestsPerHour: null`: no limit. */
export type LimitOverrides = {
  requestsPerHour?: number | null;
  textCharacters?: number;
  batchItems?: number;
  batchCharacters?: number;
  fileBytes?: number;
  activeKeys?: number;
};

/** Same as `Rates` in lib/schemas/analysis.ts. */
type WordRates = {
  currency: string;
  perWord: number;
  percent: Partial<Record<AnalysisBand | "machine", number | undefined>>;
};

/** A workspace, which owns all of its data. */
export const accounts = pgTable("accounts", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  tier: text("tier").$type<Tier>().notNull(),
  limits: jsonb("limits").$type<LimitOverrides>().notNull().default({}),
  /** True if servers reserve the account's hourly requests in blocks, see lib/identity/quota/leases.ts. */
  leased: boolean("leased").notNull().default(false),
  /** True if texts of this account must not be sent to other machines, so that only local engines are used. */
  localOnly: boolean("local_only").notNull().default(false),
  /** True if a member's keys and webhooks end when the member leaves. */
  bindKeys: boolean("bind_keys").notNull().default(false),
  /** True if members who sign in with a password must first add a second factor. */
  requireSecondFactor: boolean("require_second_factor").notNull().default(false),
  /** Hours for which file translations are kept; null: the server's setting. */
  fileRetentionHours: integer("file_retention_hours"),
  /** Default source language of the translator; null to detect it. */
  defaultSource: text("default_source"),
  defaultTargets: text("default_targets").array().notNull().default(sql`'{}'`),
  /** Prices per word that the workspace pays for translation. */
  rates: jsonb("rates").$type<WordRates>(),
  createdAt: time("created_at").notNull().defaultNow(),
  /** When the workspace was closed. Since then no one has access, and its data is being deleted. */
  deletedAt: time("deleted_at"),
});

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** As typed. Addresses are compared in lower case. */
    email: text("email").notNull(),
    /** When a mailed link or a provider proved that the address belongs to the person. */
    emailVerifiedAt: time("email_verified_at"),
    name: text("name").notNull(),
    /** argon2id in PHC form; null for people who sign in only through a provider. */
    passwordHash: text("password_hash"),
    /** True if the person may use the administration pages of this server. */
    isAdmin: boolean("is_admin").notNull().default(false),
    /** True if a group of the identity provider made the person an administrator. */
    adminFromGroups: boolean("admin_from_groups").notNull().default(false),
    locale: text("locale"),
    preferences: jsonb("preferences").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("users_email").on(sql`lower(${t.email})`)],
);

export const members = pgTable(
  "members",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role").$type<Role>().notNull(),
    /** True if a group of the identity provider gave the role, which ends when the person leaves the group. */
    fromGroups: boolean("from_groups").notNull().default(false),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.userId] }), index("members_user").on(t.userId)],
);

/** A person's identity at a provider (GitHub, Google, OpenID Connect). */
export const identities = pgTable(
  "identities",
  {
    provider: text("provider").notNull(),
    /** The OpenID Connect issuer, within which subjects are unique; empty for other providers. */
    issuer: text("issuer").notNull().default(""),
    subject: text("subject").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.issuer, t.subject] })],
);

/** A signed-in browser. The cookie contains a random token; only its SHA-256 is stored. */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    tokenHash: bytea("token_hash").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The workspace that this browser currently shows. */
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: time("created_at").notNull().defaultNow(),
    lastSeenAt: time("last_seen_at").notNull().defaultNow(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_account").on(t.accountId)],
);

/**
 * One-time links: the first administrator, password resets and invitations. Only the SHA-256 of the token is stored.
 */
export const oneTimeLinks = pgTable(
  "one_time_links",
  {
    id: text("id").primaryKey(),
    purpose: text("purpose").$type<"first_admin" | "password_reset" | "invitation" | "sign_up">().notNull(),
    tokenHash: bytea("token_hash").notNull().unique(),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    email: text("email"),
    role: text("role").$type<Role>(),
    /** True if the link was sent by mail. */
    mailed: boolean("mailed").notNull().default(false),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: time("created_at").notNull().defaultNow(),
    expiresAt: time("expires_at").notNull(),
    usedAt: time("used_at"),
  },
  (t) => [index("one_time_links_account").on(t.accountId)],
);

/**
 * Sign-ins of command lines, which a person confirms in the browser. Of the device code only the SHA-256 is stored; the
 * API key is created when the command line fetches it.
 */
export const deviceLogins = pgTable(
  "device_logins",
  {
    secretHash: bytea("secret_hash").primaryKey(),
    /** The eight letters that the person compares. */
    userCode: text("user_code").notNull().unique(),
    /** The name that the command line gives itself, which becomes the name of its key. */
    clientName: text("client_name").notNull(),
    /** Client address of the request that started the sign-in. */
    clientAddress: text("client_address").notNull(),
    /** Null until someone decides. */
    approved: boolean("approved"),
    /** The person who approved, and the workspace for which they did. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().defaultNow(),
    polledAt: time("polled_at"),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("device_logins_account").on(t.accountId), index("device_logins_user").on(t.userId)],
);

/** Failed sign-ins per e-mail address, existing or not. The subject is a hash. */
export const signInThrottles = pgTable("sign_in_throttles", {
  subject: text("subject").primaryKey(),
  /** Failed attempts since `windowStart`. */
  tries: integer("tries").notNull(),
  windowStart: time("window_start").notNull().defaultNow(),
  blockedUntil: time("blocked_until"),
  /** Consecutive blocks. Each lasts longer than the one before. */
  blocks: integer("blocks").notNull().default(0),
});

export const apiKeys = pgTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    /** SHA-256 of the whole key. */
    hash: bytea("hash").notNull().unique(),
    /** The first 12 and the last 4 characters, for display. */
    start: text("start").notNull(),
    last4: text("last4").notNull(),
    scopes: text("scopes").array().notNull(),
    /** Addresses and CIDR ranges that may use the key; null allows all. */
    allowedAddresses: text("allowed_addresses").array(),
    /** Hourly limit of this key; null: only the account's limit. */
    hourlyLimit: integer("hourly_limit"),
    expiresAt: time("expires_at"),
    revokedAt: time("revoked_at"),
    /** Null if the key is active, and if an operator revoked it on the command line. */
    revokedBy: text("revoked_by").references(() => users.id, { onDelete: "set null" }),
    /** The key that replaced this one on rotation. */
    replacedBy: text("replaced_by"),
    /** Rounded to the minute. */
    lastUsedAt: time("last_used_at"),
    /** Of the client in that minute. */
    lastUsedFrom: text("last_used_from"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [index("api_keys_account").on(t.accountId, t.id)],
);

/** Server-wide settings that administrators change in the browser. */
export const serverSettings = pgTable("server_settings", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/** Usage for the usage pages: one row per hour and kind of request. */
export const usageHours = pgTable(
  "usage_hours",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    hour: time("hour").notNull(),
    /** Empty for requests from the dashboard. */
    keyId: text("key_id").notNull().default(""),
    endpoint: text("endpoint").notNull(),
    engine: text("engine").notNull().default(""),
    source: text("source").notNull().default(""),
    target: text("target").notNull().default(""),
    /** The project for which the request was made; empty without one. */
    projectId: text("project_id").notNull().default(""),
    requests: bigint("requests", { mode: "number" }).notNull().default(0),
    characters: bigint("characters", { mode: "number" }).notNull().default(0),
    files: bigint("files", { mode: "number" }).notNull().default(0),
    /** Requests refused with 429. */
    refused: bigint("refused", { mode: "number" }).notNull().default(0),
    /** Requests answered with a 4xx other than 429, or a 5xx. */
    failed: bigint("failed", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    index("usage_hours_age").on(t.hour),
    index("usage_hours_hourly").on(t.hour).where(sql`extract(hour from ${t.hour} at time zone 'UTC') <> 0`),
    primaryKey({
      name: "usage_hours_pk",
      columns: [t.accountId, t.hour, t.keyId, t.endpoint, t.engine, t.source, t.target, t.projectId],
    }),
  ],
);

/** Usage older than RETENTION_USAGE_DAYS, summed up per month (UTC). */
export const usageMonths = pgTable(
  "usage_months",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    month: time("month").notNull(),
    requests: bigint("requests", { mode: "number" }).notNull(),
    characters: bigint("characters", { mode: "number" }).notNull(),
    files: bigint("files", { mode: "number" }).notNull(),
    refused: bigint("refused", { mode: "number" }).notNull(),
    failed: bigint("failed", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.month] })],
);
