import type { Transaction } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";
import { keepProjectOpen } from "@/lib/projects/change/change-project";
import { actorOf } from "@/lib/work/events/actor";
import { sendRecheck } from "@/lib/work/jobs/recheck";

/** Queues a job that checks all translations of a project. Throws 404, and 409 for an inactive project. */
export async function recheckProject(caller: Caller, projectId: string, tx: Transaction): Promise<string> {
  const { accountId } = caller;
  await keepProjectOpen(tx, accountId, projectId);
  return sendRecheck(tx, { accountId, projectId, createdBy: actorOf(caller).id });
}
