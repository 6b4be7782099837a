import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { writeChunks } from "@/db/chunks";
import { documentChunks, documentVersions } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { sendJob } from "@/lib/work/jobs/queue";
import type { OnChange } from "./changes";
import { IMPORT_JOB, type ImportPayload } from "./import-type";
import type { DocumentOptions } from "./open-document";
import type { DocumentRow, VersionRow } from "./version-row";

/** Priority of the job, above the default because a person waits and an import takes only seconds. */
const PRIORITY = 5;

export type NewVersion = {
  readonly document: Pick<DocumentRow, "id" | "accountId" | "projectId">;
  readonly number: number;
  /** The new bytes, or the version whose bytes are imported again. */
  readonly content: Buffer | VersionRow;
  readonly options: DocumentOptions;
  readonly onChange: OnChange;
};

/** Stores a version of a document and queues its import. Returns the job's id. */
export async function sendVersion(
  { tx, actor }: ProjectChange,
  { document, number, content, options, onChange }: NewVersion,
): Promise<string> {
  const { id: documentId, accountId, projectId } = document;
  const jobId = newId("job");
  const kept = Buffer.isBuffer(content)
    ? { bytes: content.length, sha256: sha256(content) }
    : { bytes: content.bytes, sha256: content.sha256 };
  await tx.insert(documentVersions).values({
    documentId,
    accountId,
    number,
    ...kept,
    formatOptions: options,
    onChange,
    jobId,
    createdBy: actor.id,
  });
  if (Buffer.isBuffer(content))
    await writeChunks(tx, { table: documentChunks, key: { documentId, version: number } }, content);
  else
    await tx.execute(sql`
      insert into document_chunks (document_id, version, number, bytes, object_key, object_bytes)
      select document_id, ${number}, number, bytes, object_key, object_bytes from document_chunks
       where document_id = ${documentId} and version = ${content.number}`);
  const payload: ImportPayload = { documentId, version: number, actor };
  return sendJob(tx, {
    id: jobId,
    accountId,
    projectId,
    createdBy: actor.id,
    type: IMPORT_JOB,
    payload,
    priority: PRIORITY,
    ...(Buffer.isBuffer(content) ? { cost: content.length } : {}),
    maxAttempts: 5,
  });
}

export function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
