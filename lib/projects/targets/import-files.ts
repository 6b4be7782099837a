import { and, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { documents, jobs } from "@/db/schema";
import { AppError, invalidRequest } from "@/lib/base/errors";
import { unpackFiles } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import { targetLanguages } from "@/lib/projects/languages/require-language";
import { requireProject } from "@/lib/projects/require-project";
import { type ImportFilesFields, type MatchedFiles, Path } from "@/lib/schemas/documents";
import { settingsOf } from "@/lib/schemas/projects";
import { defineJob } from "@/lib/work/jobs/define-job";
import { jobType } from "@/lib/work/jobs/job-type";
import { sendJob } from "@/lib/work/jobs/queue";
import { JobPaused } from "@/lib/work/jobs/runner";
import { readTargetImport } from "./import-target";
import { FileMatcher } from "./match-files";

type Upload = { readonly fileName: string; readonly bytes: Buffer };
export type SentFiles = {
  readonly files: readonly Upload[];
  readonly archive: Upload | null;
  readonly fields: z.output<typeof ImportFilesFields>;
};

const Unmatched = z.object({
  path: z.string(),
  reason: z.string(),
  likely: z.object({ documentId: z.string(), path: z.string(), language: z.string().nullable() }).nullable(),
});
const Payload = z.object({
  projectId: z.string(),
  files: z.array(z.object({ path: z.string(), documentId: z.string(), language: z.string(), jobId: z.string() })),
  unmatched: z.array(Unmatched),
});
type Payload = z.output<typeof Payload>;

/** The job that waits for the imports of single files and collects their receipts. */
const FILES_JOB = jobType("translations_import", Payload);

/** The document and language that match each file; imports nothing. Throws 400, 404, 413, 422. */
export async function previewFiles(caller: Caller, projectId: string, sent: SentFiles): Promise<MatchedFiles> {
  const { matched, unmatched } = await matchFiles(caller, projectId, sent);
  return { files: matched.map(({ path, documentId, language }) => ({ path, documentId, language })), unmatched };
}

/**
 * Queues the import of many translated files, each as its own job, and a job that collects their receipts. Throws 400,
 * 404, 413, 422.
 */
export async function sendFiles(caller: Caller, projectId: string, sent: SentFiles, tx: Transaction): Promise<string> {
  const { matched, unmatched } = await matchFiles(caller, projectId, sent);
  const files: Payload["files"] = [];
  for (const { send, ...file } of matched) files.push({ ...file, jobId: await send(tx) });
  return changeProject(tx, { ...asCaller(caller), projectId }, ({ actor }) =>
    sendJob(tx, {
      accountId: caller.accountId,
      projectId,
      createdBy: actor.id,
      type: FILES_JOB,
      payload: { projectId, files, unmatched },
    }),
  );
}

type Matched = Omit<Payload["files"][number], "jobId"> & { readonly send: (tx: Transaction) => Promise<string> };

async function matchFiles(
  caller: Caller,
  projectId: string,
  sent: SentFiles,
): Promise<{ matched: Matched[]; unmatched: Payload["unmatched"] }> {
  const project = await requireProject(caller, projectId);
  const files = await filesOf(caller, sent);
  const known = await db()
    .select({ id: documents.id, path: documents.path })
    .from(documents)
    .where(
      and(eq(documents.accountId, caller.accountId), eq(documents.projectId, projectId), isNull(documents.deletedAt)),
    );
  const matcher = new FileMatcher({
    sourceLanguage: project.sourceLanguage,
    targetLanguages: await targetLanguages(projectId),
    languageCodes: settingsOf(project).languageCodes,
    documents: known,
  });
  const matched: Matched[] = [];
  const unmatched: Payload["unmatched"] = [];
  const taken = new Set<string>();
  for (const { path, bytes, match } of matcher.matchAll(files)) {
    if ("reason" in match) {
      unmatched.push({ path, ...match });
      continue;
    }
    const { documentId, language, spelling } = match;
    const likely = { documentId, path: known.find(({ id }) => id === documentId)!.path, language };
    if (taken.has(`${documentId} ${language}`)) {
      unmatched.push({ path, reason: "Another file contains the same document in the same language.", likely });
      continue;
    }
    const input = { language: spelling, existing: sent.fields.existing, fileName: path };
    try {
      const send = await readTargetImport(caller, documentId, input, bytes);
      taken.add(`${documentId} ${language}`);
      matched.push({ path, documentId, language, send });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      unmatched.push({ path, reason: error.message, likely });
    }
  }
  return { matched, unmatched };
}

/** Maximum files of an upload, and their maximum total bytes. */
const MAX_FILES = 1_000;
const MAX_BYTES = 256 << 20;

/** The files by path, from the parts or the archive. Throws 400 for paths that no document may have. */
async function filesOf(
  caller: Caller,
  { files, archive }: SentFiles,
): Promise<readonly { readonly path: string; readonly bytes: Buffer }[]> {
  if ((archive === null) === (files.length === 0)) {
    const message = "Send the files in parts called file, or a ZIP of them in the part called archive.";
    throw invalidRequest([{ path: "file", code: "required", message }]);
  }
  const limits = { entries: MAX_FILES, entryBytes: caller.limits.fileBytes, totalBytes: MAX_BYTES, ratio: 200 };
  const named = archive
    ? (await unpackFiles(archive.bytes, limits)).map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }))
    : files.map(({ fileName, bytes }) => ({ name: fileName.replace(/^\.\//, ""), bytes }));
  const paths = named.map(({ name }) => Path.safeParse(name));
  const faults = paths.flatMap(({ error }, i) =>
    error
      ? [{ path: archive ? "archive" : `file.${i}`, code: "format" as const, message: error.issues[0]!.message }]
      : [],
  );
  if (faults.length > 0) throw invalidRequest(faults);
  return named.map(({ bytes }, i) => ({ path: paths[i]!.data!, bytes }));
}

/** Seconds between checks whether the imports of single files have ended. */
const PAUSE_SECONDS = 1;

export const translationsImportJob = defineJob(FILES_JOB, {
  run: async ({ accountId, payload: { files, unmatched } }, { progress }) => {
    const ids = files.map(({ jobId }) => jobId);
    const found = await db()
      .select({ id: jobs.id, state: jobs.state, result: jobs.result, error: jobs.error })
      .from(jobs)
      .where(and(eq(jobs.accountId, accountId), inArray(jobs.id, ids)));
    const open = found.filter(({ state }) => state === "queued" || state === "running").length;
    await progress(files.length - open, files.length);
    if (open > 0) throw new JobPaused(PAUSE_SECONDS);
    const byId = new Map(found.map((job) => [job.id, job]));
    const failed: Payload["unmatched"] = [];
    const done = files.flatMap((file) => {
      const job = byId.get(file.jobId);
      if (job?.state === "succeeded") return [{ ...file, receipt: job.result }];
      failed.push({ path: file.path, reason: job?.error?.message ?? "Its import was cancelled.", likely: null });
      return [];
    });
    const state = failed.length > 0 ? "partially_failed" : "succeeded";
    return async () => ({ state, result: { files: done, unmatched: [...unmatched, ...failed] } });
  },
});
