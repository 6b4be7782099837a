import { and, eq, isNull, ne } from "drizzle-orm";
import type { z } from "zod";
import type { Transaction } from "@/db/client";
import { documents } from "@/db/schema";
import { AppError, invalidRequest } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { inspectFile } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { countUsage } from "@/lib/identity/quota/usage";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import { requireProjectLanguage, targetLanguages } from "@/lib/projects/languages/require-language";
import { type ProjectRow, requireProject } from "@/lib/projects/require-project";
import type {
  CreateDocumentBody,
  CreateDocumentFields,
  DocumentPreview,
  ProjectDocument,
} from "@/lib/schemas/documents";
import { checkDocumentOptions } from "@/lib/translation/documents";
import { describeChanges } from "./changes";
import { bytesOf, type ContentUpload } from "./content-upload";
import { getDocument } from "./documents";
import { type DocumentOptions, partsOf } from "./open-document";
import { readDocument, requireRoom } from "./read-document";
import { SEGMENTS_FORMAT } from "./segments-document";
import { sendVersion } from "./send-version";

/** A request that creates a document: multipart with a file, or JSON. */
export type DocumentUpload = ContentUpload & {
  readonly fields: z.output<typeof CreateDocumentFields> | undefined;
  readonly body: z.output<typeof CreateDocumentBody> | undefined;
};

/**
 * Adds a document to a project: stores its bytes and first version and queues its import, in one transaction. Throws
 * 400 for options, 404, 409 for an inactive project and a used path, 415 for an unsupported kind of file, 422 for an
 * unreadable one.
 */
export async function createDocument(
  caller: Caller,
  projectId: string,
  sent: DocumentUpload,
  tx: Transaction,
): Promise<ProjectDocument> {
  const { path, format, options, bytes } = await examine(caller, projectId, sent, tx);
  const id = newId("document");
  await changeProject(tx, { ...asCaller(caller), projectId }, async (change) => {
    const { project, actor } = change;
    await requireFreePath(tx, project, path);
    await tx.insert(documents).values({
      id,
      accountId: caller.accountId,
      projectId,
      path,
      format,
      formatOptions: options,
      createdBy: actor.id,
    });
    const document = { id, accountId: caller.accountId, projectId };
    await sendVersion(change, { document, number: 1, content: bytes, options, onChange: "needs_work" });
    await change.record("document.added", { document: { id, path, format, bytes: bytes.length } });
    countUsage({ files: 1, source: project.sourceLanguage });
  });
  return getDocument(caller, id, tx);
}

/** Previews a document without storing it. Throws as {@link createDocument}, and 422 for a document without text. */
export async function previewDocument(
  caller: Caller,
  projectId: string,
  sent: DocumentUpload,
  tx: Transaction,
): Promise<DocumentPreview> {
  const { project, ...document } = await examine(caller, projectId, sent, tx);
  await requireFreePath(tx, project, document.path);
  const { sourceLanguage } = project;
  const read = await readDocument({ ...document, sourceLanguage, languages: await targetLanguages(projectId, tx) });
  await requireRoom(tx, project, null, read.segments.length);
  const continued = read.segments.map(() => null);
  return {
    dryRun: true,
    format: document.format,
    ...describeChanges(read.segments, { continued, gone: [] }, "needs_work"),
    warnings: [...read.warnings],
  };
}

type Examined = {
  readonly project: ProjectRow;
  readonly path: string;
  readonly format: string;
  readonly options: DocumentOptions;
  readonly bytes: Buffer;
};

/** Checks a document before reading it. */
async function examine(caller: Caller, projectId: string, sent: DocumentUpload, tx: Transaction): Promise<Examined> {
  const project = await requireProject(caller, projectId, tx);
  const { bytes, isSegments } = bytesOf(sent);
  const path = sent.body?.name ?? sent.fields?.path ?? sent.file!.fileName;
  const wanted = sent.body ?? sent.fields ?? {};
  const format = isSegments ? SEGMENTS_FORMAT : (await inspectFile(bytes, path, wanted.format)).format;
  const { include, exclude } = wanted;
  checkDocumentOptions(format, partsOf({ ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) }));
  const language = wanted.language
    ? await requireProjectLanguage(project, wanted.language, tx)
    : await onlyLanguage(tx, project, sent);
  const options: DocumentOptions = {
    plurals: "nested",
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(language ? { language } : {}),
  };
  return { project, path, format, options, bytes };
}

/** The language of the segments' targets if the request names none: the project's only target language. */
async function onlyLanguage(tx: Transaction, project: ProjectRow, { body }: DocumentUpload): Promise<string | null> {
  if (!body?.segments?.some((segment) => segment.target !== undefined || segment.forms !== undefined)) return null;
  const languages = await targetLanguages(project.id, tx);
  if (languages.length === 1) return languages[0]!;
  throw invalidRequest([
    {
      path: "language",
      code: "required",
      message: "The project has several target languages. Name the language of the targets.",
      suggestions: languages,
    },
  ]);
}

/** Throws 409 if the project has another document with this path. */
export async function requireFreePath(
  tx: Transaction,
  project: ProjectRow,
  path: string,
  except: string | null = null,
): Promise<void> {
  const [taken] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.accountId, project.accountId),
        eq(documents.projectId, project.id),
        eq(documents.path, path),
        isNull(documents.deletedAt),
        except ? ne(documents.id, except) : undefined,
      ),
    );
  if (!taken) return;
  throw new AppError(
    "conflict",
    "The project has a document with this path. Upload it as a new version of that document, or with another path.",
    { reason: "path_taken", documentId: taken.id },
  );
}
