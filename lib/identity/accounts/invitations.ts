import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { accounts, oneTimeLinks, users } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { AppError, notFound } from "@/lib/base/errors";
import { describeError, log } from "@/lib/base/log";
import { canMail, mailedUrl } from "@/lib/base/mail";
import { tooMany } from "@/lib/identity/auth/authenticate";
import type { Person } from "@/lib/identity/auth/caller";
import { admitSubject } from "@/lib/identity/quota/limiter";
import type { CreatedInvitation, InvitationList, InvitationsQuery, InviteBody } from "@/lib/schemas/members";
import type { InvitationPreview } from "@/lib/schemas/sign-in";
import { mailTo } from "./mails";
import { requireMayGrant } from "./members";
import { findLink, linkPath, makeLink, type OneTimeLink, useLink } from "./one-time-links";
import { addMember, findUser, roleOf } from "./people";
import { requireInvitedAddress } from "./sign-up";

const HOURS = 7 * 24;
/** Invitations per day, so that a workspace cannot be used to send spam. */
const PER_DAY = 100;

/**
 * Invites an address into the caller's workspace, by mail if there is a mail server; the response contains the link in
 * any case. A new invitation replaces the previous one. Throws 403 for a role above the caller's, and 409 if the
 * address belongs to a member.
 */
export async function invite(
  caller: Person,
  input: z.output<typeof InviteBody>,
  publicUrl: string,
): Promise<z.input<typeof CreatedInvitation>> {
  requireMayGrant(caller, input.role);
  const user = await findUser(input.email);
  if (user && (await roleOf(caller.accountId, user.id)))
    throw new AppError("conflict", "This person is already a member.", { reason: "already_member" });
  const today = await admitSubject(`invite:${caller.accountId}`, PER_DAY, 86_400);
  if (!today.admitted) throw tooMany(caller.tier, PER_DAY, 86_400, today.retryAfterSeconds);
  const { link, token } = await db().transaction(async (tx) => {
    await tx
      .delete(oneTimeLinks)
      .where(and(pending(caller.accountId), eq(sql`lower(${oneTimeLinks.email})`, input.email.toLowerCase())));
    const { accountId, userId: createdBy } = caller;
    return makeLink(tx, { purpose: "invitation", accountId, createdBy, ...input }, HOURS);
  });
  const [inviter] = await db().select({ name: users.name }).from(users).where(eq(users.id, caller.userId));
  const mailed = await mailInvitation(caller, link, token, inviter?.name ?? "");
  return {
    invitation: view({ ...link, mailed }, inviter?.name ?? null),
    link: publicUrl + linkPath("invitation", token),
  };
}

/** The workspace's open invitations, newest first. */
export async function listInvitations(
  caller: Person,
  page: z.output<typeof InvitationsQuery>,
): Promise<z.input<typeof InvitationList>> {
  const scope = `invitations ${caller.accountId}`;
  const [after] = page.cursor ? decodeCursor(scope, page.cursor) : [];
  const rows = await db()
    .select({ link: oneTimeLinks, inviter: users.name })
    .from(oneTimeLinks)
    .leftJoin(users, eq(users.id, oneTimeLinks.createdBy))
    .where(
      and(
        pending(caller.accountId),
        gt(oneTimeLinks.expiresAt, sql`now()`),
        after ? lt(oneTimeLinks.id, after) : undefined,
      ),
    )
    .orderBy(desc(oneTimeLinks.id))
    .limit(page.limit + 1);
  const shown = pageOf(rows, page.limit, (row) => encodeCursor(scope, [row.link.id]));
  return { invitations: shown.rows.map((row) => view(row.link, row.inviter)), nextCursor: shown.nextCursor };
}

/** Revokes an invitation. Throws 404. */
export async function revokeInvitation(caller: Person, id: string): Promise<void> {
  const gone = await db()
    .delete(oneTimeLinks)
    .where(and(pending(caller.accountId), eq(oneTimeLinks.id, id)))
    .returning({ id: oneTimeLinks.id });
  if (gone.length === 0) throw notFound("invitation");
}

/** Describes an invitation to the person who opened its link. Throws 404 for an invalid link. */
export async function previewInvitation(token: string): Promise<z.input<typeof InvitationPreview>> {
  const link = await findLink("invitation", token);
  const [row] = await db()
    .select({ accountName: accounts.name, invitedBy: users.name })
    .from(oneTimeLinks)
    .innerJoin(accounts, eq(accounts.id, oneTimeLinks.accountId))
    .leftJoin(users, eq(users.id, oneTimeLinks.createdBy))
    .where(eq(oneTimeLinks.id, link.id));
  if (!row) throw notFound("link");
  const email = link.email ?? "";
  return {
    ...row,
    email,
    role: link.role ?? "viewer",
    hasUser: (await findUser(email)) !== undefined,
    expiresAt: link.expiresAt.toISOString(),
  };
}

/** Makes the signed-in person a member. Throws 404 for an invalid link, and 409 if another address was invited. */
export async function acceptInvitation(caller: Person, token: string): Promise<{ accountId: string }> {
  return db().transaction(async (tx) => {
    const link = await useLink(tx, "invitation", token);
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, caller.userId));
    requireInvitedAddress(link.email, user?.email ?? "");
    if (!link.accountId) throw notFound("link");
    await addMember(tx, link.accountId, caller.userId, link.role ?? "viewer");
    return { accountId: link.accountId };
  });
}

/** True if the mail server accepted the mail. If not, the inviter can still send the link in another way. */
async function mailInvitation(caller: Person, link: OneTimeLink, token: string, inviter: string): Promise<boolean> {
  if (!canMail() || !link.email) return false;
  const [account] = await db().select({ name: accounts.name }).from(accounts).where(eq(accounts.id, caller.accountId));
  try {
    await mailTo(link.email, (await findUser(link.email))?.locale, "invitation", {
      inviter,
      workspace: account?.name ?? "Dragoman",
      link: mailedUrl() + linkPath("invitation", token),
    });
  } catch (error) {
    log.error(describeError(error), "could not mail an invitation");
    return false;
  }
  await db().update(oneTimeLinks).set({ mailed: true }).where(eq(oneTimeLinks.id, link.id));
  return true;
}

function pending(accountId: string) {
  return and(
    eq(oneTimeLinks.purpose, "invitation"),
    eq(oneTimeLinks.accountId, accountId),
    isNull(oneTimeLinks.usedAt),
  );
}

function view(link: OneTimeLink, invitedBy: string | null): z.input<typeof CreatedInvitation>["invitation"] {
  return {
    id: link.id,
    email: link.email ?? "",
    role: link.role ?? "viewer",
    invitedBy,
    mailed: link.mailed,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
  };
}
