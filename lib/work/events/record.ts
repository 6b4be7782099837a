import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { events, projects } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import type { EventType } from "@/lib/schemas/events";
import { notify } from "@/lib/work/notifications/notify";
import { type Actor, actorNames } from "./actor";
import { fanOut } from "./fan-out";

export type NewEvent = {
  readonly accountId: string;
  readonly projectId: string | null;
  readonly type: EventType;
  readonly actor: Actor;
  /** Data for receivers. Webhooks filter by its `language`, if present. */
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Records an event in the transaction of its change, with its deliveries to the account's webhooks and its
 * notifications: they exist if and only if the change does. Adds the actor's name and, unless given, the project's state in this transaction.
 */
export async function recordEvent(tx: Transaction, event: NewEvent): Promise<void> {
  const { id, actorName } = await insertEvent(tx, event);
  await fanOut(tx, event.accountId, id);
  await notify(tx, { ...event, actor: { ...event.actor, name: actorName } });
}

/** Records an event without deliveries. */
export async function insertEvent(
  tx: Transaction,
  event: NewEvent,
): Promise<{ readonly id: string; readonly actorName: string | null }> {
  const id = newId("event");
  const actorName = await nameOf(tx, event);
  const project = event.projectId && !("project" in event.data) ? await projectOf(tx, event) : null;
  await tx.insert(events).values({
    id,
    accountId: event.accountId,
    projectId: event.projectId,
    type: event.type,
    actor: { ...event.actor, name: actorName },
    data: { ...(project ? { project } : {}), ...event.data },
  });
  return { id, actorName };
}

async function projectOf(tx: Transaction, { accountId, projectId }: NewEvent) {
  const [row] = await tx
    .select({
      id: sql<string>`coalesce(${projects.branchOf}, ${projects.id})`,
      externalId: projects.externalId,
      name: projects.name,
      status: projects.status,
      branch: projects.branch,
    })
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.id, projectId ?? "")));
  if (!row) return null;
  const { branch, ...project } = row;
  return branch === null ? project : { ...project, branch };
}

async function nameOf(tx: Transaction, { accountId, actor: { id } }: NewEvent): Promise<string | null> {
  return id === null ? null : ((await actorNames(tx, accountId, [id])).get(id) ?? null);
}
