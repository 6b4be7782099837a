/** Subject of an issue on a segment. */
export const ISSUE_TYPES = ["question", "wrong_translation", "context_request", "source_mistake"] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];
