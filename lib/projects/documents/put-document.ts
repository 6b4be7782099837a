import type { z } from "zod";
import { db } from "@/db/client";
import type { Caller } from "@/lib/auth/caller";
import { AppError, invalidRequest } from "@/lib/errors";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import type { ProjectRow } from "@/lib/projects/project-row";
import { requireProject } from "@/lib/projects/require-project";
import type {
  PutDocument,
  PutDocumentBody,
  PutDocumentFields,
  PutDocumentQuery,
  PutPreview,
} from "@/lib/schemas/documents";
import type { ContentUpload } from "./content-upload";
import { createDocument, type DocumentUpload, previewDocument } from "./create-document";
import { findByPath } from "./documents";
import type { DocumentOptions } from "./open-document";
import { previewContent, replaceContent } from "./replace-content";
import type { DocumentRow } from "./version-row";

/** A document that is addressed by its path: multipart with a file, or JSON. */
export type PutContent = ContentUpload & {
  readonly path: string;
  readonly fields: z.output<typeof PutDocumentFields> | undefined;
  readonly body: z.output<typeof PutDocumentBody> | undefined;
};

type Query = Pick<z.output<typeof PutDocumentQuery>, "onChange">;

/**
 * Makes the document of a path, or gives it a new version; the same bytes, read in the same way, change nothing. Throws as
 * `createDocument` and `replaceContent` do, and 400 for another format than the document has.
 */
export async function putDocument(
  caller: Caller,
  projectId: string,
  sent: PutContent,
  { onChange }: Query,
): Promise<{ document: PutDocument; isNew: boolean }> {
  const project = await requireProject(caller, projectId);
  const found = await findByPath(project, sent.path);
  if (found) return update(found);
  try {
    const document = await db().transaction((tx) => createDocument(caller, projectId, asNew(sent), tx));
    return { document: { ...document, changed: true }, isNew: true };
  } catch (error) {
    // Two requests may bring the same path at once: the second one is an update.
    const made = isPathTaken(error) ? await findByPath(project, sent.path) : undefined;
    if (!made) throw error;
    return update(made);
  }

  async function update(row: DocumentRow) {
    const options = await changedOptions(project, row, sent);
    const { document, isSent } = await replaceContent(caller, row.id, sent, { onChange, options });
    return { document: { ...document, changed: isSent }, isNew: false };
  }
}

/** What {@link putDocument} would do, without doing it. Throws the same. */
export async function previewPut(
  caller: Caller,
  projectId: string,
  sent: PutContent,
  { onChange }: Query,
): Promise<PutPreview> {
  const project = await requireProject(caller, projectId);
  const found = await findByPath(project, sent.path);
  if (!found) {
    const preview = await previewDocument(caller, projectId, asNew(sent), db());
    return { ...preview, path: sent.path, documentId: null };
  }
  const options = await changedOptions(project, found, sent);
  const preview = await previewContent(caller, found.id, sent, { onChange, options });
  return { ...preview, path: sent.path, documentId: found.id };
}

function asNew({ path, file, body, fields }: PutContent): DocumentUpload {
  return {
    file,
    body: body && { ...body, name: path },
    fields: body ? undefined : { ...fields, path },
  };
}

/** The options that a request names for a document that is there already. */
async function changedOptions(project: ProjectRow, document: DocumentRow, sent: PutContent): Promise<DocumentOptions> {
  const { format, include, exclude, language } = sent.body ?? sent.fields ?? {};
  if (format !== undefined && format !== document.format)
    throw invalidRequest([
      { path: "format", code: "format", message: `The document at this path has the format ${document.format}.` },
    ]);
  return {
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(language ? { language: await requireProjectLanguage(project, language) } : {}),
  };
}

function isPathTaken(error: unknown): boolean {
  return error instanceof AppError && error.details.reason === "path_taken";
}
