import type { Transaction } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";
import { keepProjectOpen } from "@/lib/projects/change/change-project";
import { actorOf } from "@/lib/work/events/actor";
import { sendRecheck } from "@/lib/work/jobs/recheck";

/** Queues a check of all translations of a project and returns its job. Throws 404, and 409 for an inactive project. */
export async function recheckProject(caller: Caller, projectId: string, tx: Transaction): Promise<string> {
  const { accountId } = caller;
  await keepProjectOpen(tx, accountId, projectId);
  return sendRecheck(tx, { accountId, projectId, createdBy: actorOf(caller).id });
}
