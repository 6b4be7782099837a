import { setTimeout } from "node:timers/promises";
import { listen } from "@/db/client";
import { describeError, log } from "@/lib/base/log";

/** Milliseconds before a failed database connection is tried again. */
const RETRY_MS = 5_000;

/**
 * Calls `apply` now, after each notification on a PostgreSQL channel from any process, and after a reconnect. Resolves
 * once it is listening. Never rejects: errors are logged with the message `fault`.
 */
export async function followChannel(channel: string, apply: () => Promise<void>, fault: string): Promise<void> {
  const warn = (error: unknown): void => log.warn(describeError(error), fault);
  const run = (): void => void apply().catch(warn);
  for (;;) {
    try {
      await listen(channel, run, run);
      return;
    } catch (error) {
      warn(error);
      await setTimeout(RETRY_MS, undefined, { ref: false });
    }
  }
}
