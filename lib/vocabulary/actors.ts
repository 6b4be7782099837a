/** Who caused a change: a signed-in person, an API key, or the server itself. */
export const ACTOR_TYPES = ["user", "key", "system"] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Names in the audit log of what changes things without a person or key. */
export const SYSTEM_ACTORS = { commandLine: "Command line", provider: "Identity provider" } as const;
