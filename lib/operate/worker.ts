import { closeDatabase } from "@/db/client";
import { watchDatabase } from "@/db/watch";
import { log } from "@/lib/base/log";
import { startTracing, stopTracing } from "@/lib/base/tracing/start-tracing";
import { followServices } from "@/lib/engines/admin/follow-services";
import { followModelsForbidden } from "@/lib/engines/admin/models-forbidden";
import { closeEngines } from "@/lib/engines/registry";
import { flushUsage } from "@/lib/identity/quota/usage";
import { warmUp } from "@/lib/translation/languages";
import { startBackground } from "./background";
import { logDatabase } from "./database-log";
import { startDraining } from "./health";
import { serveWorkerHealth } from "./worker-server";

/** `npm run worker`: runs jobs on this or another machine until it is stopped. */
await startTracing();
const background = startBackground();
const stopWatching = watchDatabase(logDatabase);
let stopping = false;

// A Ctrl-C in a terminal arrives twice, from the terminal and from the launcher, and must stop the worker once.
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void stop().then(() => process.exit(0));
  });
}

const health = await serveWorkerHealth();
await Promise.all([followServices(), followModelsForbidden()]);
await warmUp();
log.info("worker ready");

async function stop(): Promise<void> {
  startDraining();
  await background.stop();
  health?.close();
  await flushUsage();
  await closeEngines();
  stopWatching();
  await closeDatabase();
  await stopTracing();
}
