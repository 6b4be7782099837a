import { expect, test } from "vitest";
import type { Job } from "@/lib/schemas/jobs";
import type { Project } from "@/lib/schemas/projects";
import { currentJobs, didNothing, groupedJobs } from "./current-jobs";

const NOW = Date.parse("2026-03-08T12:00:00Z");
const nothing = { tm: 0, repetitions: 0, mt: 0, skipped: { noMatch: 3 } };

function job(id: string, given: Partial<Job>): Job {
  return { id, type: "pretranslate", language: "de", createdAt: "2026-03-08T10:00:00Z", ...given } as Job;
}

function project(untranslated: number) {
  return { languages: [{ language: "de", progress: { segments: { untranslated } } }] } as Project;
}

const shown = (of: Project, jobs: readonly Job[]) => currentJobs(of, jobs, NOW).map(({ id }) => id);

test("jobs are shown while they run and after they fail, not after they succeed", () => {
  const jobs = [
    job("running", { status: "running" }),
    job("done", { status: "succeeded", type: "export" }),
    job("failed", { status: "failed", type: "qa" }),
  ];
  expect(shown(project(0), jobs)).toEqual(["running", "failed"]);
});

test("a failed job is hidden once a later job of the same type succeeds, or after a week", () => {
  const again = [job("new", { status: "succeeded" }), job("old", { status: "failed" })];
  expect(shown(project(0), again)).toEqual([]);
  expect(shown(project(0), [job("old", { status: "failed", createdAt: "2026-03-01T10:00:00Z" })])).toEqual([]);
});

test("a pretranslation that drafted nothing stays listed while texts are untranslated", () => {
  const idle = job("idle", { status: "succeeded", result: nothing });
  expect(didNothing(idle)).toBe(true);
  expect(didNothing(job("some", { status: "succeeded", result: { ...nothing, mt: 1 } }))).toBe(false);
  expect(didNothing(job("none open", { status: "succeeded", result: { ...nothing, skipped: { noMatch: 0 } } }))).toBe(
    false,
  );
  expect(shown(project(3), [idle])).toEqual(["idle"]);
  expect(shown(project(0), [idle])).toEqual([]);
});

test("a failed import stays visible when another document is imported later", () => {
  const imported = (id: string, status: Job["status"], document: string) =>
    job(id, { type: "document_import", language: null, status, document: { id: document, path: `${document}.md` } });
  const jobs = [imported("good", "succeeded", "doc_b"), imported("bad", "failed", "doc_a")];
  expect(shown(project(0), jobs)).toEqual(["bad"]);
  expect(shown(project(0), [imported("again", "succeeded", "doc_a"), ...jobs])).toEqual([]);
});

test("active jobs of one type are grouped, except a job that waits for a model", () => {
  const waiting = { waitingFor: { progress: 0.5, downloadBytes: 9 } };
  const jobs = [
    job("a", { status: "running" }),
    job("import", { status: "running", type: "document_import" }),
    job("model", { status: "queued", result: waiting }),
    job("fault", { status: "queued", result: { waitingFor: { pair: "en-pl", reason: "damaged" } } }),
    job("limit", { status: "queued", result: { waitingFor: { pair: "en-cs", reason: "model_limit" } } }),
    job("b", { status: "queued", language: "fr" }),
    job("failed", { status: "failed" }),
  ];
  expect(groupedJobs(jobs).map((group) => group.map(({ id }) => id))).toEqual([
    ["a", "limit", "b"],
    ["import"],
    ["model"],
    ["fault"],
    ["failed"],
  ]);
});
