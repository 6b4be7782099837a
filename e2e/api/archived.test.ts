import { beforeAll, expect, test } from "vitest";
import { call, newAccount, openApi } from "./client";
import {
  edit,
  exportOf,
  jobEnd,
  makeBranch,
  makeProject,
  makeScreenshot,
  PNG,
  segmentsOf,
  until,
} from "./project-work";

/** Parts of a request besides the path: a body, a file, headers. */
type Input = { readonly body?: unknown; readonly raw?: () => BodyInit; readonly headers?: Record<string, string> };

let key: string;
let place: Record<string, string>;
/** The document's XLIFF export. */
let xliff: string;

const file = () => {
  const form = new FormData();
  form.set("file", new File([xliff], "texts.xlf"));
  return form;
};
const picture = () => {
  const form = new FormData();
  form.set("file", new File([PNG], "cart.png"));
  return form;
};
const IF_MATCH = { "If-Match": '"1"' };
const segments = [{ key: "title", source: "The house is small." }];

/**
 * Every operation that writes to a project's contents, with a request that would succeed if the project were not
 * archived.
 */
const REFUSED: Readonly<Record<string, () => Input>> = {
  "PATCH /projects/{projectId}": () => ({ body: { name: "Other" } }),
  "POST /projects/{projectId}/languages": () => ({ body: { language: "ca" } }),
  "PATCH /projects/{projectId}/languages/{language}": () => ({ body: { dueAt: null } }),
  "DELETE /projects/{projectId}/languages/{language}": () => ({}),
  "POST /projects/{projectId}/documents": () => ({ body: { name: "b.txt", content: "House." } }),
  "PATCH /documents/{documentId}": () => ({ body: { path: "other.json" } }),
  "DELETE /documents/{documentId}": () => ({}),
  "PUT /projects/{projectId}/documents": () => ({ raw: file }),
  "POST /projects/{projectId}/branches/{branch}/merge": () => ({}),
  "DELETE /projects/{projectId}/branches/{branch}": () => ({}),
  "PUT /documents/{documentId}/content": () => ({ body: { segments } }),
  "PUT /documents/{documentId}/target": () => ({ raw: file }),
  "POST /projects/{projectId}/translations": () => ({ raw: file }),
  "POST /projects/{projectId}/pretranslate": () => ({ body: {} }),
  "POST /projects/{projectId}/segments/bulk": () => ({ body: { language: "es", action: { type: "confirm" } } }),
  "POST /projects/{projectId}/screenshots": () => ({ raw: picture }),
  "DELETE /projects/{projectId}/screenshots/{screenshotId}": () => ({}),
  "PATCH /segments/{segmentId}": () => ({ body: { labels: ["checkout"] } }),
  "PATCH /segments/{segmentId}/translations/{language}": () => ({ body: { text: "x" }, headers: IF_MATCH }),
  "POST /segments/{segmentId}/translations/{language}/revert": () => ({ body: { revision: 1 }, headers: IF_MATCH }),
  "POST /projects/{projectId}/comments": () => ({ body: { segmentId: place.segmentId, body: "x" } }),
  "PATCH /projects/{projectId}/comments/{commentId}": () => ({ body: { body: "y" } }),
  "POST /projects/{projectId}/qa": () => ({}),
  "POST /qa-issues/{issueId}/ignore": () => ({ body: { reason: "x" } }),
  "POST /qa-issues/{issueId}/unignore": () => ({}),
  "PUT /projects/{projectId}/memories": () => ({ body: { memories: [] } }),
  "PUT /projects/{projectId}/glossaries": () => ({ body: { glossaries: [] } }),
  "POST /jobs/{jobId}/undo": () => ({}),
  "POST /jobs/{importId}/conflicts": () => ({
    body: { take: "here", conflicts: [{ segmentId: place.segmentId, revision: 1 }] },
  }),
};

/** Query parameters that these operations require. */
const QUERIES: Readonly<Record<string, string>> = {
  "PUT /documents/{documentId}/target": "?language=es",
  "PUT /projects/{projectId}/documents": "?path=texts.xlf",
};

/** Operations that do not write to a project's contents, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  "DELETE /projects/{projectId}": "takes the project away as a whole, and can be taken back",
  "POST /projects/{projectId}/restore": "brings a deleted project back",
  "POST /projects/{projectId}/transitions": "is the way out of the archive",
  "POST /projects/{projectId}/exports": "reads",
  "POST /segments/{segmentId}/suggestion": "keeps nothing",
  "POST /jobs/{jobId}/cancel": "stops work; no job of an archived project runs",
  "POST /jobs/{jobId}/retry": "asks the work itself: jobs of projects lock their project, as the undoing of a job does",
};

beforeAll(async () => {
  ({ key } = await newAccount());
  const { projectId, documentId } = await makeProject(key, {
    segments: [{ key: "title", source: "The house has {count} rooms." }],
  });
  const [segment] = await segmentsOf(key, projectId);
  expect((await edit(key, segment, { text: "La casa." })).status).toBe(200);
  const comment = await call("POST", `/v1/projects/${projectId}/comments`, {
    key,
    body: { segmentId: segment.id, body: "Why?" },
  });
  const bulk = await call("POST", `/v1/projects/${projectId}/segments/bulk`, {
    key,
    body: { language: "es", action: { type: "reject", comment: "The number is missing." } },
  });
  await jobEnd(key, bulk.json.job?.id ?? bulk.json.id);
  const issues = await until(
    () => call("GET", `/v1/projects/${projectId}/qa-issues`, { key }),
    (json) => json.issues.length > 0,
  );
  xliff = (await exportOf(key, projectId, { format: "xliff" })).text;
  const target = await call("PUT", `/v1/documents/${documentId}/target?language=es`, { key, raw: file() });
  await jobEnd(key, target.json.job?.id ?? target.json.id);
  const branch = await makeBranch(key, projectId);
  place = {
    projectId,
    branch,
    screenshotId: await makeScreenshot(key, projectId),
    documentId,
    segmentId: segment.id,
    commentId: comment.json.id,
    issueId: issues.issues[0].id,
    jobId: bulk.json.job?.id ?? bulk.json.id,
    importId: target.json.job?.id ?? target.json.id,
    language: "es",
  };
  for (const to of ["cancelled", "archived"]) {
    const moved = await call("POST", `/v1/projects/${projectId}/transitions`, { key, body: { to } });
    expect(moved.json.status).toBe(to);
  }
});

test("this file has an expectation for every operation that writes to an archived project", async () => {
  const { document } = await openApi();
  const writes = Object.entries(document.paths).flatMap(([path, methods]) =>
    /\{(project|document|segment|comment|issue|job|export)Id\}/.test(path)
      ? Object.keys(methods)
          .filter((method) => ["post", "put", "patch", "delete"].includes(method))
          .map((method) => `${method.toUpperCase()} ${path}`)
      : [],
  );
  const classified = [...Object.keys(REFUSED), ...Object.keys(ALLOWED)];
  expect(writes.sort()).toEqual(classified.map((operation) => operation.replace("{importId}", "{jobId}")).sort());
});

test.each(Object.entries(REFUSED))("an archived project refuses %s", async (operation, input) => {
  const [method, template] = operation.split(" ") as [string, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name) => place[name]!);
  const query = QUERIES[operation] ?? "";
  const { raw, ...rest } = input();
  const answer = await call(method, `/v1${path}${query}`, { key, ...rest, ...(raw ? { raw: raw() } : {}) });
  expect([answer.status, answer.json?.error.details.reason], answer.text).toEqual([409, "project_archived"]);
});

test("an archived project can still be read and exported", async () => {
  const { document } = await openApi();
  const reads = Object.entries(document.paths).filter(
    ([path, methods]) => methods.get && path.startsWith("/projects/{projectId}") && !path.includes("{commentId}"),
  );
  expect(reads.length).toBeGreaterThan(8);
  for (const [template] of reads) {
    const path = template.replace(/\{(\w+)\}/g, (_, name) => place[name]!);
    const answer = await call("GET", `/v1${path}?language=es`, { key });
    const plain = answer.status === 400 ? await call("GET", `/v1${path}`, { key }) : answer;
    expect([template, plain.status]).toEqual([template, 200]);
  }
  expect((await exportOf(key, place.projectId!, { minState: "draft" })).text).toContain("La casa.");
});
