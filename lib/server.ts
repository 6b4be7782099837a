import { channel } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import { openDoor } from "./api/door";
import { declared } from "./api/resources";
import { PEER_HEADER } from "./auth/client-address";
import { startBackground } from "./background";
import { followServices } from "./engine-admin/follow-services";
import { modelJob, modelJobType } from "./engine-admin/model-job";
import { modelStore } from "./engines/bergamot/installation";
import { env } from "./env";
import { startDraining } from "./health";
import { startRunner } from "./jobs/runner";
import { flushUsage } from "./limits/usage";
import { describeError, log } from "./log";
import { warmUp } from "./translation/warm-up";

/** Once per server process: measures, engines, jobs and an orderly end. */
export async function startServer(): Promise<void> {
  prepareRequests();
  // Models are for this process to translate with, so it fetches them itself also where other processes run the jobs.
  const background = [
    ...(env().JOBS === "inline" ? [startBackground()] : []),
    modelJobType().then((type) => startRunner({ [type]: modelJob }, 1)),
  ];
  for (const started of background)
    started.catch((error) => log.error(describeError(error), "jobs could not be started"));
  void followServices();
  warmUp().catch((error) => log.warn(describeError(error), "the engines could not be warmed up"));
  installModels().catch((error) => log.warn(describeError(error), "models could not be installed"));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      startDraining();
      // Next answers what has begun and then ends the process, and the engines' programs end with it. Meanwhile running
      // jobs go back into the queue, and what the last requests used is written down.
      for (const started of background) void started.then((runner) => runner.stop()).catch(() => {});
      setInterval(() => void flushUsage().catch(() => {}), 200).unref();
    });
  }
}

/** Fetches the models of `DRAGOMAN_MODELS` that are not there yet, one after another, while the server works without them. */
async function installModels(): Promise<void> {
  const wanted = env().DRAGOMAN_MODELS;
  if (wanted.length === 0) return;
  const { models } = await modelStore().list();
  for (const pair of wanted) {
    if (models.some((model) => model.pair === pair && model.installed)) continue;
    await modelStore()
      .install(pair)
      .then(
        () => log.info({ pair }, "model installed"),
        (error) =>
          log.warn({ pair, ...describeError(error) }, "a model could not be installed; the next start tries again"),
      );
  }
}

/**
 * Looks at each request before Next does. The socket's address goes into a header that no client can forge, for Next
 * itself believes X-Forwarded-For. An address that cannot be decoded is one of no page: Next would answer it in HTML.
 */
function prepareRequests(): void {
  // While one develops, Next answers everything: it loads changed routes anew.
  let isOpen = process.env.NODE_ENV !== "production";
  channel("http.server.request.start").subscribe((message) => {
    const { request, server } = message as { request: IncomingMessage; server: Server };
    if (!isOpen) openDoor(server, declared);
    isOpen = true;
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
    if (!isDecodable(request.url ?? "")) request.url = UNKNOWN_ADDRESS;
  });
}

const UNKNOWN_ADDRESS = "/api/v1/unknown";

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0]!);
    return true;
  } catch {
    return false;
  }
}
