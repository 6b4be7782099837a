import { closeDatabase } from "@/db/client";
import { startBackground } from "./background";
import { closeEngines } from "./engines/registry";
import { flushUsage } from "./limits/usage";
import { log } from "./log";
import { warmUp } from "./translation/warm-up";

/** `npm run worker`: runs jobs beside the server, on this host or another, until it is told to stop. */
const background = await startBackground();
await warmUp();
log.info("worker ready");

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, async () => {
    await background.stop();
    await flushUsage();
    await closeEngines();
    await closeDatabase();
    process.exit(0);
  });
}
