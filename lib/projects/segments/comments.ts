import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { comments, segments, translations } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { AppError, invalidRequest, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { requireProjectLanguage, requireProjectLanguages } from "@/lib/projects/languages/require-language";
import { CounterChanges } from "@/lib/projects/progress/counters";
import { requireProject } from "@/lib/projects/require-project";
import type { Comment, CommentList, CommentsQuery, CreateCommentBody, PatchCommentBody } from "@/lib/schemas/comments";
import { roleAllows } from "@/lib/vocabulary/rights";
import { actorNames, actorOf } from "@/lib/work/events/actor";
import { isLive } from "./require-segment";

type CommentRow = typeof comments.$inferSelect;

/** Excludes comments on removed segments. They reappear if the segment returns. */
const ofLiveSegment = isLive(comments.segmentId);

/** Comments and issues of a project, newest first. Throws 400, 404. */
export async function listComments(
  caller: Caller,
  projectId: string,
  query: z.output<typeof CommentsQuery>,
): Promise<z.input<typeof CommentList>> {
  const { limit, cursor, segmentId, language: tags, open } = query;
  const project = await requireProject(caller, projectId);
  const languages = tags && (await requireProjectLanguages(project, tags));
  const scope = `comments ${projectId} ${segmentId} ${languages} ${open}`;
  const rows = await db()
    .select()
    .from(comments)
    .where(
      and(
        eq(comments.accountId, caller.accountId),
        eq(comments.projectId, projectId),
        segmentId === undefined ? undefined : eq(comments.segmentId, segmentId),
        languages && or(inArray(comments.language, languages), isNull(comments.language)),
        open ? and(eq(comments.kind, "issue"), isNull(comments.resolvedAt)) : undefined,
        ofLiveSegment,
        cursor ? lt(comments.id, decodeCursor(scope, cursor)[0] ?? "") : undefined,
      ),
    )
    .orderBy(desc(comments.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  return { comments: await views(db(), caller.accountId, page.rows), nextCursor: page.nextCursor };
}

/** Adds a comment or opens an issue. Throws 400, 404, 409. */
export async function createComment(
  caller: Caller,
  projectId: string,
  input: z.output<typeof CreateCommentBody>,
  tx: Transaction,
): Promise<Comment> {
  if (input.kind === "issue" && !input.issueType)
    throw invalidRequest([{ path: "issueType", code: "required", message: "Set the type of the issue." }]);
  const row = await changeProject(tx, { ...asCaller(caller), projectId, allowCancelled: true }, (change) =>
    createIn(change, input),
  );
  const [view] = await views(tx, caller.accountId, [row]);
  return view!;
}

async function createIn(change: ProjectChange, input: z.output<typeof CreateCommentBody>): Promise<CommentRow> {
  const { tx, project } = change;
  const language = input.language ? await requireProjectLanguage(project, input.language, tx) : null;
  const [segment] = await tx
    .select({ id: segments.id })
    .from(segments)
    .where(
      and(
        eq(segments.accountId, project.accountId),
        eq(segments.projectId, project.id),
        eq(segments.id, input.segmentId),
        isNull(segments.removedIn),
      ),
    );
  if (!segment) throw notFound("segment");
  if (input.parentId) await requireParent(tx, project.id, input.segmentId, input.parentId);
  return addComment(change, {
    segmentId: segment.id,
    language,
    parentId: input.parentId ?? null,
    kind: input.kind,
    issueType: input.issueType ?? null,
    body: input.body,
  });
}

/** Adds a comment, counts it if it is an issue, and records the event. */
export async function addComment(
  change: ProjectChange,
  comment: {
    readonly segmentId: string;
    /** Null for a comment on the source. */
    readonly language: string | null;
    readonly parentId?: string | null;
    readonly kind?: CommentRow["kind"];
    readonly issueType?: CommentRow["issueType"];
    readonly body: string;
  },
): Promise<CommentRow> {
  const { tx, project, actor } = change;
  const [row] = await tx
    .insert(comments)
    .values({
      ...comment,
      id: newId("comment"),
      accountId: project.accountId,
      projectId: project.id,
      authorType: actor.type,
      authorId: actor.id,
    })
    .returning();
  change.touch({ language: row!.language, segmentIds: [row!.segmentId] });
  if (row!.kind === "issue") await countOpen(change, row!);
  await recordComment(change, row!, row!.kind === "issue" ? "issue.opened" : "comment.created");
  return row!;
}

/** Edits a comment (only its author may), or resolves or reopens an issue. Throws 400, 403, 404, 409. */
export async function patchComment(
  caller: Caller,
  projectId: string,
  commentId: string,
  patch: z.output<typeof PatchCommentBody>,
): Promise<Comment> {
  const target = { ...asCaller(caller), projectId, allowCancelled: true };
  const patchIn = async (change: ProjectChange) => {
    const { tx } = change;
    const mine = and(eq(comments.projectId, projectId), eq(comments.id, commentId), ofLiveSegment);
    const [before] = await tx.select().from(comments).where(mine);
    if (!before) throw notFound("comment");
    const actor = actorOf(caller);
    if (patch.body !== undefined && before.authorId !== actor.id && !roleAllows(caller.role, "manager"))
      throw new AppError("forbidden", "Only the author can edit a comment.", {
        required: "author",
        granted: caller.role,
      });
    if (patch.resolved !== undefined && before.kind !== "issue")
      throw invalidRequest([{ path: "resolved", code: "format", message: "Only issues can be resolved." }]);
    const [row] = await tx
      .update(comments)
      .set({
        updatedAt: sql`now()`,
        ...(patch.body === undefined ? {} : { body: patch.body }),
        ...(patch.resolved === undefined
          ? {}
          : { resolvedAt: patch.resolved ? sql`now()` : null, resolvedBy: patch.resolved ? actor.id : null }),
      })
      .where(mine)
      .returning();
    change.touch({ language: row!.language, segmentIds: [row!.segmentId] });
    if (patch.resolved !== undefined) await countOpen(change, row!);
    if (patch.resolved && !before.resolvedAt) await recordComment(change, row!, "issue.resolved");
    const [view] = await views(tx, caller.accountId, [row!]);
    return view!;
  };
  return db().transaction((tx) => changeProject(tx, target, patchIn));
}

async function requireParent(tx: Transaction, projectId: string, segmentId: string, parentId: string): Promise<void> {
  const [parent] = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.projectId, projectId), eq(comments.segmentId, segmentId), eq(comments.id, parentId)));
  if (!parent) throw notFound("comment");
}

/** Recounts the open issues of a segment: those of a language there, those of the source in every language. */
async function countOpen(change: ProjectChange, comment: CommentRow): Promise<void> {
  const { tx } = change;
  const open = sql<number>`(select count(*)::int from ${comments} where ${comments.segmentId} = ${translations.segmentId}
    and ${comments.kind} = 'issue' and ${comments.resolvedAt} is null
    and (${comments.language} = ${translations.language} or ${comments.language} is null))`;
  const rows = await tx
    .select({ segment: segments, translation: translations, open })
    .from(translations)
    .innerJoin(segments, eq(segments.id, translations.segmentId))
    .where(
      and(
        eq(translations.segmentId, comment.segmentId),
        isNull(segments.removedIn),
        comment.language === null ? undefined : eq(translations.language, comment.language),
      ),
    );
  for (const { segment, translation, open: openComments } of rows) {
    const { language } = translation;
    const counters = new CounterChanges();
    counters.add(segment, translation, { ...translation, openComments });
    await tx
      .update(translations)
      .set({ openComments })
      .where(and(eq(translations.segmentId, segment.id), eq(translations.language, language)));
    await counters.apply(change, language);
  }
}

function recordComment(
  change: ProjectChange,
  { id: commentId, segmentId, language }: CommentRow,
  type: "comment.created" | "issue.opened" | "issue.resolved",
): Promise<void> {
  return change.record(type, { commentId, segmentId, ...(language ? { language } : {}) });
}

async function views(tx: Transaction, accountId: string, rows: readonly CommentRow[]): Promise<Comment[]> {
  const names = await actorNames(
    tx,
    accountId,
    rows.map((row) => row.authorId),
  );
  return rows.map((row) => ({
    id: row.id,
    segmentId: row.segmentId,
    language: row.language,
    parentId: row.parentId,
    kind: row.kind,
    issueType: row.issueType,
    body: row.body,
    author: { type: row.authorType, id: row.authorId, name: row.authorId ? (names.get(row.authorId) ?? null) : null },
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}
