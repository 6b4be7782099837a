import { sql } from "@/db/client";
import { describeError, log } from "@/lib/log";

/** NOTIFY wakes at once; the timer finds what was due later, lost leases, and what a lost connection did not hear. */
const POLL_MS = 1_000;

type Source<Work extends { readonly id: string }> = {
  /** What to call the place where the work waits, in the log. */
  readonly name: string;
  /** The channel whose notices say that work may wait. */
  readonly channel: string;
  /** Pieces of work that are done at once. */
  readonly concurrency: number;
  /** Takes the next piece for this process, knowing what it has under way; null when none is due. */
  readonly claim: (underWay: Iterable<Work>) => Promise<Work | null>;
  /** Does it; must not throw. */
  readonly work: (claimed: Work) => Promise<void>;
};

/**
 * Claims and does what waits in the database until it is stopped. Any number of loops in any processes may run at once, as
 * far as their `claim` keeps them apart.
 *
 * @returns what ends the loop, once that which is under way has ended; it breaks nothing off
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
      .catch((error) => log.warn(describeError(error), `${name} could not be read; trying again`))
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

  const subscription = await sql().listen(channel, wake, wake);
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
