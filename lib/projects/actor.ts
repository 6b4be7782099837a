import type { ActorType } from "@/db/schema/translations";
import type { Caller } from "@/lib/auth/caller";

/** Who changes something, as history and events keep it. */
export type Actor = { readonly type: ActorType; readonly id: string | null };

/** The person or the key behind a request. */
export function actorOf(caller: Caller): Actor {
  return caller.userId ? { type: "user", id: caller.userId } : { type: "key", id: caller.keyId };
}

/** Jobs and housekeeping. */
export const SYSTEM: Actor = { type: "system", id: null };
