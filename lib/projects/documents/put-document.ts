import type { z } from "zod";
import { db } from "@/db/client";
import { AppError, invalidRequest } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { findBranch } from "@/lib/projects/branches/branches";
import { copyIntoBranch, openBranch } from "@/lib/projects/branches/open-branch";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProject } from "@/lib/projects/require-project";
import type {
  PutDocument,
  PutDocumentBody,
  PutDocumentFields,
  PutDocumentQuery,
  PutPreview,
} from "@/lib/schemas/documents";
import { bytesOf, type ContentUpload } from "./content-upload";
import { createDocument, type DocumentUpload, previewDocument } from "./create-document";
import { findByPath, getDocument } from "./documents";
import { lastVersion } from "./last-version";
import type { DocumentOptions } from "./open-document";
import { isSameAs, previewContent, replaceContent } from "./replace-content";
import type { DocumentRow } from "./version-row";

/** Content of a document addressed by its path: multipart with a file, or JSON. */
export type PutContent = ContentUpload & {
  readonly path: string;
  readonly fields: z.output<typeof PutDocumentFields> | undefined;
  readonly body: z.output<typeof PutDocumentBody> | undefined;
};

type Query = Pick<z.output<typeof PutDocumentQuery>, "onChange" | "branch">;

/**
 * Creates the document with a path, or a new version of it. The same bytes with the same options change nothing. A
 * branch first gets a copy of main's document. Throws as `createDocument` and `replaceContent`, and 400 for another
 * format than the document's.
 */
export async function putDocument(
  caller: Caller,
  projectId: string,
  sent: PutContent,
  { onChange, branch }: Query,
): Promise<{ document: PutDocument; isNew: boolean }> {
  const project = await requireProject(caller, projectId);
  const update = async (row: DocumentRow) => {
    const options = await changedOptions(project, row, sent);
    const { document, isSent } = await replaceContent(caller, row.id, sent, { onChange, options });
    return { document: { ...document, changed: isSent }, isNew: false };
  };
  const { own, main } = await findDocument(project, branch, sent.path);
  if (own) return update(own);
  if (main && branch !== undefined) {
    const options = await changedOptions(project, main, sent);
    if (isSameAs(main, await lastVersion(main.id), bytesOf(sent).bytes, options))
      return { document: { ...(await getDocument(caller, main.id)), changed: false }, isNew: false };
    return update(await copyIntoBranch(caller, projectId, branch, main.id));
  }
  const target =
    branch === undefined ? project : await db().transaction((tx) => openBranch(caller, projectId, branch, tx));
  try {
    const document = await db().transaction((tx) => createDocument(caller, target.id, asNew(sent), tx));
    return { document: { ...document, changed: true }, isNew: true };
  } catch (error) {
    // Two concurrent requests may both try to create the document; the second then updates it.
    const made = isPathTaken(error) ? await findByPath(target, sent.path) : undefined;
    if (!made) throw error;
    return update(made);
  }
}

/** Previews {@link putDocument}. Throws the same. */
export async function previewPut(
  caller: Caller,
  projectId: string,
  sent: PutContent,
  { onChange, branch }: Query,
): Promise<PutPreview> {
  const project = await requireProject(caller, projectId);
  const { own, main } = await findDocument(project, branch, sent.path);
  const found = own ?? main;
  if (!found) {
    const preview = await previewDocument(caller, projectId, asNew(sent), db());
    return { ...preview, path: sent.path, documentId: null };
  }
  const options = await changedOptions(project, found, sent);
  const preview = await previewContent(caller, found.id, sent, { onChange, options });
  return { ...preview, path: sent.path, documentId: found.id };
}

/** The document with a path in the branch (or in main if no branch is named), and main's document. */
async function findDocument(project: ProjectRow, branch: string | undefined, path: string) {
  const main = await findByPath(project, path);
  if (branch === undefined) return { own: main, main };
  const row = await findBranch(project, branch);
  return { own: row && (await findByPath(row, path)), main };
}

function asNew({ path, file, body, fields }: PutContent): DocumentUpload {
  return {
    file,
    body: body && { ...body, name: path },
    fields: body ? undefined : { ...fields, path },
  };
}

/** The options of a request for an existing document that differ from the stored ones. */
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
