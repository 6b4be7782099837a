import { and, desc, eq, lt } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { translationRevisions } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProjectAndRead } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import type { SegmentRow, TranslationRow } from "@/lib/projects/translations/translation-rows";
import type { RevisionList, SegmentTranslation } from "@/lib/schemas/segments";
import { viewForms } from "@/lib/text/plurals/plural-forms";
import { roleAllows } from "@/lib/vocabulary/rights";
import { actorNames } from "@/lib/work/events/actor";
import { openTranslation, requireRights } from "./edit-translation";
import { requireSegment } from "./require-segment";
import { restored } from "./restored";
import { lapsedApprovals } from "./second-person";
import { viewOrigin, viewTranslations } from "./segment-view";

/** The revisions of a translation, newest first. Throws 400, 404. */
export async function listRevisions(
  caller: Caller,
  segmentId: string,
  tag: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<z.input<typeof RevisionList>> {
  const { language, segment } = await requireSegment(caller, segmentId, tag);
  const scope = `revisions ${segmentId} ${language}`;
  const before = cursor ? Number(decodeCursor(scope, cursor)[0]) : null;
  const rows = await db()
    .select()
    .from(translationRevisions)
    .where(
      and(
        eq(translationRevisions.accountId, caller.accountId),
        eq(translationRevisions.segmentId, segmentId),
        eq(translationRevisions.language, language),
        before === null ? undefined : lt(translationRevisions.revision, before),
      ),
    )
    .orderBy(desc(translationRevisions.revision))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [String(row.revision)]));
  const names = await actorNames(
    db(),
    caller.accountId,
    page.rows.map((row) => row.actorId),
  );
  return {
    revisions: page.rows.map((row) => ({
      revision: row.revision,
      text: row.text,
      ...viewForms(segment.pluralRule, language, row),
      state: row.state,
      origin: viewOrigin(row),
      by: { type: row.actorType, id: row.actorId, name: row.actorId ? (names.get(row.actorId) ?? null) : null },
      editMs: row.editMs,
      batchId: row.batchId,
      createdAt: row.createdAt.toISOString(),
    })),
    nextCursor: page.nextCursor,
  };
}

/**
 * Restores the text and state of an earlier revision as a new revision. Without reviewer permissions, or if someone
 * else must approve it, the state is at most `translated`. Throws 400, 404, 409, 412.
 */
export async function revertTranslation(
  caller: Caller,
  segmentId: string,
  tag: string,
  revision: number,
  expectedRevision: number | undefined,
  tx: Transaction,
): Promise<SegmentTranslation> {
  const revert = (change: ProjectChange) => revertIn(change, caller, segmentId, tag, revision, expectedRevision);
  return changeProjectAndRead(tx, { ...asCaller(caller), segmentId }, revert, async ({ changed, segment }) => {
    const [view] = await viewTranslations(tx, [changed], [segment]);
    return view!;
  });
}

async function revertIn(
  projectChange: ProjectChange,
  caller: Caller,
  segmentId: string,
  tag: string,
  revision: number,
  expectedRevision: number | undefined,
): Promise<{ readonly changed: TranslationRow; readonly segment: SegmentRow }> {
  const { tx, project, actor } = projectChange;
  const { language, row, present } = await openTranslation(projectChange, segmentId, tag);
  const [earlier] = await tx
    .select()
    .from(translationRevisions)
    .where(
      and(
        eq(translationRevisions.segmentId, segmentId),
        eq(translationRevisions.language, language),
        eq(translationRevisions.revision, revision),
      ),
    );
  if (!earlier) throw notFound("revision");
  // Restoring a version may lower the state of an equal text, and so withdraw its approval.
  requireRights(caller, project, row, {
    text: earlier.text,
    ...(earlier.forms ? { forms: earlier.forms } : {}),
    state: "draft",
  });
  const lapsed = await lapsedApprovals(tx, project, language, [earlier], actor);
  const keepsApproval = roleAllows(caller.role, "reviewer") && !lapsed.has(segmentId);
  const change = {
    ...restored(earlier, keepsApproval),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  };
  const [changed] = await changeTranslations(projectChange, language, [change], { present });
  return { changed: changed!, segment: present.get(segmentId)!.segment };
}
