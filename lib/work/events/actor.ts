import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { apiKeys, users } from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";
import { ACTOR_TYPES, type ActorType } from "@/lib/vocabulary/accounts";

/** The person, key or system that changes something, as stored in history and events. */
export type Actor = { readonly type: ActorType; readonly id: string | null };

/** Schema of an actor in a stored payload. */
export const StoredActor: z.ZodType<Actor> = z.object({ type: z.enum(ACTOR_TYPES), id: z.string().nullable() });

/** The person or key behind a request. */
export function actorOf(caller: Caller): Actor {
  return caller.userId ? { type: "user", id: caller.userId } : { type: "key", id: caller.keyId };
}

/** The actor of changes by jobs and maintenance. */
export const SYSTEM: Actor = { type: "system", id: null };

/** Names of an account's people and keys, by id. */
export async function actorNames(
  tx: Transaction,
  accountId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  const people = known.filter((id) => actorType(id) === "user");
  const keys = known.filter((id) => actorType(id) === "key");
  const rows = [
    ...(people.length > 0
      ? await tx.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, people))
      : []),
    ...(keys.length > 0
      ? await tx
          .select({ id: apiKeys.id, name: apiKeys.name })
          .from(apiKeys)
          .where(and(eq(apiKeys.accountId, accountId), inArray(apiKeys.id, keys)))
      : []),
  ];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A person or key as shown to callers, with the name from {@link actorNames}. */
export function viewActor(
  id: string | null,
  names: ReadonlyMap<string, string>,
): { type: "user" | "key"; id: string; name: string | null } | null {
  return id === null ? null : { type: actorType(id), id, name: names.get(id) ?? null };
}

function actorType(id: string): "user" | "key" {
  return id.startsWith("key_") ? "key" : "user";
}
