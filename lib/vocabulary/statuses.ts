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
