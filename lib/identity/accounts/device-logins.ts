import { randomBytes, randomInt } from "node:crypto";
import { and, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { deviceLogins } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import { recordAudit } from "@/lib/identity/audit/record";
import { tooMany } from "@/lib/identity/auth/authenticate";
import type { Person } from "@/lib/identity/auth/caller";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";
import { hashToken } from "@/lib/identity/auth/session";
import { admitSubject } from "@/lib/identity/quota/limiter";
import type { DeviceLoginPreview, DeviceLoginState, StartedDeviceLogin } from "@/lib/schemas/device-logins";
import { roleAllows } from "@/lib/vocabulary/rights";
import { operatorOf } from "./accounts";
import { createKey, requireFreeKey } from "./keys";
import { roleOf } from "./people";

const MINUTES = 10;
const INTERVAL_SECONDS = 3;

/** Consonants that cannot be mistaken for each other; without vowels no code spells a word (RFC 8628, 6.1). */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;

/** Codes that a person may enter within an hour, so that codes cannot be guessed. */
const CODES_PER_HOUR = 60;

/**
 * Starts the sign-in of a command line (RFC 8628). The command shows the address and the user code, and polls with the
 * device code, of which only the hash is stored.
 */
export async function startDeviceLogin(
  client: { readonly clientName: string; readonly clientAddress: string },
  publicUrl: string,
): Promise<z.input<typeof StartedDeviceLogin>> {
  const deviceCode = randomBytes(32).toString("base64url");
  const [row] = await db()
    .insert(deviceLogins)
    .values({
      ...client,
      secretHash: hashToken(deviceCode),
      userCode: Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(""),
      expiresAt: sql`now() + make_interval(mins => ${MINUTES})`,
    })
    .returning();
  const userCode = shown(row!.userCode);
  return {
    deviceCode,
    userCode,
    verificationUrl: `${publicUrl}/device#${userCode}`,
    intervalSeconds: INTERVAL_SECONDS,
    expiresAt: row!.expiresAt.toISOString(),
  };
}

/**
 * The state of a command line's sign-in. Once a person has approved it, returns a new API key and ends the sign-in.
 * Throws 404 for an unknown, expired or finished sign-in, 409 at the limit of keys, and 429 for polling too often.
 * @param request for the audit log
 */
export async function pollDeviceLogin(
  deviceCode: string,
  request: IncomingRequest | null,
): Promise<z.input<typeof DeviceLoginState>> {
  return db().transaction(async (tx) => {
    const mine = eq(deviceLogins.secretHash, hashToken(deviceCode));
    const [row] = await tx
      .select({ ...getTableColumns(deviceLogins), isEarly: sql<boolean | null>`${isEarly}` })
      .from(deviceLogins)
      .where(and(mine, isOpen()))
      .for("update");
    if (!row) throw notFound("device login");
    if (row.isEarly) throw tooMany("none", 1, INTERVAL_SECONDS, INTERVAL_SECONDS);
    if (row.approved === null) {
      await tx.update(deviceLogins).set({ polledAt: sql`now()` }).where(mine);
      return { status: "pending" };
    }
    await tx.delete(deviceLogins).where(mine);
    const { accountId, userId, clientName: name } = row;
    const role = accountId && userId ? await roleOf(accountId, userId, tx) : null;
    // The approval is void if the person has lost the required role since they approved.
    if (!row.approved || !accountId || !role || !roleAllows(role, "manager")) return { status: "denied" };
    const { key, secret } = await createKey({ ...(await operatorOf(accountId)), userId, role }, { name }, tx);
    const target = { id: key.id, name };
    const details = { scopes: key.scopes, hourlyLimit: key.hourlyLimit, expiresAt: key.expiresAt };
    const actor = { type: "user" as const, id: userId, name: key.createdBy?.name ?? null };
    await recordAudit({ action: "key.created", actor, accountId, target, details, request }, tx);
    return { status: "approved", secret, key: { id: key.id, name: key.name, scopes: key.scopes } };
  });
}

/** Allows polls to come half a second early, because the duration of requests varies. */
const isEarly = sql`${deviceLogins.polledAt} > now() - make_interval(secs => ${INTERVAL_SECONDS - 0.5})`;

/** Describes the sign-in of a user code. Throws 404 for an unknown or expired code, and 429 for too many codes. */
export async function previewDeviceLogin(
  caller: Person,
  userCode: string,
): Promise<z.input<typeof DeviceLoginPreview>> {
  await throttleCodes(caller);
  const [row] = await db().select().from(deviceLogins).where(undecided(userCode));
  if (!row) throw notFound("device login");
  const { clientName, clientAddress } = row;
  return { userCode: shown(row.userCode), clientName, clientAddress };
}

/**
 * Approves or denies the sign-in of a command line for the current workspace. Throws 404 for an unknown, expired or
 * decided sign-in, 409 at the limit of keys, and 429 for too many codes.
 */
export async function decideDeviceLogin(caller: Person, userCode: string, approve: boolean): Promise<void> {
  await throttleCodes(caller);
  if (approve) await requireFreeKey(caller);
  const decided = await db()
    .update(deviceLogins)
    .set({ approved: approve, userId: caller.userId, accountId: caller.accountId })
    .where(undecided(userCode))
    .returning({ userCode: deviceLogins.userCode });
  if (decided.length === 0) throw notFound("device login");
}

async function throttleCodes({ userId }: Person): Promise<void> {
  const use = await admitSubject(`device_code:${userId}`, CODES_PER_HOUR, 3600);
  if (!use.admitted) throw tooMany("dashboard", CODES_PER_HOUR, 3600, use.retryAfterSeconds);
}

function isOpen() {
  return gt(deviceLogins.expiresAt, sql`now()`);
}

function undecided(userCode: string) {
  return and(eq(deviceLogins.userCode, userCode), isNull(deviceLogins.approved), isOpen());
}

function shown(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}
