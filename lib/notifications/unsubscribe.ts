import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { users } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { open, SealBroken, seal } from "@/lib/secret-box";
import { mailTimePreference, NOTIFICATION_KINDS, type NotificationKind } from "@/lib/vocabulary/notifications";

const PURPOSE = "unsubscribe";
const Content = z.object({ userId: z.string(), kinds: z.array(z.enum(NOTIFICATION_KINDS)) });

/** The token of a link that ends the mails of some kinds, without signing in. It allows nothing else. */
export function unsubscribeToken(userId: string, kinds: readonly NotificationKind[]): string {
  return seal(PURPOSE, JSON.stringify({ userId, kinds })).toString("base64url");
}

/** Ends the mails that a token names, and returns their kinds. Throws 404 for an invalid one. */
export async function unsubscribe(token: string): Promise<readonly NotificationKind[]> {
  const { userId, kinds } = read(token);
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

function read(token: string): z.output<typeof Content> {
  try {
    return Content.parse(JSON.parse(open(PURPOSE, Buffer.from(token, "base64url"))));
  } catch (error) {
    if (error instanceof SealBroken || error instanceof SyntaxError || error instanceof z.ZodError)
      throw notFound("link");
    throw error;
  }
}
