import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { DELIVERIES_CHANNEL } from "@/lib/work/events/fan-out";
import { startClaiming } from "@/lib/work/jobs/claim-loop";
import { type Busy, type Claim, claimDelivery, deliver, releaseDelivery } from "./deliver";
import type { PostOptions } from "./post";

export type Sender = { readonly stop: () => Promise<void> };

/** Concurrent deliveries per process. */
const CONCURRENCY = 16;
/** Maximum per webhook, so that a slow receiver does not occupy all slots. */
const OF_WEBHOOK = 4;
/** Maximum per account, because an account may have many slow receivers. */
const OF_ACCOUNT = 8;

/** Sends due deliveries until stopped. Any number of senders may run, in any processes. */
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

function busy(underWay: Iterable<Claim>): Busy {
  const claims = [...underWay];
  return {
    webhooks: atLeast(
      OF_WEBHOOK,
      claims.map((claim) => claim.webhookId),
    ),
    accounts: atLeast(
      OF_ACCOUNT,
      claims.map((claim) => claim.accountId),
    ),
  };
}

/** Ids that occur at least `least` times. */
function atLeast(least: number, ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, n]) => n >= least).map(([id]) => id);
}

async function run(claim: Claim, options: PostOptions): Promise<void> {
  try {
    await deliver(claim, options);
  } catch (error) {
    // Only deliveries interrupted by the stop are released at once; after other errors, the lease delays the retry.
    if (options.signal.aborted) await releaseDelivery(claim).catch(() => {});
    else log.error({ delivery: claim.id, ...describeError(error) }, "webhook delivery failed");
  }
}
