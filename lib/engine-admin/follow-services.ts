import { setTimeout } from "node:timers/promises";
import { sql } from "@/db/client";
import { replaceServices } from "@/lib/engines/registry";
import { describeError, log } from "@/lib/log";
import { serviceOf, storedServices } from "./stored-services";

/** Channel on which a change of the stored services is told to every process. */
export const SERVICES_CHANNEL = "dragoman_engine_services";

/** Milliseconds until a database that did not answer is asked again. */
const RETRY_MS = 5_000;

/**
 * Takes the stored services into use in this process, now and after each change in any process; whenever the connection to
 * the database is made anew, they are read again. Resolves once it listens.
 */
export async function followServices(): Promise<void> {
  const warn = (error: unknown): void => log.warn(describeError(error), "the stored services could not be read");
  const apply = (): void => void applyServices().catch(warn);
  for (;;) {
    try {
      await sql().listen(SERVICES_CHANNEL, apply, apply);
      return;
    } catch (error) {
      warn(error);
      await setTimeout(RETRY_MS, undefined, { ref: false });
    }
  }
}

/** One after another, so that what was read last is what holds. */
let applying: Promise<void> = Promise.resolve();

/** Reads the stored services and takes them into use. */
export function applyServices(): Promise<void> {
  const applied = applying.then(readAndReplace);
  applying = applied.catch(() => {});
  return applied;
}

async function readAndReplace(): Promise<void> {
  const rows = await storedServices();
  const services = rows.flatMap((row) => {
    const settings = row.enabled ? serviceOf(row) : null;
    // A key that cannot be read is shown to administrators; there is nothing to be had from asking with it.
    const version = JSON.stringify([row.kind, row.settings, row.key?.toString("base64")]);
    return settings ? [{ version, settings }] : [];
  });
  await replaceServices(services);
}
