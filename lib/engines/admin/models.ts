import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { and, desc, eq, inArray, sql as raw } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { env } from "@/lib/base/env";
import { AppError, invalidRequest, notFound, unavailable } from "@/lib/base/errors";
import { modelStore } from "@/lib/engines/bergamot/installation";
import { isPinned } from "@/lib/engines/bergamot/models/installed";
import { filesOf } from "@/lib/engines/bergamot/models/manifest";
import { isModelError } from "@/lib/engines/bergamot/models/model-error";
import { LICENSE, type ModelStatus } from "@/lib/engines/bergamot/models/store";
import { modelFetcher } from "@/lib/engines/models/installation";
import type { Caller } from "@/lib/identity/auth/caller";
import type { ImportedModels, Model, ModelInstallation, ModelInstallationList, ModelList } from "@/lib/schemas/engines";
import { cancelJob, sendJob } from "@/lib/work/jobs/queue";
import { modelDemand } from "./model-demand";
import { modelJobType } from "./model-job";

/** Every model that is or can be installed, with the running installations. */
export async function listModels(): Promise<z.input<typeof ModelList>> {
  const [{ models, offline }, installations, demand] = await Promise.all([
    modelStore().list(),
    latestInstallations(),
    modelDemand(),
  ]);
  const { DRAGOMAN_MODELS, MODELS_OFFLINE, MODELS_SOURCE } = env();
  const fetcher = modelFetcher();
  const fetched = models.flatMap(({ installed }) => (installed && !isPinned(installed) ? filesOf(installed.set) : []));
  return {
    models: models.map((model) => view(model, installations)),
    isOffline: offline,
    isTurnedOff: MODELS_OFFLINE,
    source: MODELS_SOURCE,
    demand,
    onDemand: {
      isConfigured: DRAGOMAN_MODELS === "auto" && !MODELS_OFFLINE,
      isForbidden: fetcher.isForbidden,
      queue: [...fetcher.queue()],
      failed: fetcher.failed.filter(({ pair }) => !models.find((model) => model.pair === pair)?.installed),
      diskBytes: fetcher.diskBytes,
      usedBytes: fetched.reduce((sum, { size }) => sum + size, 0),
    },
  };
}

/**
 * Installs models, or newer versions, one after another in the background. Downloads are jobs, so they continue after a
 * restart. A pair in progress is not started again. Throws 404 for a pair that no source offers, and 503 without a
 * connection.
 */
export async function installModels(
  caller: Caller,
  pairs: readonly string[],
): Promise<z.input<typeof ModelInstallationList>> {
  const { models, offline } = await modelStore().list();
  if (offline) throw offlineError();
  const offered = new Set(models.flatMap(({ pair, offered }) => (offered ? [pair] : [])));
  if (!pairs.every((pair) => offered.has(pair))) throw notFound("model");
  const wanted = [...new Set(pairs)];
  const type = await modelJobType();
  await db().transaction(async (tx) => {
    // Serialises requests of two administrators, so that only one download starts.
    await tx.execute(raw`select pg_advisory_xact_lock(hashtext(${type}))`);
    const underWay = await tx
      .select({ payload: jobs.payload })
      .from(jobs)
      .where(and(eq(jobs.type, type), inArray(jobs.state, ["queued", "running"])));
    const begun = new Set(underWay.map(({ payload }) => payload.pair));
    for (const pair of wanted.filter((pair) => !begun.has(pair)))
      await sendJob(tx, { accountId: caller.accountId, type, payload: { pair } });
  });
  const installations = await latestInstallations();
  return { installations: wanted.flatMap((pair) => installations.get(pair) ?? []) };
}

/** Stops an installation, or removes a failed one, including its partial download. Throws 404. */
export async function cancelInstallation(id: string): Promise<void> {
  const type = await modelJobType();
  const job = await db().transaction(async (tx) => {
    const [job] = await tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.id, id), eq(jobs.type, type), inArray(jobs.state, ["queued", "running", "failed"])));
    if (!job) throw notFound("installation");
    if (job.state === "failed") await tx.delete(jobs).where(eq(jobs.id, id));
    else await cancelJob(tx, job.accountId, id);
    return job;
  });
  // A running job deletes its own files. A download that another process works on belongs to that process.
  if (job.state !== "running")
    await modelStore()
      .discard(String(job.payload.pair))
      .catch((error) => {
        if (!(isModelError(error) && error.code === "busy")) throw error;
      });
}

/**
 * Removes the models of a pair, whose texts are then translated by other routes. Throws 404, and 409 while the pair is
 * being installed.
 */
export async function removeModel(pair: string): Promise<void> {
  const removed = await modelStore().remove(pair).catch(asAppError);
  if (!removed) throw notFound("model");
  modelFetcher().removed(pair);
}

/** Installs all models in a folder of this machine. Throws 400 if there are none, 422 for files that are no models. */
export async function importModels(folder: string): Promise<z.input<typeof ImportedModels>> {
  if (!path.isAbsolute(folder))
    throw invalidRequest([
      {
        path: "folder",
        code: "format",
        reason: "folder_not_absolute",
        message: "Enter the absolute path of the folder.",
      },
    ]);
  return modelStore().importFolder(folder).catch(asAppError);
}

/**
 * Installs models from files that `receive` writes into a folder, for servers without internet access. Throws as {@link
 * importModels}.
 */
export async function importUpload(
  receive: (folder: string) => Promise<void>,
): Promise<z.input<typeof ImportedModels>> {
  const folder = await mkdtemp(path.join(/* turbopackIgnore: true */ env().DATA_DIR, "upload-"));
  try {
    await receive(folder);
    return await modelStore().importFolder(folder).catch(asUploadError);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** For each pair, the newest installation that is queued, running or failed. */
async function latestInstallations(): Promise<ReadonlyMap<string, z.input<typeof ModelInstallation>>> {
  const pair = raw<string>`${jobs.payload}->>'pair'`;
  const rows = await db()
    .selectDistinctOn([pair], { job: jobs, pair })
    .from(jobs)
    .where(eq(jobs.type, await modelJobType()))
    .orderBy(pair, desc(jobs.id));
  const shown = rows.flatMap(({ job, pair }) => {
    const { id, state, progressDone: bytesDone, progressTotal: bytesTotal, error } = job;
    if (state !== "queued" && state !== "running" && state !== "failed") return [];
    return [[pair, { id, state, bytesDone, bytesTotal, error: state === "failed" ? error : null }] as const];
  });
  return new Map(shown);
}

function view(
  { pair, source, target, installed, offered, hasUpdate }: ModelStatus,
  installations: ReadonlyMap<string, z.input<typeof ModelInstallation>>,
): z.input<typeof Model> {
  return {
    pair,
    source,
    target,
    installed: installed && {
      version: installed.version,
      architecture: installed.architecture,
      license: installed.license,
      origin: installed.origin,
      bytes: filesOf(installed.set).reduce((sum, { size }) => sum + size, 0),
      installedAt: installed.installedAt,
    },
    offered: offered && { ...offered, license: LICENSE },
    hasUpdate,
    installation: installations.get(pair) ?? null,
  };
}

/** Approximate time until the catalogue requests a failed source again. */
const RETRY_SECONDS = 15;

function offlineError(): AppError {
  return unavailable("engine_unavailable", "This server can't reach any model source.", RETRY_SECONDS);
}

function asUploadError(error: unknown): never {
  if (!(isModelError(error) && error.code === "not_offered")) return asAppError(error);
  const message =
    "These files are not a complete model, which has a model, one or two vocabularies and usually a lex file, with Mozilla's file names.";
  throw invalidRequest([{ path: "file", code: "format", reason: "no_whole_model", message }]);
}

/** Converts model errors to API errors; throws other errors unchanged. */
function asAppError(error: unknown): never {
  if (!isModelError(error)) throw error;
  const { message } = error;
  switch (error.code) {
    case "not_offered":
      throw invalidRequest([{ path: "folder", code: "format", reason: "no_models_there", message }]);
    case "busy":
      throw new AppError("conflict", message, { reason: "busy" });
    case "unreachable":
      throw offlineError();
    default:
      throw new AppError("unreadable_file", message, { reason: error.code });
  }
}
