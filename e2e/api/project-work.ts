import { expect } from "vitest";
import { type Answer, call } from "./client";

/** Repeats a request until its response matches; on timeout, fails with the last response. */
export async function until(ask: () => Promise<Answer>, fits: (json: any) => boolean, seconds = 60): Promise<any> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer.status < 300 && fits(answer.json)) return answer.json;
    if (Date.now() > end) throw new Error(`It never came about. The last answer: ${answer.text.slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits for the end of a job. */
export function jobEnd(key: string, jobId: string): Promise<any> {
  return until(
    () => call("GET", `/v1/jobs/${jobId}`, { key }),
    ({ status }) => status !== "queued" && status !== "running",
  );
}

/** Waits until all jobs of a project or a branch have ended. */
export async function atRest(key: string, projectId: string, branch?: string): Promise<void> {
  const query = branch === undefined ? "" : `&branch=${encodeURIComponent(branch)}`;
  await until(
    () => call("GET", `/v1/projects/${projectId}/jobs?limit=100${query}`, { key }),
    ({ jobs }) => jobs.every(({ status }: { status: string }) => status !== "queued" && status !== "running"),
  );
}

/** A project with one imported document of keyed texts. */
export async function makeProject(
  key: string,
  options: {
    readonly segments?: readonly { key: string; source: string; target?: string }[];
    readonly targetLanguages?: readonly string[];
    readonly workflow?: string;
  } = {},
): Promise<{ projectId: string; documentId: string }> {
  const project = await call("POST", "/v1/projects", {
    key,
    body: {
      name: "Help centre",
      sourceLanguage: "en",
      targetLanguages: options.targetLanguages ?? ["es"],
      workflow: options.workflow ?? "human",
    },
  });
  expect(project.status).toBe(201);
  const projectId: string = project.json.id;
  const documentId = await addDocument(key, projectId, options.segments ?? SEGMENTS);
  return { projectId, documentId };
}

const SEGMENTS = [
  { key: "title", source: "The house is big." },
  { key: "body", source: "The tree is green." },
  { key: "end", source: "See you tomorrow." },
];

/** Creates a branch that contains a changed document. Resolves to the branch's name. */
export async function makeBranch(key: string, projectId: string): Promise<string> {
  const branch = "feature";
  const form = new FormData();
  form.set("file", new File(['{"more": "The garden."}'], "more.json"));
  const path = `/v1/projects/${projectId}/documents?path=more.json&branch=${branch}`;
  const sent = await call("PUT", path, { key, raw: form });
  expect(sent.status, sent.text).toBeLessThan(300);
  await atRest(key, projectId, branch);
  return branch;
}

/** A PNG with one black pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** Adds a screenshot to a project. */
export async function makeScreenshot(key: string, projectId: string): Promise<string> {
  const form = new FormData();
  form.set("file", new File([PNG], "cart.png"));
  const sent = await call("POST", `/v1/projects/${projectId}/screenshots`, { key, raw: form });
  expect(sent.status, sent.text).toBe(201);
  return sent.json.id;
}

/** Adds a document and waits for its import. */
export async function addDocument(
  key: string,
  projectId: string,
  segments: readonly { key: string; source: string; target?: string }[],
  name = "texts.json",
  base?: string,
): Promise<string> {
  const at = base === undefined ? { key } : { key, base };
  const sent = await call("POST", `/v1/projects/${projectId}/documents`, { ...at, body: { name, segments } });
  expect(sent.status, sent.text).toBe(202);
  const documentId: string = sent.json.document?.id ?? sent.json.id;
  await until(
    () => call("GET", `/v1/documents/${documentId}`, at),
    ({ status }) => status === "ready",
  );
  return documentId;
}

/** The segments of a project in a language. */
export async function segmentsOf(key: string, projectId: string, query = "language=es"): Promise<any[]> {
  return (await call("GET", `/v1/projects/${projectId}/segments?limit=100&${query}`, { key })).json.segments;
}

/** Edits one translation, based on the segment's revision. */
export function edit(key: string, segment: any, body: Record<string, unknown>, revision?: number): Promise<Answer> {
  const { language } = segment.translation;
  return call("PATCH", `/v1/segments/${segment.id}/translations/${language}`, {
    key,
    body,
    headers: { "If-Match": `"${revision ?? segment.translation.revision}"` },
  });
}

/** Creates an export, waits for it, and returns its report and bytes. */
export async function exportOf(
  key: string,
  projectId: string,
  body: Record<string, unknown> = {},
): Promise<{ report: any; text: string; bytes: Buffer; mediaType: string | null }> {
  const asked = await call("POST", `/v1/projects/${projectId}/exports`, { key, body });
  expect([200, 202], asked.text).toContain(asked.status);
  const report = await until(
    () => call("GET", `/v1/exports/${asked.json.id}`, { key }),
    ({ status }) => status === "succeeded" || status === "failed",
  );
  expect(report.error).toBeNull();
  const response = await fetch(`${process.env.TEST_BASE_URL}${report.downloadUrl}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { report, bytes, text: bytes.toString("utf8"), mediaType: response.headers.get("content-type") };
}
