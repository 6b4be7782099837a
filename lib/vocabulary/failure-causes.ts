/** What made a job fail: this server (or a service that it uses), or what a person gave it, such as a damaged file. */
export const FAILURE_CAUSES = ["server", "content"] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];
