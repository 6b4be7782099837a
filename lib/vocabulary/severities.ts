/** Severity of a quality finding, worst first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A project's setting for a check: a severity, or off. */
export const CHECK_SETTINGS = [...SEVERITIES, "off"] as const;
export type CheckSetting = (typeof CHECK_SETTINGS)[number];
