import { setTimeout } from "node:timers/promises";
import { listen } from "@/db/client";
import { replaceServices } from "@/lib/engines/registry";
import { describeError, log } from "@/lib/log";
import { serviceOf, storedServices } from "./stored-services";

/** PostgreSQL channel that announces changes of the stored services to every process. */
export const SERVICES_CHANNEL = "dragoman_engine_services";

/** Milliseconds before a database that did not answer is asked again. */
const RETRY_MS = 5_000;

/**
 * Loads the stored services into this process, now and after each change in any process; reloads them after a
 * reconnect. Resolves once it listens.
 */
export async function followServices(): Promise<void> {
  const warn = (error: unknown): void => log.warn(describeError(error), "could not read the stored services");
  const apply = (): void => void applyServices().catch(warn);
  for (;;) {
    try {
      await listen(SERVICES_CHANNEL, apply, apply);
      return;
    } catch (error) {
      warn(error);
      await setTimeout(RETRY_MS, undefined, { ref: false });
    }
  }
}

/** Applied one after another, so that the newest state wins. */
let applying: Promise<void> = Promise.resolve();

/** Reads the stored services and replaces the engines that they configure. */
export function applyServices(): Promise<void> {
  const applied = applying.then(readAndReplace);
  applying = applied.catch(() => {});
  return applied;
}

async function readAndReplace(): Promise<void> {
  const rows = await storedServices();
  const services = rows.flatMap((row) => {
    const settings = row.enabled ? serviceOf(row) : null;
    // A service whose key cannot be read is listed for administrators but not used.
    const version = JSON.stringify([row.kind, row.settings, row.key?.toString("base64")]);
    return settings ? [{ version, settings }] : [];
  });
  await replaceServices(services);
}
