import { env } from "@/lib/env";
import { DELIVERIES_CHANNEL } from "@/lib/events/fan-out";
import { startClaiming } from "@/lib/jobs/claim-loop";
import { describeError, log } from "@/lib/log";
import { type Claim, claimDelivery, deliver, releaseDelivery } from "./deliver";
import type { PostOptions } from "./post";

export type Sender = { readonly stop: () => Promise<void> };

/** Deliveries that one process has under way at once. */
const CONCURRENCY = 16;
/** Of one webhook: a slow receiver must not take the places of the others. */
const CONCURRENCY_OF_ONE = 4;

/** Sends what is due to webhooks until it is stopped. Any number of senders in any processes may run at once. */
export async function startSender(
  options: Pick<PostOptions, "allowPrivate"> & Partial<PostOptions> = { allowPrivate: env().WEBHOOK_ALLOW_PRIVATE },
): Promise<Sender> {
  const abort = new AbortController();
  const loop = await startClaiming<Claim>({
    name: "the queue of deliveries",
    channel: DELIVERIES_CHANNEL,
    concurrency: CONCURRENCY,
    claim: (underWay) => claimDelivery(busy(underWay)),
    work: (claim) => run(claim, { ...options, signal: abort.signal }),
  });
  return {
    stop: async () => {
      abort.abort();
      await loop.stop();
    },
  };
}

/** The webhooks that have as much under way as one may have. */
function busy(underWay: Iterable<Claim>): string[] {
  const counts = new Map<string, number>();
  for (const { webhookId } of underWay) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return [...counts].filter(([, n]) => n >= CONCURRENCY_OF_ONE).map(([id]) => id);
}

async function run(claim: Claim, options: PostOptions): Promise<void> {
  try {
    await deliver(claim, options);
  } catch (error) {
    // Only what the stop broke off goes back at once; after any other fault the lease is the pause before another try.
    if (options.signal.aborted) await releaseDelivery(claim).catch(() => {});
    else log.error({ delivery: claim.id, ...describeError(error) }, "a delivery could not be made");
  }
}
