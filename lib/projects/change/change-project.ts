import type { Transaction } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";
import { type Actor, actorOf } from "@/lib/work/events/actor";
import { deriveStatus } from "./derive-status";
import { lockProject, type ProjectTarget } from "./lock";
import { ProjectChange } from "./project-change";

/**
 * The only way to change the contents of a project: locks its row until the transaction ends, which serialises changes
 * of a project; runs the work; then derives the status of its languages and its own from the counters, once. Work that
 * touches nothing keeps the project's version.
 * Throws 404, and 409 for an archived or cancelled project, unless the target allows it.
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
 * `changeProject` for interactive requests: `read` builds the response while the status is derived, and so must not
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

/** The caller in the form that `changeProject` takes. */
export function asCaller(caller: Caller): { readonly accountId: string; readonly actor: Actor } {
  return { accountId: caller.accountId, actor: actorOf(caller) };
}

/**
 * Keeps a project open until the transaction ends, for work queued for it. Throws 404, and 409 for an archived or
 * cancelled project.
 */
export async function keepProjectOpen(tx: Transaction, accountId: string, projectId: string): Promise<void> {
  await lockProject(tx, { accountId, projectId });
}
