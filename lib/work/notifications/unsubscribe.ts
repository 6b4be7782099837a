import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { users } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import { openToken, sealToken } from "@/lib/base/secret-box";
import { mailTimePreference, NOTIFICATION_KINDS, type NotificationKind } from "@/lib/vocabulary/events";

const PURPOSE = "unsubscribe";
const Content = z.object({ userId: z.string(), kinds: z.array(z.enum(NOTIFICATION_KINDS)) });

/** The token of an unsubscribe link, which ends mails of these kinds without signing in and allows nothing else. */
export function unsubscribeToken(userId: string, kinds: readonly NotificationKind[]): string {
  return sealToken(PURPOSE, { userId, kinds });
}

/** Ends the mails of the token's kinds, and returns these kinds. Throws 404 for an invalid token. */
export async function unsubscribe(token: string): Promise<readonly NotificationKind[]> {
  const content = openToken(PURPOSE, Content, token);
  if (!content) throw notFound("link");
  const { userId, kinds } = content;
  await db().transaction(async (tx) => {
    const [user] = await tx
      .select({ preferences: users.preferences })
      .from(users)
      .where(eq(users.id, userId))
      .for("no key update");
    if (!user) throw notFound("user");
    const never = Object.fromEntries(kinds.map((kind) => [mailTimePreference(kind), "never"]));
    await tx
      .update(users)
      .set({ preferences: { ...user.preferences, ...never } })
      .where(eq(users.id, userId));
  });
  return kinds;
}
