import { and, asc, desc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { events, jobs, segments, translations } from "@/db/schema";
import { createAccount, operatorOf } from "@/lib/identity/accounts/accounts";
import type { Caller } from "@/lib/identity/auth/caller";
import { JOB_HANDLERS } from "@/lib/operate/job-handlers";
import { createDocument } from "@/lib/projects/documents/create-document";
import { createProject } from "@/lib/projects/projects";
import { CreateDocumentBody, type ProjectDocument } from "@/lib/schemas/documents";
import { CreateProjectBody, type Project } from "@/lib/schemas/projects";
import { endJob, type Job } from "@/lib/work/jobs/queue";
import type { JobContext } from "@/lib/work/jobs/runner";

/** A new account with an empty project. */
export async function newProject(over: Record<string, unknown> = {}): Promise<{ caller: Caller; project: Project }> {
  const account = await createAccount(db(), { name: "Test", tier: "enterprise" });
  const caller = await operatorOf(account.id);
  const input = { name: "Test", sourceLanguage: "en", targetLanguages: ["es"], ...over };
  const project = await db().transaction((tx) => createProject(caller, CreateProjectBody.parse(input), tx));
  return { caller, project };
}

/** Uploads a text document. Its job waits until {@link runJobs} is called. */
export async function addDocument(
  caller: Caller,
  projectId: string,
  name: string,
  content: string | Record<string, unknown>,
): Promise<ProjectDocument> {
  const body = CreateDocumentBody.parse({ name, ...(typeof content === "string" ? { content } : content) });
  return db().transaction((tx) => createDocument(caller, projectId, { body, fields: undefined, file: null }, tx));
}

/** Runs an account's jobs, and those that they queue, with their real handlers until no job is left. */
export async function runJobs({ accountId }: Caller): Promise<void> {
  for (;;) {
    const [next] = await db()
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.accountId, accountId), eq(jobs.state, "queued"), sql`${jobs.runAt} <= now()`))
      .orderBy(desc(jobs.priority), asc(jobs.id))
      .limit(1);
    if (!next) return;
    await runJob(next.id);
  }
}

export const WORKER = "test";

/** Claims a job as a runner does. */
export async function claimOf(id: string): Promise<Job> {
  const [row] = await db()
    .update(jobs)
    .set({ state: "running", worker: WORKER, attempts: sql`${jobs.attempts} + 1`, startedAt: sql`now()` })
    .where(eq(jobs.id, id))
    .returning();
  const { accountId, type, payload, attempts, maxAttempts, cost, interruptions, checkpoint } = row!;
  return { id, accountId, type, payload, attempt: attempts, maxAttempts, cost, interruptions, checkpoint };
}

export function contextOf(signal: AbortSignal = new AbortController().signal): JobContext {
  return { signal, progress: async () => {}, shouldPause: async () => false };
}

/** Runs the last attempt of a job: an error ends it permanently. */
export async function runJob(id: string): Promise<void> {
  const job = await claimOf(id);
  const handler = JOB_HANDLERS[job.type]!;
  try {
    const effects = await handler.run(job, contextOf());
    await endJob(job, WORKER, { state: "succeeded" }, effects);
  } catch (thrown) {
    const { code, message } = thrown as { code?: string; message: string };
    const error = { code: code ?? "internal_error", message };
    await endJob(job, WORKER, { state: "failed", error }, (tx) => handler.onFailure(job, error, tx, thrown));
  }
}

/** The current segments of a document in order, with their translations into a language. */
export async function textsOf(documentId: string, language = "es") {
  const rows = await db()
    .select({ segment: segments, translation: translations })
    .from(segments)
    .innerJoin(translations, and(eq(translations.segmentId, segments.id), eq(translations.language, language)))
    .where(and(eq(segments.documentId, documentId), sql`${segments.removedIn} is null`))
    .orderBy(asc(segments.position));
  return rows.map(({ segment, translation }) => ({ ...translation, ...segment, text: translation.text }));
}

/** Types of the events of a project, oldest first. */
export async function eventsOf(projectId: string): Promise<string[]> {
  const rows = await db()
    .select({ type: events.type })
    .from(events)
    .where(eq(events.projectId, projectId))
    .orderBy(asc(events.sequence));
  return rows.map(({ type }) => type);
}
