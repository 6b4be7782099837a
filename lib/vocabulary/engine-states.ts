/** What an engine can do now: all, a part, nothing. */
export const ENGINE_STATES = ["ready", "degraded", "unavailable"] as const;
export type EngineReadiness = (typeof ENGINE_STATES)[number];
