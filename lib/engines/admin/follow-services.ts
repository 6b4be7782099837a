import { replaceServices } from "@/lib/engines/registry";
import { storedQualities } from "./engine-quality";
import { followChannel } from "./follow-channel";
import { serviceOf, storedServices } from "./stored-services";

/** PostgreSQL channel that announces changes of the stored services to every process. */
export const SERVICES_CHANNEL = "dragoman_engine_services";

/**
 * Loads the stored services into this process, now and after each change in any process. Resolves once it is listening;
 * never rejects.
 */
export function followServices(): Promise<void> {
  return followChannel(SERVICES_CHANNEL, applyServices, "could not read the stored services");
}

/** Changes are applied one after another, so that the newest state is applied last. */
let applying: Promise<void> = Promise.resolve();

/** Reads the stored services and replaces the engines that they configure. */
export function applyServices(): Promise<void> {
  const applied = applying.then(readAndReplace);
  applying = applied.catch(() => {});
  return applied;
}

async function readAndReplace(): Promise<void> {
  const [rows, qualities] = await Promise.all([storedServices(), storedQualities()]);
  const services = rows.flatMap((row) => {
    const settings = row.enabled ? serviceOf(row) : null;
    // A service whose key cannot be decrypted is shown to administrators but not used.
    const version = JSON.stringify([row.kind, row.settings, row.key?.toString("base64")]);
    return settings ? [{ version, settings }] : [];
  });
  await replaceServices(services, qualities);
}
