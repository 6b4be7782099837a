/** What an engine can do now: everything, part of it, nothing. */
export const ENGINE_STATES = ["ready", "degraded", "unavailable"] as const;
export type EngineReadiness = (typeof ENGINE_STATES)[number];
