import { poolLoads } from "@/db/client";
import type { Snapshot } from "./base/metrics";
import { documentLoad } from "./formats/sandbox/sandbox";
import { engineStates, within } from "./health";
import { queueByType } from "./work/jobs/queue";
import { deliveryBacklog } from "./work/webhooks/deliver";

/** The state of this process and of the shared queues, for the metrics. Waits at most two seconds for the database. */
export async function takeSnapshot(): Promise<Snapshot> {
  const asking = Promise.all([queueByType(), deliveryBacklog()]).then(([jobs, deliveries]) => ({ jobs, deliveries }));
  const queues = await within(asking, null);
  return { engines: engineStates(), documents: documentLoad(), pools: poolLoads(), queues };
}
