import { channel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { PEER_HEADER } from "./auth/client-address";
import { startBackground } from "./background";
import { closeEngines } from "./engines/registry";
import { env } from "./env";
import { startDraining } from "./health";
import { flushUsage } from "./limits/usage";
import { describeError, log } from "./log";
import { warmUp } from "./translation/warm-up";

/** Once per server process: measures, engines, jobs and an orderly end. */
export async function startServer(): Promise<void> {
  noteClientAddresses();
  const background = env().JOBS === "inline" ? startBackground() : null;
  background?.catch((error) => log.error(describeError(error), "jobs could not be started"));
  warmUp().catch((error) => log.warn(describeError(error), "the engines could not be warmed up"));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      startDraining();
      // Next drains the requests; meanwhile running jobs go back into the queue.
      void Promise.allSettled([background?.then((runner) => runner.stop()), flushUsage()]).then(() => closeEngines());
    });
  }
}

/** Puts the socket's address on each request, where no client can forge it: Next itself believes X-Forwarded-For. */
function noteClientAddresses(): void {
  channel("http.server.request.start").subscribe((message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
  });
}
