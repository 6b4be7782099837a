/** What an issue on a segment is about. */
export const ISSUE_TYPES = ["question", "wrong_translation", "context_request", "source_mistake"] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];
