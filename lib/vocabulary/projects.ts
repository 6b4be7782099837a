/** Workflows: the steps from a pretranslated text to the finished language. */
export const WORKFLOWS = ["mt_review", "mt_translate_review", "mt_only", "human"] as const;
export type Workflow = (typeof WORKFLOWS)[number];

/** True if a translator works on every segment, so that drafts wait for a translator instead of a reviewer. */
export function hasTranslator(workflow: Workflow): boolean {
  return workflow === "mt_translate_review" || workflow === "human";
}

/** Status of a job in the queue. */
export const JOB_STATUSES = ["queued", "running", "succeeded", "partially_failed", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATUSES)[number];

/** Status of the import of a project's document. */
export const DOCUMENT_STATUSES = ["queued", "parsing", "ready", "failed"] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** Status of the translation of an uploaded file. */
export const FILE_STATUSES = ["queued", "translating", "completed", "failed", "cancelled"] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** Status of an export. */
export const EXPORT_STATUSES = ["queued", "running", "succeeded", "failed", "expired"] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Status of the delivery of an event to a webhook. */
export const DELIVERY_STATUSES = ["succeeded", "pending", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Maximum length of a branch name in UTF-16 units. */
export const MAX_BRANCH_NAME = 200;

/** Whether a branch may have this name, by git's rules. `main` is the project itself. */
export function isBranchName(name: string): boolean {
  return (
    name.length <= MAX_BRANCH_NAME &&
    name !== "main" &&
    /^[^\s\p{C}\\~^:?*[]+$/u.test(name) &&
    !/^\/|\/$|\/\/|\.\.|^\.|\.$|^-/.test(name)
  );
}

/** How well a text is known before translation, from the cheapest band to the most expensive. */
export const ANALYSIS_BANDS = [
  "repetition",
  "context",
  "exact",
  "fuzzy95",
  "fuzzy85",
  "fuzzy75",
  "fuzzy50",
  "new",
] as const;
export type AnalysisBand = (typeof ANALYSIS_BANDS)[number];

/** The band of a text's best match: 101 for the same text in the same context, 100 for the same text, else less. */
export function bandOfMatch(match: number | null): Exclude<AnalysisBand, "repetition"> {
  if (match === null || match < 50) return "new";
  if (match > 100) return "context";
  if (match === 100) return "exact";
  if (match >= 95) return "fuzzy95";
  if (match >= 85) return "fuzzy85";
  return match >= 75 ? "fuzzy75" : "fuzzy50";
}

/** The external id that marks the sample project of a workspace. */
export const SAMPLE_PROJECT = "dragoman-sample";

/** Outcomes of importing one text of a file. */
export const IMPORT_OUTCOMES = [
  "accepted",
  "unchanged",
  "replaced",
  "kept",
  "conflict",
  "notFound",
  "notUnderstood",
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];
