import { createHash, randomBytes } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { recoveryCodes } from "@/db/schema";

const CODES = 10;
/** Letters of a code, with five bits each. */
const CODE_LETTERS = 16;
/** Crockford's base32, without letters that look like digits. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Replaces a person's recovery codes. Only the return value contains them. */
export async function createRecoveryCodes(userId: string, tx: Transaction): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(code) })));
  return codes;
}

/** Consumes a recovery code. False for an unknown or consumed code. */
export async function consumeRecoveryCode(userId: string, code: string): Promise<boolean> {
  const gone = await db()
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(code))))
    .returning({ userId: recoveryCodes.userId });
  return gone.length > 0;
}

export async function countRecoveryCodes(userId: string): Promise<number> {
  const [row] = await db().select({ n: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.n ?? 0;
}

function newCode(): string {
  const letters = [...randomBytes(CODE_LETTERS)].map((byte) => LETTERS[byte & 31]).join("");
  return letters.match(/.{4}/g)!.join("-");
}

/** Accepts codes with or without hyphens, in any letter case. */
function hashOf(code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return createHash("sha256").update(plain).digest();
}
