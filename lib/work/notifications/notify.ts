import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import {
  comments,
  documents,
  members,
  notifications,
  projectExports,
  projectLanguages,
  projects,
  users,
} from "@/db/schema";
import type { NotificationData } from "@/db/schema/notifications";
import { newId } from "@/lib/base/ids";
import type { ActorType } from "@/lib/vocabulary/accounts";
import type { NotificationKind } from "@/lib/vocabulary/events";

/** The parts of an event that decide who is notified. */
export type NotifiableEvent = {
  readonly accountId: string;
  readonly projectId: string | null;
  readonly type: string;
  readonly actor: { readonly type: ActorType; readonly id: string | null; readonly name: string | null };
  readonly data: Readonly<Record<string, unknown>>;
};

type Notice = {
  readonly kind: NotificationKind;
  readonly to: readonly (string | null)[];
  readonly data?: NotificationData;
  /** True to notify the person who caused the event too, for results of their own requests. */
  readonly toActorToo?: boolean;
};

/** Notifies the members whom an event concerns, in the event's transaction. */
export async function notify(tx: Transaction, event: NotifiableEvent): Promise<void> {
  const find = FINDERS[event.type];
  const { accountId, projectId, actor } = event;
  if (!find || projectId === null) return;
  const notices = await find(tx, { ...event, projectId });
  const wanted = notices.flatMap(({ to, toActorToo, ...notice }) =>
    [...new Set(to)]
      .filter((id) => id !== null && (toActorToo || id !== actor.id))
      .map((userId) => ({ ...notice, userId: userId! })),
  );
  if (wanted.length === 0) return;
  const ids = wanted.map(({ userId }) => userId);
  const present = await tx
    .select({ id: members.userId })
    .from(members)
    .where(and(eq(members.accountId, accountId), inArray(members.userId, ids)));
  const known = new Set(present.map(({ id }) => id));
  const rows = wanted.filter(({ userId }) => known.has(userId));
  if (rows.length === 0) return;
  const [project] = await tx.select({ name: projects.name }).from(projects).where(eq(projects.id, projectId));
  const shared = {
    ...(project ? { projectName: project.name } : {}),
    ...(actor.name === null ? {} : { actorName: actor.name, actorType: actor.type }),
  };
  await tx.insert(notifications).values(
    rows.map(({ userId, kind, data = {} }) => ({
      id: newId("notification"),
      accountId,
      userId,
      kind,
      projectId,
      data: { ...shared, ...data },
    })),
  );
}

type ProjectEvent = NotifiableEvent & { readonly projectId: string };
type Finder = (tx: Transaction, event: ProjectEvent) => Promise<readonly Notice[]>;

const FINDERS: Readonly<Record<string, Finder>> = {
  "translations.sent_back": sentBack,
  "comment.created": mentioned,
  "issue.opened": mentioned,
  "project.updated": assigned,
  "project.language.added": assigned,
  "project.overdue": async (tx, event) => [{ kind: "due", to: await responsibleFor(tx, event.projectId) }],
  "project.completed": async (tx, event) => [{ kind: "finished", to: await responsibleFor(tx, event.projectId) }],
  "export.ready": (tx, event) => exported(tx, event, "export_ready"),
  "export.failed": (tx, event) => exported(tx, event, "failed"),
  "document.failed": documentFailed,
  "job.failed": async (_, { actor }) => [{ kind: "failed", to: [actor.id], toActorToo: true }],
};

/** Notifies the assigned translator and the authors of rejected texts, even if these are not assigned. */
async function sentBack(tx: Transaction, { accountId, projectId, actor, data }: ProjectEvent): Promise<Notice[]> {
  const { language, segmentIds } = data as { language?: string; segmentIds?: readonly string[] };
  if (!language || !segmentIds?.length) return [];
  const authors = await tx.execute<{ segment_id: string; actor_id: string }>(sql`
    select distinct on (segment_id) segment_id, actor_id
      from (select segment_id, revision, actor_type, actor_id,
                   (text, forms) is distinct from (lag(text) over written, lag(forms) over written) as wrote
              from translation_revisions
             where account_id = ${accountId} and language = ${language}
               and segment_id in (${sql.join(
                 segmentIds.map((id) => sql`${id}`),
                 sql`, `,
               )})
            window written as (partition by segment_id order by revision)) r
     where wrote and actor_type = 'user' and actor_id is distinct from ${actor.id}
     order by segment_id, revision desc`);
  const [assignment] = await tx
    .select({ id: projectLanguages.translatorId })
    .from(projectLanguages)
    .where(and(eq(projectLanguages.projectId, projectId), eq(projectLanguages.language, language)));
  const byAuthor = new Map<string, string[]>();
  for (const { segment_id, actor_id } of authors)
    byAuthor.set(actor_id, [...(byAuthor.get(actor_id) ?? []), segment_id]);
  if (assignment?.id && !byAuthor.has(assignment.id)) byAuthor.set(assignment.id, [...segmentIds]);
  return [...byAuthor].map(([userId, ids]) => ({
    kind: "sent_back",
    to: [userId],
    data: { language, segmentId: ids[0]!, count: ids.length },
  }));
}

/** Members whose name or address follows an @ in the comment. */
async function mentioned(tx: Transaction, { accountId, data }: ProjectEvent): Promise<Notice[]> {
  const { commentId } = data as { commentId?: string };
  const [comment] = await tx
    .select({ body: comments.body, segmentId: comments.segmentId, language: comments.language })
    .from(comments)
    .where(eq(comments.id, commentId ?? ""));
  if (!comment?.body.includes("@")) return [];
  const people = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.accountId, accountId));
  const to = people.filter(({ name, email }) => mentions(comment.body, name) || mentions(comment.body, email));
  const { segmentId, language } = comment;
  return [{ kind: "mentioned", to: to.map(({ id }) => id), data: { segmentId, ...(language ? { language } : {}) } }];
}

/** True if `@name` occurs in a text, in any case, and not as the beginning of a longer word. */
export function mentions(text: string, name: string): boolean {
  const wanted = `@${name.toLocaleLowerCase()}`;
  const folded = text.toLocaleLowerCase();
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1))
    if (!/^[\p{L}\p{N}]/u.test(folded.slice(at + wanted.length))) return true;
  return false;
}

async function assigned(tx: Transaction, { projectId, type, data }: ProjectEvent): Promise<Notice[]> {
  const { language, fields } = data as { language?: string; fields?: readonly string[] };
  if (!language) return [];
  const [row] = await tx
    .select({ translatorId: projectLanguages.translatorId, reviewerId: projectLanguages.reviewerId })
    .from(projectLanguages)
    .where(and(eq(projectLanguages.projectId, projectId), eq(projectLanguages.language, language)));
  if (!row) return [];
  const isNew = (field: "translatorId" | "reviewerId") => type !== "project.updated" || fields?.includes(field);
  const to = (["translatorId", "reviewerId"] as const).filter(isNew).map((field) => row[field]);
  return [{ kind: "assigned", to, data: { language } }];
}

/** Everyone who works on a project, and the person who created it. */
export async function responsibleFor(tx: Transaction, projectId: string): Promise<(string | null)[]> {
  const rows = await tx
    .select({ translatorId: projectLanguages.translatorId, reviewerId: projectLanguages.reviewerId })
    .from(projectLanguages)
    .where(eq(projectLanguages.projectId, projectId));
  const [project] = await tx.select({ id: projects.createdBy }).from(projects).where(eq(projects.id, projectId));
  return [project?.id ?? null, ...rows.flatMap(({ translatorId, reviewerId }) => [translatorId, reviewerId])];
}

async function exported(tx: Transaction, { data }: ProjectEvent, kind: "export_ready" | "failed"): Promise<Notice[]> {
  const [row] = await tx
    .select({ id: projectExports.createdBy })
    .from(projectExports)
    .where(eq(projectExports.id, String(data.exportId)));
  return [{ kind, to: [row?.id ?? null], toActorToo: true }];
}

async function documentFailed(tx: Transaction, { data }: ProjectEvent): Promise<Notice[]> {
  const { document } = data as { document?: { id?: string } };
  const [row] = await tx
    .select({ id: documents.createdBy })
    .from(documents)
    .where(eq(documents.id, document?.id ?? ""));
  return [{ kind: "failed", to: [row?.id ?? null], toActorToo: true }];
}
