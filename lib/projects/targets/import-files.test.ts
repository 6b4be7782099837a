import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { makeZip } from "@/lib/formats/zip";
import { getProject } from "@/lib/projects/project-view";
import { ImportFilesFields } from "@/lib/schemas/documents";
import { getJob, jobValuesCsv, listJobValues } from "@/lib/work/jobs/jobs";
import { previewFiles, type SentFiles, sendFiles } from "./import-files";

afterAll(closeSandbox);

const FILES = {
  "locales/de/app.json": '{"a":"Haus","b":"Garten"}',
  "locales/zh-CN/app.json": '{"a":"房子","gone":"没有"}',
  "locales/de/mail.json": '{"unrelated":"Nichts davon"}',
  "locales/fr/app.json": '{"a":"Maison"}',
  "locales/en/app.json": '{"a":"House","b":"Garden"}',
};

const fields = ImportFilesFields.parse({});
const inParts = (): SentFiles => ({
  fields,
  archive: null,
  files: Object.entries(FILES).map(([fileName, content]) => ({ fileName, bytes: Buffer.from(content) })),
});
const inArchive = (): SentFiles => {
  const entries = Object.entries(FILES).map(([name, content]) => [name, Buffer.from(content)] as const);
  return { fields, files: [], archive: { fileName: "all.zip", bytes: Buffer.from(makeZip(entries)) } };
};

test("each of several translated files is matched by path, and either imported with a receipt or listed with the reason for refusal", async () => {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["de", "zh-Hans"] });
  const app = await addDocument(caller, project.id, "locales/en/app.json", FILES["locales/en/app.json"]);
  const mail = await addDocument(caller, project.id, "locales/en/mail.json", '{"subject":"Welcome"}');
  await runJobs(caller);
  const jobCount = async () =>
    (await db().select({ id: jobs.id }).from(jobs).where(eq(jobs.accountId, caller.accountId))).length;
  const before = await jobCount();
  const preview = await previewFiles(caller, project.id, inArchive());
  expect(preview.files).toEqual([
    { path: "locales/de/app.json", documentId: app.id, language: "de" },
    { path: "locales/zh-CN/app.json", documentId: app.id, language: "zh-Hans" },
  ]);
  expect(preview.unmatched).toMatchObject([
    { path: "locales/de/mail.json", likely: { documentId: mail.id, language: "de" } },
    { path: "locales/fr/app.json", reason: "The project has no target language fr." },
    { path: "locales/en/app.json", reason: "This is the source document.", likely: { documentId: app.id } },
  ]);
  expect(await jobCount()).toBe(before);
  expect((await getProject(caller, project.id)).languageNames).toEqual({});

  expect(await previewFiles(caller, project.id, inParts())).toEqual(preview);
  const jobId = await db().transaction((tx) => sendFiles(caller, project.id, inParts(), tx));
  await runJobs(caller);
  const job = await getJob(caller, jobId);
  expect(job).toMatchObject({ status: "succeeded", type: "translations_import" });
  expect(job.result).toMatchObject({
    files: [
      { ...preview.files[0], receipt: { accepted: 2, notFound: 0, values: 2 } },
      { ...preview.files[1], receipt: { accepted: 1, notFound: 1, values: 2 } },
    ],
    unmatched: preview.unmatched,
  });
  const receipt = { limit: 3, outcome: undefined };
  const { values, nextCursor } = await listJobValues(caller, jobId, receipt);
  const rest = await listJobValues(caller, jobId, { ...receipt, cursor: nextCursor! });
  expect([...values, ...rest.values].map(({ path, key, outcome }) => [path, key, outcome])).toEqual([
    ["locales/de/app.json", "a", "accepted"],
    ["locales/de/app.json", "b", "accepted"],
    ["locales/zh-CN/app.json", "a", "accepted"],
    ["locales/zh-CN/app.json", "gone", "notFound"],
  ]);
  const csv = await jobValuesCsv(caller, jobId, { limit: 20, outcome: ["notFound"] });
  expect(csv).toContain("path,key,outcome,reason,line\r\nlocales/zh-CN/app.json,gone,notFound,");
  expect((await getProject(caller, project.id)).languageNames).toEqual({ "zh-Hans": "zh-CN" });
  expect(await textsOf(app.id, "zh-Hans")).toMatchObject([{ text: "房子" }, { text: null }]);
});

test("an upload is refused if it has no files, both files and an archive, or paths outside the project", async () => {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["de"] });
  const { archive } = inArchive();
  const file = { fileName: "../de.json", bytes: Buffer.from("{}") };
  for (const sent of [
    { fields, files: [], archive: null },
    { ...inParts(), archive },
    { fields, files: [file], archive: null },
  ])
    await expect(previewFiles(caller, project.id, sent)).rejects.toMatchObject({ code: "invalid_request" });
  const damaged = { fileName: "a.zip", bytes: Buffer.from("PK\x03\x04 no zip") };
  await expect(previewFiles(caller, project.id, { fields, files: [], archive: damaged })).rejects.toMatchObject({
    code: "unreadable_file",
  });
});
