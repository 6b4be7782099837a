import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { events, jobs, segments, translationRevisions, translations } from "@/db/schema";
import { IS_LONG } from "@/e2e/long";
import { startTestServer } from "@/e2e/server.mjs";
import { call, newAccount } from "./client";

const KILLS = IS_LONG ? 20 : 3;
const LINES = IS_LONG ? 1_500 : 250;

type Job = { id: string; type: string; status: string; progress: { total: number; done: number; failed: number } };

test(`kill -9 during imports and pretranslations, ${KILLS} times, neither loses nor duplicates data`, async () => {
  const { key, accountId } = await newAccount();
  const start = () =>
    startTestServer({
      databaseUrl: process.env.DATABASE_URL,
      secret: process.env.DRAGOMAN_SECRET,
      env: { JOB_CONCURRENCY: "2" },
    });
  let server = await start();
  /** Repeats a request after a 503, as clients do, because a busy machine may need time to reach its database. */
  const ask = async (method: string, path: string, body?: unknown) => {
    for (let tries = 0; ; tries++) {
      const answer = await call(method, path, { key, base: server.url, body });
      if (answer.status !== 503 || tries === 20) return answer;
      await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get("retry-after")) * 1_000));
    }
  };
  try {
    const input = { name: "Killed", sourceLanguage: "en", targetLanguages: ["es"] };
    const project = await ask("POST", "/v1/projects", input);
    expect(project.status, project.text).toBe(201);
    const projectId = project.json.id;
    const content = (name: string) =>
      Array.from({ length: LINES }, (_, i) => `The ${name} house number ${i} is big.`).join("\n");
    let documents = 0;
    const send = async () => {
      const name = `no${++documents}`;
      const body = { name: `${name}.txt`, content: content(name) };
      const { status, text } = await ask("POST", `/v1/projects/${projectId}/documents`, body);
      expect(status, text).toBe(202);
    };
    for (let i = 0; i < 3; i++) await send();
    const jobsOf = async (): Promise<Job[]> => {
      const { status, json } = await ask("GET", `/v1/projects/${projectId}/jobs?limit=100`);
      expect(status, JSON.stringify(json)).toBe(200);
      return json.jobs;
    };
    const allHaveSucceeded = (all: readonly Job[]) => all.every(({ status }) => status === "succeeded");
    /**
     * Waits until every job of this server has made progress, because each interruption without progress makes a job
     * wait longer.
     */
    const allGotFurther = async () => {
      let taken: Job[] = [];
      await expect
        .poll(
          async () => {
            const all = await jobsOf();
            if (taken.length === 0) taken = all.filter(({ status }) => status === "running");
            const now = new Map(all.map((job) => [job.id, job]));
            const further = ({ id, progress }: Job) =>
              now.get(id)?.status !== "running" || now.get(id)!.progress.done > progress.done;
            return allHaveSucceeded(all) || (taken.length > 0 && taken.every(further));
          },
          { timeout: 120_000, interval: 50 },
        )
        .toBe(true);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      // Each kill comes at another moment of the work; the first one right after the start.
      if (kill % 3 === 2) await allGotFurther();
      else await new Promise((resolve) => setTimeout(resolve, 150 * (kill % 7)));
      await server.kill();
      // Ends the lease, because another runner would wait until it expires. Another test covers that.
      await db()
        .update(jobs)
        .set({ leaseUntil: sql`now()` })
        .where(and(eq(jobs.accountId, accountId), eq(jobs.state, "running")));
      server = await start();
      // Ensures that there is always a job to interrupt.
      if (allHaveSucceeded(await jobsOf())) await send();
    }
    for (;;) {
      const all = await jobsOf();
      expect(all.filter(({ status }) => status === "failed")).toEqual([]);
      if (all.length === 2 * documents && allHaveSucceeded(all)) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const stored = await db().select().from(segments).where(eq(segments.projectId, projectId));
    expect(stored).toHaveLength(LINES * documents);
    const texts = await db().select().from(translations).where(eq(translations.projectId, projectId));
    expect(texts.filter(({ text, revision }) => text !== null && revision === 1)).toHaveLength(LINES * documents);
    const revisions = await db()
      .select()
      .from(translationRevisions)
      .where(eq(translationRevisions.accountId, accountId));
    expect(revisions).toHaveLength(LINES * documents);
    for (const type of ["document.ready", "translations.pretranslated"] as const) {
      const reported = await db()
        .select()
        .from(events)
        .where(and(eq(events.projectId, projectId), eq(events.type, type)));
      expect(reported).toHaveLength(documents);
    }
    const taken = await db().select({ attempts: jobs.attempts }).from(jobs).where(eq(jobs.accountId, accountId));
    // At least one job must have been interrupted.
    expect(taken.reduce((sum, { attempts }) => sum + attempts, 0)).toBeGreaterThan(taken.length);
    const { json } = await ask("GET", `/v1/projects/${projectId}`);
    expect(json).toMatchObject({ status: "in_review", activity: null });
    expect(json.progress.segments).toMatchObject({ total: LINES * documents, draft: LINES * documents });
    for (const job of await jobsOf()) {
      if (job.type === "pretranslate") expect(job.progress).toEqual({ total: LINES, done: LINES, failed: 0 });
    }
  } finally {
    await server.stop();
  }
}, 900_000);
