import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bytea, time } from "./columns";

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Authenticator apps (TOTP, RFC 6238), one per person. */
export const authenticators = pgTable("authenticators", {
  userId: userId().primaryKey(),
  /** Encrypted. */
  secret: bytea("secret").notNull(),
  /** When the person entered the first code. Sign-in asks for codes only after that. */
  confirmedAt: time("confirmed_at"),
  /** Number of the last accepted time step, so that each code works only once. */
  lastStep: integer("last_step").notNull().default(0),
  createdAt: time("created_at").notNull().defaultNow(),
});

/** Passkeys (WebAuthn). */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The id of the credential itself, in base64url. */
    id: text("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** Public key in COSE format. */
    publicKey: bytea("public_key").notNull(),
    /** Number of signatures, if the authenticator counts them. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    lastUsedAt: time("last_used_at"),
  },
  (t) => [index("passkeys_user").on(t.userId)],
);

/** Codes for people who have lost their second factor; each works once and is then deleted. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: userId(),
    /** SHA-256 of a random code of 80 bits. */
    hash: bytea("hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);

/** WebAuthn challenges that wait for an answer. Each is valid once. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    purpose: text("purpose").$type<"add" | "sign_in">().notNull(),
    challenge: text("challenge").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("passkey_challenges_user").on(t.userId)],
);
