import { expect, test } from "vitest";
import { call, newAccount } from "./client";

test("reading a file translation with Prefer: wait responds when the translation ends", async () => {
  const { key } = await newAccount();
  const form = new FormData();
  form.set("source", "en");
  form.set("target", "es");
  form.set("file", new File(["The house is big.\n".repeat(500)], "a.txt"));
  const headers = { Prefer: "respond-async" };
  const made = await call("POST", "/v1/translate/file", { key, raw: form, headers });
  expect([made.status, made.json.status]).toEqual([202, "queued"]);
  const path = `/v1/files/${made.json.id}`;
  const file = await call("GET", path, { key, headers: { Prefer: "wait=60" } });
  expect([file.status, file.json.status]).toEqual([200, "completed"]);
  const from = performance.now();
  await call("GET", path, { key, headers: { Prefer: "wait=60" } });
  expect(performance.now() - from, "milliseconds for one that has ended").toBeLessThan(5_000);
  const tooLong = await call("GET", path, { key, headers: { Prefer: "wait=61" } });
  expect([tooLong.status, tooLong.json.error.details.errors[0].path]).toEqual([400, "Prefer"]);
});

test("reading or cancelling a job with Prefer: wait responds when the job ends", async () => {
  const { key } = await newAccount();
  const input = { name: "Waited", sourceLanguage: "en", targetLanguages: ["es"] };
  const { json: project } = await call("POST", "/v1/projects", { key, body: input });
  const content = Array.from({ length: 3_000 }, (_, i) => `House number ${i} is big and old.`).join("\n");
  const body = { name: "a.txt", content };
  const made = await call("POST", `/v1/projects/${project.id}/documents`, { key, body });
  const headers = { Prefer: "wait=60" };
  const imported = await call("GET", `/v1/jobs/${made.json.version.jobId}`, { key, headers });
  expect(imported.json.status).toBe("succeeded");
  const { json } = await call("GET", `/v1/projects/${project.id}/jobs?status=queued,running`, { key });
  const waiting = call("GET", `/v1/jobs/${json.jobs[0].id}`, { key, headers });
  await call("POST", `/v1/jobs/${json.jobs[0].id}/cancel`, { key });
  expect((await waiting).json.status).toBe("cancelled");
});
