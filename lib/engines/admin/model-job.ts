import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { modelStore, modelsFolder } from "@/lib/engines/bergamot/installation";
import { isModelError, type ModelErrorCode } from "@/lib/engines/bergamot/models/model-error";
import { defineJob } from "@/lib/work/jobs/define-job";
import { jobType } from "@/lib/work/jobs/job-type";
import { JobFault } from "@/lib/work/jobs/runner";

/**
 * Type of the jobs that install a model into this machine's folder; the payload is `{pair}`. Servers on other machines
 * share the queue but not the folder, so the type contains the folder's id, and only processes with that folder claim
 * the job.
 */
export async function modelJobType(): Promise<string> {
  return `install_model:${await folderId(modelsFolder())}`;
}

/** The first process creates the file with the id, atomically. */
async function folderId(folder: string): Promise<string> {
  const file = path.join(folder, ".id");
  const known = await readFile(file, "utf8").catch(() => null);
  if (known !== null) return known;
  const id = randomBytes(6).toString("hex");
  const draft = `${file}.${id}`;
  await mkdir(folder, { recursive: true });
  await writeFile(draft, id);
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return readFile(file, "utf8");
}

/** Minimum milliseconds between progress updates. */
const PROGRESS_MS = 300;

/** Errors for which a retry makes sense: a lost connection, or another process installing the same pair. */
const MAY_PASS: ReadonlySet<ModelErrorCode> = new Set(["unreachable", "interrupted", "busy"]);

/** Jobs are queued under {@link modelJobType}, which contains the folder's id. */
const MODEL_JOB = jobType("install_model", z.object({ pair: z.string() }));

/** Installs a model on this machine. A partial download is kept for the next attempt. */
export const modelJob = defineJob(MODEL_JOB, {
  run: async (job, { signal, progress }) => {
    let lastNote = 0;
    const store = modelStore();
    let saved: Promise<void> = Promise.resolve();
    const note = (done: number, total: number): void => {
      lastNote = Date.now();
      // In order. If saving the progress fails, only its display is delayed.
      saved = saved.then(() => progress(done, total)).catch(() => {});
    };
    try {
      await store.install(
        job.payload.pair,
        ({ phase, done, total }) => {
          if (phase === "trial" || Date.now() - lastNote >= PROGRESS_MS) note(done, total);
        },
        { signal, experimental: true },
      );
      await saved;
    } catch (error) {
      const mayPass = isModelError(error) && MAY_PASS.has(error.code) && job.attempt < job.maxAttempts;
      throw isModelError(error) && !mayPass ? new JobFault(error.code, error.message, { cause: error }) : error;
    }
    return async () => {};
  },
  onCancel: (job) => modelStore().discard(job.payload.pair),
});
