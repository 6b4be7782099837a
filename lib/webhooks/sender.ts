import { sql } from "@/db/client";
import { env } from "@/lib/env";
import { DELIVERIES_CHANNEL } from "@/lib/events/fan-out";
import { describeError, log } from "@/lib/log";
import { type Claim, claimDelivery, deliver, releaseDelivery } from "./deliver";
import type { PostOptions } from "./post";

export type Sender = { readonly stop: () => Promise<void> };

/** Deliveries that one process has under way at once. */
const CONCURRENCY = 16;
/** Of one webhook: a slow receiver must not take the places of the others. */
const CONCURRENCY_OF_ONE = 4;
/** NOTIFY wakes at once; the timer finds what was due later, lost leases, and what a lost connection did not hear. */
const POLL_MS = 1_000;

/** Sends what is due to webhooks until it is stopped. Any number of senders in any processes may run at once. */
export async function startSender(
  options: Pick<PostOptions, "allowPrivate"> & Partial<PostOptions> = { allowPrivate: env().WEBHOOK_ALLOW_PRIVATE },
): Promise<Sender> {
  const running = new Map<string, { claim: Claim; done: Promise<void> }>();
  const abort = new AbortController();
  let claiming = false;
  let again = false;

  const fill = async (): Promise<void> => {
    if (claiming) {
      again = true;
      return;
    }
    claiming = true;
    try {
      do {
        again = false;
        while (!abort.signal.aborted && running.size < CONCURRENCY) {
          const claim = await claimDelivery(busy(running.values()));
          if (!claim) break;
          start(claim);
        }
      } while (again && !abort.signal.aborted);
    } catch (error) {
      log.warn(describeError(error), "the deliveries could not be read; trying again");
    } finally {
      claiming = false;
    }
  };

  const start = (claim: Claim): void => {
    const done = run(claim, { ...options, signal: abort.signal }).finally(() => {
      running.delete(claim.id);
      void fill();
    });
    running.set(claim.id, { claim, done });
  };

  const subscription = await sql().listen(
    DELIVERIES_CHANNEL,
    () => void fill(),
    () => void fill(),
  );
  const timer = setInterval(() => void fill(), POLL_MS);
  void fill();

  return {
    stop: async () => {
      abort.abort();
      clearInterval(timer);
      await Promise.all([...running.values()].map(({ done }) => done));
      await subscription.unlisten().catch(() => {});
    },
  };
}

function busy(running: Iterable<{ readonly claim: Claim }>): string[] {
  const counts = new Map<string, number>();
  for (const { claim } of running) counts.set(claim.webhookId, (counts.get(claim.webhookId) ?? 0) + 1);
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
