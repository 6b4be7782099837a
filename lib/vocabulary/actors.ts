/** Who caused a change: a signed-in person, an API key, or the server itself. */
export const ACTOR_TYPES = ["user", "key", "system"] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];
