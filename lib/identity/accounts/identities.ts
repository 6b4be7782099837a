import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { identities, oneTimeLinks } from "@/db/schema";
import { env } from "@/lib/base/env";
import type { ProviderProfile } from "@/lib/identity/auth/providers";
import { SignInError } from "@/lib/identity/auth/sign-in";
import { addMember, createUser, findUser } from "./people";
import { applyGroups, givesWorkspace } from "./provider-groups";
import { createOwnWorkspace } from "./sign-up";
import { signUpPolicy } from "./sign-up-policy";

/**
 * The person who signs in through a provider: the linked one, else the person already signed in (who becomes linked),
 * else the one with the same address, else a new one if the policy allows sign-up. An address counts only if the
 * provider has verified it, and is linked only to a person who has verified it here: otherwise an attacker could sign
 * up with someone's address and wait for them. Groups of the provider are applied at each sign-in. Throws
 * `SignInError`.
 */
export async function personOfProvider(profile: ProviderProfile, signedInAs: string | null): Promise<string> {
  const userId = await findOrCreate(profile, signedInAs);
  const { groups } = profile;
  if (groups) await db().transaction((tx) => applyGroups(tx, userId, groups));
  return userId;
}

async function findOrCreate(profile: ProviderProfile, signedInAs: string | null): Promise<string> {
  const linked = await linkedUser(profile);
  if (linked) return linked;
  if (signedInAs) return link(db(), profile, signedInAs);
  if (!profile.email || !profile.emailVerified) throw new SignInError("email_not_verified");
  const user = await findUser(profile.email);
  if (user && !user.emailVerifiedAt) throw new SignInError("not_linked");
  return user ? link(db(), profile, user.id) : newPerson(profile, profile.email);
}

/**
 * Adds the configured issuer to OpenID Connect identities stored without one. Runs once, at the first start of a
 * version that stores issuers. Without the issuer, another provider could give the same subject to another person.
 */
export async function nameIssuer(): Promise<void> {
  const { OIDC_ISSUER: issuer } = env();
  if (!issuer) return;
  await db()
    .update(identities)
    .set({ issuer })
    .where(and(eq(identities.provider, "oidc"), eq(identities.issuer, "")));
}

async function linkedUser({ provider, issuer = "", subject }: ProviderProfile): Promise<string | null> {
  const [row] = await db()
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.userId ?? null;
}

async function link(tx: Transaction, profile: ProviderProfile, userId: string): Promise<string> {
  const { provider, issuer, subject } = profile;
  await tx.insert(identities).values({ provider, issuer, subject, userId });
  return userId;
}

/** Invited people join that workspace, people of mapped groups theirs; everyone else gets a new workspace. */
async function newPerson(profile: ProviderProfile, email: string): Promise<string> {
  const policy = await signUpPolicy();
  return db().transaction(async (tx) => {
    const invited = await useInvitations(tx, email);
    const belongs = givesWorkspace(profile.groups ?? []);
    if (!belongs && (policy === "closed" || (policy === "invitation" && invited.length === 0)))
      throw new SignInError("sign_up_closed");
    const name = (profile.name?.trim() || email.split("@")[0]!).slice(0, 100);
    const user = await createUser(tx, { email, name, passwordHash: null, emailVerified: true });
    for (const { accountId, role } of invited) if (accountId) await addMember(tx, accountId, user.id, role ?? "viewer");
    if (invited.length === 0 && !belongs) await createOwnWorkspace(tx, user);
    return link(tx, profile, user.id);
  });
}

function useInvitations(tx: Transaction, email: string) {
  return tx
    .update(oneTimeLinks)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(oneTimeLinks.purpose, "invitation"),
        eq(sql`lower(${oneTimeLinks.email})`, email.toLowerCase()),
        isNull(oneTimeLinks.usedAt),
        gt(oneTimeLinks.expiresAt, sql`now()`),
      ),
    )
    .returning({ accountId: oneTimeLinks.accountId, role: oneTimeLinks.role });
}
