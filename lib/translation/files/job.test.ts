import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { files, jobs } from "@/db/schema";
import { claimOf, contextOf, runJobs } from "@/e2e/projects";
import { createAccount, operatorOf } from "@/lib/identity/accounts/accounts";
import { TranslateFileFields } from "@/lib/schemas/files";
import { createFileTranslation } from "./files";
import { fileJob } from "./job";

test("a worker that lost its job doesn't change a file that another worker has finished", async () => {
  const caller = await operatorOf((await createAccount(db(), { name: "Test", tier: "enterprise" })).id);
  const fields = TranslateFileFields.parse({ source: "en", target: "es" });
  const upload = { fileName: "a.txt", bytes: Buffer.from("The house is big.\n\nThe water is cold.") };
  const { id } = await db().transaction((tx) => createFileTranslation(caller, fields, upload, tx));
  const [{ jobId } = { jobId: "" }] = await db().select({ jobId: files.jobId }).from(files).where(eq(files.id, id));
  const lost = await claimOf(jobId!);
  await db().update(jobs).set({ state: "queued", worker: null }).where(eq(jobs.id, jobId!));
  await runJobs(caller);
  const row = async () => (await db().select().from(files).where(eq(files.id, id)))[0];
  const finished = await row();
  expect(finished).toMatchObject({ status: "completed", segmentsDone: 2 });

  await fileJob.run(lost, contextOf());
  expect(await row()).toEqual(finished);
});
