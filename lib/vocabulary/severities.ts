/** How bad a finding of a quality check is, worst first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a project may set for a check: a severity, or not to run it. */
export const CHECK_SETTINGS = [...SEVERITIES, "off"] as const;
export type CheckSetting = (typeof CHECK_SETTINGS)[number];
