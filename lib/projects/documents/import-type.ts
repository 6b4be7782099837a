import { z } from "zod";
import { StoredActor } from "@/lib/work/events/actor";
import { LONG_COST } from "@/lib/work/jobs/fairness";
import { jobType } from "@/lib/work/jobs/job-type";

const ImportPayload = z.object({
  documentId: z.string(),
  version: z.number(),
  /** Who uploaded the version. */
  actor: StoredActor,
});
export type ImportPayload = z.output<typeof ImportPayload>;

/** The job that imports a version of a document. */
export const IMPORT_JOB = jobType("document_import", ImportPayload, LONG_COST);
