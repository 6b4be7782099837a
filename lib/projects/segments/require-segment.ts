import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { segments } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import { type ProjectRow, requireProjectRow } from "@/lib/projects/require-project";
import type { SegmentRow } from "@/lib/projects/translations/translation-rows";

/**
 * A current segment of the account, for reading, with its project and the project's language that `tag` names. Throws
 * 400 for the language, 404.
 */
export async function requireSegment(
  caller: Caller,
  id: string,
  tag: string,
): Promise<{ segment: SegmentRow; project: ProjectRow; language: string }> {
  const [segment] = await db()
    .select()
    .from(segments)
    .where(and(eq(segments.accountId, caller.accountId), eq(segments.id, id), isNull(segments.removedIn)));
  if (!segment) throw notFound("segment");
  const project = await requireProjectRow(caller.accountId, segment.projectId).catch(() => {
    throw notFound("segment");
  });
  return { segment, project, language: await requireProjectLanguage(project, tag) };
}

/** Condition for segments in the current version of their document. */
export function isLive(segmentId: PgColumn): SQL {
  return sql`exists (select 1 from ${segments} where ${segments.id} = ${segmentId} and ${segments.removedIn} is null)`;
}
