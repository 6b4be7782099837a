import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { db, isUniqueViolation } from "@/db/client";
import { identities, sessions, users } from "@/db/schema";
import { invalidRequest, notFound } from "@/lib/base/errors";
import { mergePatch } from "@/lib/base/records";
import { tooMany } from "@/lib/identity/auth/authenticate";
import type { Person } from "@/lib/identity/auth/caller";
import { checkNewPassword } from "@/lib/identity/auth/password-rules";
import { endSessions, isLive } from "@/lib/identity/auth/session";
import { admitSubject } from "@/lib/identity/quota/limiter";
import {
  MAX_PREFERENCES,
  type PasswordBody,
  type PatchProfileBody,
  type Profile,
  type SessionList,
} from "@/lib/schemas/profile";
import { confirmIdentity } from "./confirm-identity";
import { notifyOfChange } from "./notify-of-change";
import { endResetLinks, setPassword } from "./password-reset";
import { emailTakenError, findUser, type User } from "./people";

/** Address changes that a person may try per day, because each attempt reveals whether an address is taken. */
const ADDRESSES_PER_DAY = 10;

/** The signed-in person. */
export async function getProfile(caller: Person): Promise<Profile> {
  const [user] = await db().select().from(users).where(eq(users.id, caller.userId));
  if (!user) throw notFound("user");
  return view(user);
}

/**
 * Changes the profile. A new address requires the password and starts unverified. Throws 400 for too many preferences,
 * 409 if the address is taken, and 429 for more than {@link ADDRESSES_PER_DAY}.
 */
export async function updateProfile(caller: Person, change: z.output<typeof PatchProfileBody>): Promise<Profile> {
  const { email, currentPassword, preferences, ...plain } = change;
  const [before] = await db().select().from(users).where(eq(users.id, caller.userId));
  if (!before) throw notFound("user");
  const newAddress = email !== undefined && email.toLowerCase() !== before.email.toLowerCase();
  if (newAddress) {
    await confirmIdentity(caller, currentPassword, "currentPassword");
    const today = await admitSubject(`new_address:${caller.userId}`, ADDRESSES_PER_DAY, 86_400);
    if (!today.admitted) throw tooMany("none", ADDRESSES_PER_DAY, 86_400, today.retryAfterSeconds);
    if (await findUser(email)) throw emailTakenError();
  }
  const user = await db().transaction(async (tx) => {
    if (newAddress) await endResetLinks(tx, caller.userId);
    // Locks the row, so that concurrent changes do not overwrite each other.
    const [now] = await tx.select().from(users).where(eq(users.id, caller.userId)).for("no key update");
    if (!now) throw notFound("user");
    const [row] = await tx
      .update(users)
      .set({
        // An update needs at least one column, even if the patch is empty.
        name: now.name,
        ...plain,
        ...(email === undefined ? {} : { email }),
        ...(newAddress ? { emailVerifiedAt: null } : {}),
        ...(preferences ? { preferences: withPreferences(now.preferences, preferences) } : {}),
      })
      .where(eq(users.id, caller.userId))
      .returning()
      .catch((error) => {
        throw isUniqueViolation(error) ? emailTakenError() : error;
      });
    return row;
  });
  if (!user) throw notFound("user");
  if (newAddress) void notifyOfChange(before, "addressChanged");
  return view(user);
}

function withPreferences(current: User["preferences"], patch: User["preferences"]): User["preferences"] {
  const preferences = mergePatch(current, patch);
  if (Object.keys(preferences).length <= MAX_PREFERENCES) return preferences;
  throw invalidRequest([
    {
      path: "preferences",
      code: "range",
      maximum: MAX_PREFERENCES,
      unit: "items",
      message: `A person has at most ${MAX_PREFERENCES} preferences: remove some with null first.`,
    },
  ]);
}

/** Sets a new password and ends the person's other sessions. Throws 400 for a wrong or a weak password. */
export async function changePassword(caller: Person, input: z.output<typeof PasswordBody>): Promise<void> {
  const user = await confirmIdentity(caller, input.currentPassword, "currentPassword");
  checkNewPassword(input.newPassword, user.email, "newPassword");
  await db().transaction(async (tx) => {
    await setPassword(tx, user, input.newPassword);
    await endSessions(user.id, { exceptId: caller.sessionId, tx });
  });
  void notifyOfChange(user, "passwordChanged");
}

/** The person's signed-in browsers, most recent first. */
export async function listSessions(caller: Person): Promise<z.input<typeof SessionList>> {
  const rows = await db()
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, caller.userId), isLive()))
    .orderBy(desc(sessions.lastSeenAt));
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      userAgent: row.userAgent,
      isCurrent: row.id === caller.sessionId,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    })),
  };
}

/** Ends the session of one of the person's browsers. Throws 404. */
export async function endSession(caller: Person, id: string): Promise<void> {
  const ended = await db()
    .delete(sessions)
    .where(and(eq(sessions.userId, caller.userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw notFound("session");
}

async function view(user: User): Promise<Profile> {
  const linked = await db()
    .select({ provider: identities.provider })
    .from(identities)
    .where(eq(identities.userId, user.id))
    .orderBy(identities.provider);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    locale: user.locale,
    preferences: user.preferences,
    hasPassword: user.passwordHash !== null,
    providers: linked.map((row) => row.provider),
    isAdmin: user.isAdmin,
    createdAt: user.createdAt.toISOString(),
  };
}
