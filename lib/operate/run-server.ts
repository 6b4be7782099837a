import type { RequestListener } from "node:http";
import { setTimeout } from "node:timers/promises";
import { watchDatabase } from "@/db/watch";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { startTracing, stopTracing } from "@/lib/base/tracing/start-tracing";
import { followServices } from "@/lib/engines/admin/follow-services";
import { modelJob, modelJobType } from "@/lib/engines/admin/model-job";
import { followModelsForbidden } from "@/lib/engines/admin/models-forbidden";
import { modelStore } from "@/lib/engines/bergamot/installation";
import { modelFetcher } from "@/lib/engines/models/installation";
import { createHttpServer, drain } from "@/lib/http/server/http-server";
import { startPages } from "@/lib/http/server/pages";
import { nameIssuer } from "@/lib/identity/accounts/identities";
import { flushUsage } from "@/lib/identity/quota/usage";
import { closeStreams } from "@/lib/projects/realtime/stream";
import { warmUp } from "@/lib/translation/languages";
import { keepStarting } from "@/lib/work/jobs/keep-starting";
import { type Runner, startRunner } from "@/lib/work/jobs/runner";
import { startBackground } from "./background";
import { logDatabase } from "./database-log";
import { startDraining } from "./health";

export type RunningServer = {
  /** Replaces the dispatcher; in development, when the API's code has changed. */
  readonly use: (createDispatcher: CreateDispatcher) => void;
};

export type CreateDispatcher = (pages: RequestListener) => RequestListener;

/** Starts this process's server, engines and jobs, and shuts down gracefully on SIGTERM and SIGINT. */
export async function runServer(
  createDispatcher: CreateDispatcher,
  { host, port, dev }: { host: string; port: number; dev: boolean },
): Promise<RunningServer> {
  await startTracing();
  await nameIssuer();
  const pages = startPages({ hostname: host, port, dev });
  let dispatch = createDispatcher(pages.answer);
  const server = createHttpServer((request, response) => dispatch(request, response));
  // In production, a request to upgrade the protocol is answered like any other (RFC 9110, 7.8).
  if (dev) server.on("upgrade", pages.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const stopWatching = watchDatabase(logDatabase);
  const background = startWork();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, async () => {
      startDraining();
      // Requeues running jobs while the last requests are answered.
      const stopping = background.map((runner) => runner.stop());
      if (!dev) await drain(server, setTimeout(env().DRAIN_DELAY * 1_000).then(closeStreams));
      await Promise.allSettled([...stopping, flushUsage(), pages.close()]);
      await stopTracing();
      stopWatching();
      process.exit(0);
    });
  }
  await pages.ready;
  return {
    use: (create) => {
      dispatch = create(pages.answer);
    },
  };
}

/** Starts background work. */
function startWork(): readonly Runner[] {
  // This process translates with the models, so it installs them even if other processes run the jobs.
  const runners = [
    ...(env().JOBS === "inline" ? [startBackground()] : []),
    keepStarting("model installations", async () => startRunner({ [await modelJobType()]: modelJob }, 1)),
  ];
  void followServices();
  void followModelsForbidden();
  warmUp().catch((error) => log.warn(describeError(error), "could not warm up the engines"));
  installModels().catch((error) => log.warn(describeError(error), "could not install models"));
  return runners;
}

/** Installs the missing models of `DRAGOMAN_MODELS` one after another, while the server runs without them. */
async function installModels(): Promise<void> {
  const setting = env().DRAGOMAN_MODELS;
  if (setting === "auto" && !env().MODELS_OFFLINE) await modelFetcher().check();
  if (typeof setting === "string" || setting.length === 0) return;
  const { models } = await modelStore().list();
  for (const pair of setting) {
    if (models.some((model) => model.pair === pair && model.installed)) continue;
    await modelStore()
      .install(pair)
      .then(
        () => log.info({ pair }, "model installed"),
        (error) => log.warn({ pair, ...describeError(error) }, "could not install a model; the next start retries"),
      );
  }
}
