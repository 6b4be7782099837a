import { listen } from "@/db/client";
import { describeError, log } from "@/lib/base/log";

/** NOTIFY wakes the loop at once; the timer finds work that became due, lost leases and missed notifications. */
const POLL_MS = 1_000;

type Source<Work extends { readonly id: string }> = {
  /** Name of the queue in the log. */
  readonly name: string;
  /** The channel that announces new work. */
  readonly channel: string;
  /** Maximum pieces of work in progress. */
  readonly concurrency: number;
  /** Claims the next piece of work, given those in progress in this process; null if none is due. */
  readonly claim: (underWay: Iterable<Work>) => Promise<Work | null>;
  /** Does the claimed work; must not throw. */
  readonly work: (claimed: Work) => Promise<void>;
};

/**
 * Claims and does queued work until stopped. Any number of loops may run, in any processes, if `claim` never returns
 * the same work twice.
 *
 * @returns a function that stops the loop and waits for running work without aborting it
 */
export async function startClaiming<Work extends { readonly id: string }>(
  source: Source<Work>,
): Promise<{ readonly stop: () => Promise<void> }> {
  const { name, channel, concurrency, claim, work } = source;
  const underWay = new Map<string, { readonly claimed: Work; readonly done: Promise<void> }>();
  let stopping = false;
  let again = false;
  let round: Promise<void> | null = null;

  const claimAll = async (): Promise<void> => {
    do {
      again = false;
      while (!stopping && underWay.size < concurrency) {
        const claimed = await claim([...underWay.values()].map((one) => one.claimed));
        if (!claimed) break;
        start(claimed);
      }
    } while (again && !stopping);
  };

  const wake = (): void => {
    again = true;
    round ??= claimAll()
      .catch((error) => log.warn(describeError(error), `${name} could not be read; retrying`))
      .finally(() => {
        round = null;
        if (again) wake();
      });
  };

  const start = (claimed: Work): void => {
    const done = work(claimed).finally(() => {
      underWay.delete(claimed.id);
      wake();
    });
    underWay.set(claimed.id, { claimed, done });
  };

  const subscription = await listen(channel, wake, wake);
  const timer = setInterval(wake, POLL_MS);
  wake();

  return {
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await round;
      await Promise.all([...underWay.values()].map(({ done }) => done));
      await subscription.unlisten().catch(() => {});
    },
  };
}
