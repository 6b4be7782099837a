import { setTimeout } from "node:timers/promises";
import { describeError, log } from "@/lib/base/log";
import type { Runner } from "./runner";

const RETRY_MS = 1_000;

/**
 * Starts work that needs the database, and retries until the database answers: a process that starts while the database
 * is down must run jobs later. Errors are logged with the `name` of the work.
 */
export function keepStarting(name: string, start: () => Promise<Runner>, retryMs = RETRY_MS): Runner {
  const stopping = new AbortController();
  const attempt = async (): Promise<Runner | null> => {
    while (!stopping.signal.aborted) {
      try {
        return await start();
      } catch (error) {
        log.warn(describeError(error), `could not start ${name}; retrying`);
        await setTimeout(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return null;
  };
  const started = attempt();
  return {
    stop: async () => {
      stopping.abort();
      await (await started)?.stop();
    },
  };
}
