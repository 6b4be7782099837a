import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { db, sql as driver, type Transaction } from "@/db/client";
import { deleteRows } from "@/db/delete-batches";
import { idempotencyKeys } from "@/db/schema";
import { AppError, invalidRequest } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";

/** A response that can be stored and replayed. */
export type StoredAnswer = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
};

const KEPT = "24 hours";

/** The `Idempotency-Key` of a request, null without one. Throws 400 unless it is 1–255 printable ASCII characters. */
export function idempotencyKeyOf(request: IncomingRequest): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key))
    throw invalidRequest([
      {
        path: "Idempotency-Key",
        code: "format",
        message: "The header Idempotency-Key must have 1 to 255 printable ASCII characters.",
      },
    ]);
  return key;
}

/** Equal for equal requests: covers method, address (canonical or alias) and the bytes of the body. */
export function fingerprint(request: IncomingRequest, body: Buffer): Buffer {
  const { pathname, search } = new URL(request.url);
  return createHash("sha256")
    .update(`${request.method} ${pathname.replace(/^\/api\//, "/")}${search}\n`)
    .update(body)
    .digest();
}

/**
 * Runs the work and stores its response in one transaction, so that both are kept or neither. A request with the same
 * key and content gets the first response again; with other content it throws 422; while the first is running, 409.
 * Errors are not stored, so a failed request may be retried with its key. A stored response may report work in
 * progress; the caller then completes it.
 */
export async function runIdempotent(
  caller: Caller,
  key: string,
  requestHash: Buffer,
  isFinal: boolean,
  work: (tx: Transaction) => Promise<StoredAnswer>,
): Promise<{ readonly answer: StoredAnswer; readonly replayed: boolean; readonly isFinal: boolean }> {
  return db().transaction(async (tx) => {
    const lock = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${caller.accountId} ${key}`}, 0)) as mine`,
    );
    if (!lock[0]?.mine)
      throw new AppError(
        "conflict",
        "A request with this idempotency key is still running. Try again in a moment.",
        { reason: "idempotency_in_progress" },
        { "Retry-After": "1" },
      );
    const mine = and(eq(idempotencyKeys.accountId, caller.accountId), eq(idempotencyKeys.key, key));
    await tx.delete(idempotencyKeys).where(and(mine, sql`${idempotencyKeys.createdAt} < now() - ${KEPT}::interval`));
    const [kept] = await tx.select().from(idempotencyKeys).where(mine);
    if (kept) {
      if (!kept.requestHash.equals(requestHash))
        throw new AppError(
          "idempotency_key_reused",
          "This idempotency key was used for a different request. Use a new key.",
          {
            reason: "other_request",
          },
        );
      const { status, headers, body } = kept;
      return { answer: { status, headers, body }, replayed: true, isFinal: kept.isFinal };
    }
    const answer = await work(tx);
    await tx.insert(idempotencyKeys).values({ accountId: caller.accountId, key, requestHash, isFinal, ...answer });
    return { answer, replayed: false, isFinal };
  });
}

/** Replaces the response stored with the work by the one that was sent. */
export async function storeAnswer(caller: Caller, key: string, answer: StoredAnswer): Promise<void> {
  await db()
    .update(idempotencyKeys)
    .set({ ...answer, isFinal: true })
    .where(
      and(
        eq(idempotencyKeys.accountId, caller.accountId),
        eq(idempotencyKeys.key, key),
        eq(idempotencyKeys.isFinal, false),
      ),
    );
}

/** Deletes responses older than a day. */
export async function deleteOldAnswers(): Promise<void> {
  await deleteRows("idempotency_keys", driver()`created_at < now() - ${KEPT}::interval`);
}
