import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { oneTimeLinks, users } from "@/db/schema";
import { hashToken } from "@/lib/auth/session";
import { newId } from "@/lib/ids";

/**
 * The one-time link that makes the administrator; null once there is one. Each call makes a new link and ends the one
 * before. The token stands behind `#`, so that no server or proxy writes it into a log.
 */
export async function adminLink(publicUrl: string): Promise<string | null> {
  const [admin] = await db().select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1);
  if (admin) return null;
  const token = randomBytes(32).toString("base64url");
  await db().transaction(async (tx) => {
    await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.purpose, "first_admin"));
    await tx.insert(oneTimeLinks).values({
      id: newId("invitation"),
      purpose: "first_admin",
      tokenHash: hashToken(token),
      expiresAt: sql`now() + interval '7 days'` as never,
    });
  });
  return `${publicUrl}/setup#${token}`;
}
