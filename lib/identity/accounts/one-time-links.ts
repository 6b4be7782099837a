import { randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { oneTimeLinks } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { hashToken } from "@/lib/identity/auth/session";
import { mayGrant, ROLES, type Role } from "@/lib/vocabulary/rights";

export type OneTimeLink = typeof oneTimeLinks.$inferSelect;
export type LinkPurpose = OneTimeLink["purpose"];

const PAGES: Readonly<Record<LinkPurpose, string>> = {
  first_admin: "setup",
  password_reset: "reset-password",
  invitation: "invitation",
  sign_up: "sign-up",
};

/** Creates a one-time link. Returns the token, 256 random bits, which is not stored. */
export async function makeLink(
  tx: Transaction,
  link: Pick<OneTimeLink, "purpose"> &
    Partial<Pick<OneTimeLink, "userId" | "accountId" | "email" | "role" | "mailed" | "createdBy">>,
  hours: number,
): Promise<{ link: OneTimeLink; token: string }> {
  const token = randomBytes(32).toString("base64url");
  const [row] = await tx
    .insert(oneTimeLinks)
    .values({
      id: newId("invitation"),
      tokenHash: hashToken(token),
      expiresAt: sql`now() + make_interval(hours => ${hours})`,
      ...link,
    })
    .returning();
  return { link: row!, token };
}

/** The link of a token. Throws 404 if the link is unknown, used or expired. */
export async function findLink(purpose: LinkPurpose, token: string): Promise<OneTimeLink> {
  const [row] = await db().select().from(oneTimeLinks).where(usable(purpose, token));
  if (!row) throw unusable();
  return row;
}

/** Consumes the link of a token. Of two concurrent calls, only one succeeds. Throws 404 as {@link findLink}. */
export async function useLink(tx: Transaction, purpose: LinkPurpose, token: string): Promise<OneTimeLink> {
  const [row] = await tx.update(oneTimeLinks).set({ usedAt: sql`now()` }).where(usable(purpose, token)).returning();
  if (!row) throw unusable();
  return row;
}

/**
 * Revokes the open invitations of a person to roles above their own; otherwise a removed member could return through an
 * invitation they made.
 * @param accountId null: in all workspaces
 * @param role the person's current role; null if they are no longer a member
 */
export async function endInvitationsBy(
  tx: Transaction,
  userId: string,
  accountId: string | null,
  role: Role | null,
): Promise<void> {
  const tooHigh = ROLES.filter((granted) => !(role && mayGrant(role, granted)));
  await tx
    .delete(oneTimeLinks)
    .where(
      and(
        eq(oneTimeLinks.purpose, "invitation"),
        eq(oneTimeLinks.createdBy, userId),
        accountId === null ? undefined : eq(oneTimeLinks.accountId, accountId),
        inArray(oneTimeLinks.role, tooHigh),
        isNull(oneTimeLinks.usedAt),
      ),
    );
}

/** Path of a link. The token is in the fragment, so that no server or proxy logs it. */
export function linkPath(purpose: LinkPurpose, token: string): string {
  return `/${PAGES[purpose]}#${token}`;
}

function usable(purpose: LinkPurpose, token: string) {
  return and(
    eq(oneTimeLinks.purpose, purpose),
    eq(oneTimeLinks.tokenHash, hashToken(token)),
    isNull(oneTimeLinks.usedAt),
    gt(oneTimeLinks.expiresAt, sql`now()`),
  );
}

function unusable() {
  return notFound("link");
}
