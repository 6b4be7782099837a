import type { Transaction } from "@/db/client";
import type { Caller } from "@/lib/auth/caller";
import { type Actor, actorOf } from "@/lib/events/actor";
import { deriveStatus } from "./derive-status";
import { lockProject, type ProjectTarget } from "./lock";
import { ProjectChange } from "./project-change";

/**
 * The only way to change what a project holds: locks its row until the transaction ends, so that changes of one project
 * follow one another; does the work; then derives the status of its languages and its own from the counters, once. Work that
 * touches nothing leaves the project's version as it was.
 *
 * Throws 404, and 409 for a project that is archived or cancelled, unless the target allows it.
 */
export async function changeProject<Result>(
  tx: Transaction,
  target: ChangeTarget,
  work: (change: ProjectChange) => Promise<Result>,
): Promise<Result> {
  const change = new ProjectChange(tx, await lockProject(tx, target), target.actor);
  const result = await work(change);
  await deriveStatus(change);
  return result;
}

/**
 * As `changeProject`, for requests that people wait for: `read` gives the answer while the status is derived, and so must not
 * depend on it.
 */
export async function changeProjectAndRead<Result, Answer>(
  tx: Transaction,
  target: ChangeTarget,
  work: (change: ProjectChange) => Promise<Result>,
  read: (result: Result) => Promise<Answer>,
): Promise<Answer> {
  const change = new ProjectChange(tx, await lockProject(tx, target), target.actor);
  const result = await work(change);
  const [answer] = await Promise.all([read(result), deriveStatus(change)]);
  return answer;
}

type ChangeTarget = ProjectTarget & { readonly actor: Actor };

/** As `changeProject` says who changes a project of their account. */
export function asCaller(caller: Caller): { readonly accountId: string; readonly actor: Actor } {
  return { accountId: caller.accountId, actor: actorOf(caller) };
}

/**
 * Keeps a project as it is until the transaction ends, for work that is queued for it. Throws 404, and 409 for a project that
 * is archived or cancelled.
 */
export async function keepProjectOpen(tx: Transaction, accountId: string, projectId: string): Promise<void> {
  await lockProject(tx, { accountId, projectId });
}
