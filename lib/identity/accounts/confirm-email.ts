import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { users } from "@/db/schema";
import { AppError, notFound } from "@/lib/base/errors";
import { canMail, mailedUrl } from "@/lib/base/mail";
import { openToken, sealToken } from "@/lib/base/secret-box";
import { tooMany } from "@/lib/identity/auth/authenticate";
import type { Person } from "@/lib/identity/auth/caller";
import { admitSubject } from "@/lib/identity/quota/limiter";
import { mailTo } from "./mails";

const PURPOSE = "confirm_email";
const VALID_MS = 24 * 3600 * 1000;
/** Confirmation mails per person and hour, so that no mailbox can be flooded. */
const REQUESTS_PER_HOUR = 5;

const Content = z.object({ userId: z.string(), email: z.string(), until: z.number() });

/**
 * Mails a person a link that confirms their address; sends nothing if it is already confirmed. Throws 409 without a
 * mail server, and 429 for more than {@link REQUESTS_PER_HOUR}.
 */
export async function mailConfirmation({ userId }: Person): Promise<void> {
  if (!canMail()) throw new AppError("conflict", "This server sends no mail.", { reason: "no_mail_server" });
  const [user] = await db().select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound("user");
  if (user.emailVerifiedAt) return;
  const use = await admitSubject(`confirm_email:${userId}`, REQUESTS_PER_HOUR, 3600);
  if (!use.admitted) throw tooMany("none", REQUESTS_PER_HOUR, 3600, use.retryAfterSeconds);
  const { name, email, locale } = user;
  await mailTo(email, locale, "confirmAddress", {
    name,
    email,
    link: `${mailedUrl()}/confirm-email#${sealToken(PURPOSE, { userId, email, until: Date.now() + VALID_MS })}`,
  });
}

/** Confirms the address of a mailed link. Throws 404 for an invalid or expired link, or if the address has changed. */
export async function confirmEmail(token: string): Promise<{ email: string }> {
  const content = openToken(PURPOSE, Content, token);
  if (!content || content.until < Date.now()) throw notFound("link");
  const [user] = await db()
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(and(eq(users.id, content.userId), eq(users.email, content.email)))
    .returning({ email: users.email });
  if (!user) throw notFound("link");
  return user;
}
