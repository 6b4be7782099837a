/** How far a job of the queue is. */
export const JOB_STATUSES = ["queued", "running", "succeeded", "partially_failed", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATUSES)[number];

/** How far the import of a project's document is. */
export const DOCUMENT_STATUSES = ["queued", "parsing", "ready", "failed"] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** How far the translation of an uploaded file is. */
export const FILE_STATUSES = ["queued", "translating", "completed", "failed", "cancelled"] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** How far an export of a project is. */
export const EXPORT_STATUSES = ["queued", "running", "succeeded", "failed", "expired"] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** How far the delivery of an event to a webhook is. */
export const DELIVERY_STATUSES = ["succeeded", "pending", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
