import type { z } from "zod";
import { db } from "@/db/client";
import { AppError } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { countUsage } from "@/lib/identity/quota/usage";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { targetLanguages } from "@/lib/projects/languages/require-language";
import { requireProject } from "@/lib/projects/require-project";
import type { DocumentPreview, ProjectDocument, ReplaceDocumentQuery } from "@/lib/schemas/documents";
import { settingsOf } from "@/lib/schemas/projects";
import { checkDocumentOptions } from "@/lib/translation/documents";
import { describeChanges } from "./changes";
import { bytesOf, type ContentUpload, requireSameKind } from "./content-upload";
import { getDocument, requireDocument } from "./documents";
import { lastVersion } from "./last-version";
import { matchSegments } from "./match-segments";
import { type DocumentOptions, partsOf } from "./open-document";
import { readDocument, requireRoom } from "./read-document";
import { sendVersion, sha256 } from "./send-version";
import { type DocumentRow, optionsOf, type VersionRow } from "./version-row";
import { storedSegments } from "./write-segments";

type Options = Pick<z.output<typeof ReplaceDocumentQuery>, "onChange"> & {
  /** Options that differ from the previous version's. */
  readonly options?: DocumentOptions;
};

/**
 * Creates a new version of a document. Matched segments keep their translations; identical bytes change nothing. Throws
 * 400, 404, and 409 for an inactive project and during an import.
 */
export async function replaceContent(
  caller: Caller,
  id: string,
  sent: ContentUpload,
  { onChange, options: wanted }: Options,
): Promise<{ document: ProjectDocument; isSent: boolean }> {
  const { projectId, format } = await requireDocument(caller, id);
  const { bytes, isSegments } = bytesOf(sent);
  requireSameKind(format, isSegments);
  const replaceIn = async (change: ProjectChange) => {
    const { tx, project } = change;
    const document = await requireDocument(caller, id, tx);
    const last = await lastVersion(id, tx);
    if (isSameAs(document, last, bytes, wanted)) return { document: await getDocument(caller, id, tx), isSent: false };
    requireNoRunningImport(last);
    if (wanted) checkDocumentOptions(format, partsOf(wanted));
    const options = { ...optionsOf(document, last), ...wanted };
    await sendNext(change, document, { last, content: bytes, options, onChange });
    countUsage({ files: 1, source: project.sourceLanguage });
    return { document: await getDocument(caller, id, tx), isSent: true };
  };
  return db().transaction((tx) => changeProject(tx, { ...asCaller(caller), projectId }, replaceIn));
}

/** Previews the changes of a new version without storing it. Throws 400, 404, 413, 422. */
export async function previewContent(
  caller: Caller,
  id: string,
  sent: ContentUpload,
  { onChange, options: wanted }: Options,
): Promise<DocumentPreview> {
  const document = await requireDocument(caller, id);
  const project = await requireProject(caller, document.projectId);
  const { bytes, isSegments } = bytesOf(sent);
  requireSameKind(document.format, isSegments);
  if (wanted) checkDocumentOptions(document.format, partsOf(wanted));
  const read = await readDocument({
    bytes,
    path: document.path,
    format: document.format,
    options: { ...optionsOf(document, await lastVersion(id)), ...wanted },
    sourceLanguage: project.sourceLanguage,
    languages: await targetLanguages(project.id),
  });
  await requireRoom(db(), project, id, read.segments.length);
  const matching = await matchSegments(await storedSegments(caller.accountId, id), read.segments);
  return {
    dryRun: true,
    format: document.format,
    ...describeChanges(read.segments, matching, settingsOf(project).sourceChanges === "keep" ? "keep" : onChange),
    warnings: [...read.warnings],
  };
}

/** Whether the last version of a document has these bytes and options. False for an unreadable version. */
export function isSameAs(document: DocumentRow, last: VersionRow, bytes: Buffer, wanted?: DocumentOptions): boolean {
  const before = optionsOf(document, last);
  return (
    last.status !== "failed" &&
    last.sha256.equals(sha256(bytes)) &&
    JSON.stringify({ ...before, ...wanted }) === JSON.stringify(before)
  );
}

/** Queues the import of the version after `last`, and records the event. */
export async function sendNext(
  change: ProjectChange,
  document: DocumentRow,
  next: {
    readonly last: VersionRow;
    readonly content: Buffer | VersionRow;
    /** Absent: the options of the previous version. */
    readonly options?: DocumentOptions;
    readonly onChange: Options["onChange"];
  },
): Promise<void> {
  const { last, content, options = optionsOf(document, last), onChange } = next;
  const number = last.number + 1;
  await sendVersion(change, { document, number, content, options, onChange });
  await change.record("document.updated", { document: { id: document.id, path: document.path, version: number } });
}

/** The latest version of a document. Throws 409 while it is being imported. */
export function requireNoRunningImport(last: VersionRow): VersionRow {
  if (last.status === "ready" || last.status === "failed") return last;
  throw new AppError(
    "conflict",
    "The previous version is still being read. Wait for its job.",
    { reason: "import_running", jobId: last.jobId },
    { "Retry-After": "1" },
  );
}
