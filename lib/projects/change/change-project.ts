import type { Transaction } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";
import { type Actor, actorOf } from "@/lib/work/events/actor";
import { deriveStatus } from "./derive-status";
import { lockProject, type ProjectTarget } from "./lock";
import { ProjectChange } from "./project-change";

/**
 * All changes of a project's contents go through this function. It locks the project's row until the transaction ends,
 * so that changes of a project run one after another; runs the work; then derives the status of the project and its
 * languages from the counters, once. Work without changes leaves the project's version unchanged. Throws 404, and 409
 * for an archived or cancelled project, unless the target allows it.
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
 * Like `changeProject`, for interactive requests: `read` builds the response while the status is being derived, so it
 * must not depend on the status.
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

/** The caller in the form that `changeProject` needs. */
export function asCaller(caller: Caller): { readonly accountId: string; readonly actor: Actor } {
  return { accountId: caller.accountId, actor: actorOf(caller) };
}

/**
 * Locks a project so that it stays open until the transaction ends, for queueing work for it. Throws 404, and 409 for
 * an archived or cancelled project.
 */
export async function keepProjectOpen(tx: Transaction, accountId: string, projectId: string): Promise<void> {
  await lockProject(tx, { accountId, projectId });
}
