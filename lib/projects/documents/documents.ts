import { and, asc, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { countBytes, streamChunks } from "@/db/chunks";
import { db, type Transaction } from "@/db/client";
import { documentChunks, documents, progressCounters, projectLanguages } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { notFound } from "@/lib/base/errors";
import { formatById } from "@/lib/formats/registry";
import type { Caller } from "@/lib/identity/auth/caller";
import { branchesOf } from "@/lib/projects/branches/branch-places";
import { NO_COUNTS } from "@/lib/projects/progress/counters";
import { addCounts, progressOf } from "@/lib/projects/progress/progress";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProject } from "@/lib/projects/require-project";
import type { DocumentsQuery, ProjectDocument } from "@/lib/schemas/documents";
import { lastStatus, lastVersion, lastVersions } from "./last-version";
import { SEGMENTS_FORMAT, SEGMENTS_MEDIA_TYPE } from "./segments-document";
import { type DocumentRow, optionsOf, type VersionRow } from "./version-row";

/** One document of the account. Throws 404. */
export async function getDocument(caller: Caller, id: string, tx: Transaction = db()): Promise<ProjectDocument> {
  const [view] = await viewDocuments(caller, [await requireDocument(caller, id, tx)], tx);
  return view!;
}

/** The row of an account's document. Throws 404 if it or its project is deleted. */
export async function requireDocument(caller: Caller, id: string, tx: Transaction = db()): Promise<DocumentRow> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.accountId, caller.accountId), eq(documents.id, id), isNull(documents.deletedAt)));
  if (!row) throw notFound("document");
  await requireProject(caller, row.projectId, tx).catch(() => {
    throw notFound("document");
  });
  return row;
}

/** The row of a project's document with a path, or undefined. */
export async function findByPath(
  { accountId, id: projectId }: Pick<ProjectRow, "accountId" | "id">,
  path: string,
  tx: Transaction = db(),
): Promise<DocumentRow | undefined> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.accountId, accountId),
        eq(documents.projectId, projectId),
        eq(documents.path, path),
        isNull(documents.deletedAt),
      ),
    );
  return row;
}

/** The documents of a project, newest first. Throws 404. */
export async function listDocuments(
  caller: Caller,
  projectId: string,
  { status, q, path, limit, cursor }: z.output<typeof DocumentsQuery>,
): Promise<{ documents: ProjectDocument[]; nextCursor: string | null }> {
  await requireProject(caller, projectId);
  const scope = `documents ${projectId} ${status ?? ""} ${q ?? ""} ${path ?? ""}`;
  const [after] = cursor ? decodeCursor(scope, cursor) : [];
  const rows = await db()
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.accountId, caller.accountId),
        eq(documents.projectId, projectId),
        isNull(documents.deletedAt),
        path ? eq(documents.path, path) : undefined,
        q ? sql`strpos(lower(${documents.path}), lower(${q})) > 0` : undefined,
        status ? inArray(lastStatus, status) : undefined,
        after ? lt(documents.id, after) : undefined,
      ),
    )
    .orderBy(desc(documents.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  return { documents: await viewDocuments(caller, page.rows), nextCursor: page.nextCursor };
}

/** The original file: that of the current version, else of the latest one. Throws 404. */
export async function documentSource(
  caller: Caller,
  id: string,
): Promise<{ stream: ReadableStream<Uint8Array>; name: string; mediaType: string; length: number }> {
  const row = await requireDocument(caller, id);
  const { number } = await lastVersion(row.id);
  const version = row.currentVersion || number;
  const owner = { table: documentChunks, key: { documentId: row.id, version } } as const;
  return {
    stream: streamChunks(owner),
    name: row.format === SEGMENTS_FORMAT ? `${nameOf(row.path)}.json` : nameOf(row.path),
    mediaType: mediaTypeOf(row.format),
    length: await countBytes(owner),
  };
}

/** The file name in a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function mediaTypeOf(format: string): string {
  return format === SEGMENTS_FORMAT ? SEGMENTS_MEDIA_TYPE : (formatById(format)?.mediaTypes[0] ?? "text/plain");
}

async function viewDocuments(
  caller: Caller,
  rows: readonly DocumentRow[],
  tx: Transaction = db(),
): Promise<ProjectDocument[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const versions = await lastVersions(ids, tx);
  const branches = await branchesOf(
    tx,
    rows.map((row) => row.projectId),
  );
  const counters = await tx
    .select()
    .from(progressCounters)
    .where(and(eq(progressCounters.accountId, caller.accountId), inArray(progressCounters.documentId, ids)));
  const languages = await tx
    .select()
    .from(projectLanguages)
    .where(
      and(
        eq(projectLanguages.accountId, caller.accountId),
        inArray(projectLanguages.projectId, [...new Set(rows.map((row) => row.projectId))]),
      ),
    )
    .orderBy(asc(projectLanguages.position));
  return rows.map((row) => {
    const counts = languages
      .filter((one) => one.projectId === row.projectId)
      .map(({ language }) => ({
        language,
        counts: counters.find((one) => one.documentId === row.id && one.language === language) ?? NO_COUNTS,
      }));
    return {
      ...view(row, versions.get(row.id)!),
      ...branches.get(row.projectId),
      progress: progressOf(addCounts(counts.map((one) => one.counts))),
      languages: counts.map((one) => ({ language: one.language, progress: progressOf(one.counts) })),
    };
  });
}

function view(row: DocumentRow, version: VersionRow): Omit<ProjectDocument, "progress" | "languages"> {
  const { plurals: _, ...options } = optionsOf(row, version);
  const self = `/v1/documents/${row.id}`;
  return {
    id: row.id,
    projectId: row.projectId,
    branch: null,
    path: row.path,
    name: nameOf(row.path),
    format: row.format,
    options,
    status: version.status,
    error: version.error,
    currentVersion: row.currentVersion,
    version: {
      number: version.number,
      status: version.status,
      bytes: version.bytes,
      segments: version.segmentCount,
      words: version.wordCount,
      added: version.added,
      changed: version.changed,
      removed: version.removed,
      warnings: version.warnings,
      jobId: version.jobId,
      createdAt: version.createdAt.toISOString(),
    },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    links: { self, source: `${self}/source`, job: version.jobId && `/v1/jobs/${version.jobId}` },
  };
}
