import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { users } from "@/db/schema";
import { tooMany } from "@/lib/auth/authenticate";
import type { Person } from "@/lib/auth/caller";
import { AppError, notFound } from "@/lib/errors";
import { admitSubject } from "@/lib/limits/limiter";
import { canMail, mailedUrl } from "@/lib/mail";
import { open, SealBroken, seal } from "@/lib/secret-box";
import { mailTo } from "./mails";

const PURPOSE = "confirm_email";
const VALID_MS = 24 * 3600 * 1000;
/** Mails per person, so that nobody's mailbox can be flooded. */
const REQUESTS_PER_HOUR = 5;

const Content = z.object({ userId: z.string(), email: z.string(), until: z.number() });

/**
 * Mails the person a link that confirms their address; nothing if it is confirmed. Throws 409 without a mail server,
 * and 429 for more than {@link REQUESTS_PER_HOUR}.
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
    link: `${mailedUrl()}/confirm-email#${tokenFor(user)}`,
  });
}

/** Confirms the address of a mailed link. Throws 404 for an invalid or old link, or if the address has changed since. */
export async function confirmEmail(token: string): Promise<{ email: string }> {
  const { userId, email, until } = read(token);
  if (until < Date.now()) throw notFound("link");
  const [user] = await db()
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(and(eq(users.id, userId), eq(users.email, email)))
    .returning({ email: users.email });
  if (!user) throw notFound("link");
  return user;
}

function tokenFor({ id, email }: { readonly id: string; readonly email: string }): string {
  return seal(PURPOSE, JSON.stringify({ userId: id, email, until: Date.now() + VALID_MS })).toString("base64url");
}

function read(token: string): z.output<typeof Content> {
  try {
    return Content.parse(JSON.parse(open(PURPOSE, Buffer.from(token, "base64url"))));
  } catch (error) {
    if (error instanceof SealBroken || error instanceof SyntaxError || error instanceof z.ZodError)
      throw notFound("link");
    throw error;
  }
}
