import { poolLoads } from "@/db/client";
import type { Snapshot } from "@/lib/base/metrics";
import { documentLoad } from "@/lib/formats/sandbox/sandbox";
import { queueByType } from "@/lib/work/jobs/queue";
import { deliveryBacklog } from "@/lib/work/webhooks/deliver";
import { engineStates, within } from "./health";

/** The state of this process and of the shared queues, for the metrics. Waits at most two seconds for the database. */
export async function takeSnapshot(): Promise<Snapshot> {
  const asking = Promise.all([queueByType(), deliveryBacklog()]).then(([jobs, deliveries]) => ({ jobs, deliveries }));
  const queues = await within(asking, null);
  return { engines: engineStates(), documents: documentLoad(), pools: poolLoads(), queues };
}
