import { beforeAll, describe, expect, test } from "vitest";
import { newPerson } from "@/e2e/people";
import { ROLES, type Role, roleAllows } from "@/lib/vocabulary/rights";
import { Browser } from "./browser";
import { baseUrl, call, newAccount } from "./client";
import { addDocument, edit, exportOf, jobEnd, makeProject, segmentsOf } from "./project-work";

const PASSWORD = "a long enough password";

type TestIds = { projectId: string; documentId: string; segmentId: string; issueId: string; jobId: string };
type Operation = readonly [needed: Role, method: string, path: (place: TestIds) => string, body?: unknown];

/**
 * Operations on a project, each with its minimum role. For a sufficient role the response only has to differ from 403;
 * the effect does not matter here.
 */
const OPERATIONS: readonly Operation[] = [
  ["viewer", "GET", () => "/projects"],
  ["viewer", "GET", ({ projectId }) => `/projects/${projectId}`],
  ["viewer", "GET", ({ projectId }) => `/projects/${projectId}/progress`],
  ["viewer", "GET", ({ projectId }) => `/projects/${projectId}/segments?language=es`],
  ["viewer", "GET", ({ projectId }) => `/projects/${projectId}/segments/ids?language=es`],
  ["viewer", "GET", ({ projectId }) => `/projects/${projectId}/segments/counts?language=es`],
  ["viewer", "GET", ({ segmentId }) => `/segments/${segmentId}?language=es`],
  ["viewer", "GET", ({ segmentId }) => `/segments/${segmentId}/matches?language=es`],
  ["viewer", "GET", ({ segmentId }) => `/segments/${segmentId}/translations/es/history`],
  ["viewer", "GET", ({ projectId }) => `/projects/${projectId}/comments`],
  ["viewer", "GET", ({ projectId }) => `/projects/${projectId}/qa-issues`],
  ["viewer", "GET", ({ projectId }) => `/projects/${projectId}/jobs`],
  ["viewer", "GET", ({ projectId }) => `/projects/${projectId}/events`],
  ["viewer", "GET", ({ documentId }) => `/documents/${documentId}`],
  ["viewer", "POST", ({ projectId }) => `/projects/${projectId}/exports`, {}],
  ["translator", "POST", ({ segmentId }) => `/segments/${segmentId}/suggestion?language=es`],
  ["translator", "PATCH", ({ segmentId }) => `/segments/${segmentId}/translations/es`, { text: "Otra." }],
  ["translator", "POST", ({ segmentId }) => `/segments/${segmentId}/translations/es/revert`, { revision: 99 }],
  ["translator", "POST", ({ projectId }) => `/projects/${projectId}/comments`, { segmentId: "", body: "x" }],
  ["translator", "POST", ({ projectId }) => `/projects/${projectId}/segments/bulk`, bulk("confirm")],
  ["reviewer", "PATCH", ({ segmentId }) => `/segments/${segmentId}/translations/es`, { state: "reviewed" }],
  [
    "reviewer",
    "PATCH",
    ({ segmentId }) => `/segments/${segmentId}/translations/es`,
    { state: "needs_work", comment: "x" },
  ],
  ["reviewer", "POST", ({ projectId }) => `/projects/${projectId}/segments/bulk`, bulk("approve")],
  ["reviewer", "POST", ({ issueId }) => `/qa-issues/${issueId}/ignore`, { reason: "x" }],
  ["reviewer", "POST", ({ issueId }) => `/qa-issues/${issueId}/unignore`],
  [
    "manager",
    "PATCH",
    ({ segmentId }) => `/segments/${segmentId}/translations/es`,
    { state: "translated", force: true },
  ],
  ["manager", "POST", ({ projectId }) => `/projects/${projectId}/segments/bulk`, bulk("clear")],
  ["manager", "POST", ({ projectId }) => `/projects/${projectId}/segments/bulk`, bulk("exclude")],
  ["manager", "POST", () => "/projects", { name: "x", sourceLanguage: "en", targetLanguages: ["es"] }],
  ["manager", "PATCH", ({ projectId }) => `/projects/${projectId}`, { name: "Renamed" }],
  ["manager", "POST", ({ projectId }) => `/projects/${projectId}/transitions`, { to: "archived" }],
  ["manager", "POST", ({ projectId }) => `/projects/${projectId}/languages`, { language: "es" }],
  ["manager", "PATCH", ({ projectId }) => `/projects/${projectId}/languages/es`, { dueAt: null }],
  ["manager", "DELETE", ({ projectId }) => `/projects/${projectId}/languages/es`],
  ["manager", "POST", ({ projectId }) => `/projects/${projectId}/documents`, { name: "texts.json", content: "x" }],
  ["manager", "PUT", ({ documentId }) => `/documents/${documentId}/content?dryRun=true`, SEGMENTS()],
  ["manager", "PATCH", ({ documentId }) => `/documents/${documentId}`, { path: "other.json" }],
  ["manager", "POST", ({ projectId }) => `/projects/${projectId}/qa`],
  ["manager", "POST", ({ jobId }) => `/jobs/${jobId}/undo`],
  ["manager", "POST", ({ projectId }) => `/projects/${projectId}/restore`],
];

function bulk(type: string) {
  return { language: "es", action: { type }, filter: { q: "nothing has this text" } };
}

function SEGMENTS() {
  return { segments: [{ key: "a", source: "Hello {name}." }] };
}

let place: TestIds;
let owner: Awaited<ReturnType<typeof newAccount>>;
const browsers = new Map<Role, Browser>();

beforeAll(async () => {
  owner = await newAccount();
  const { projectId, documentId } = await makeProject(owner.key, { segments: SEGMENTS().segments });
  const [segment] = await segmentsOf(owner.key, projectId);
  await edit(owner.key, segment, { text: "Hola." });
  const read = async (path: string, list: string) =>
    (await call("GET", `/v1${path}`, { key: owner.key })).json[list][0].id as string;
  place = {
    projectId,
    documentId,
    segmentId: segment.id,
    issueId: await read(`/projects/${projectId}/qa-issues`, "issues"),
    jobId: await read(`/projects/${projectId}/jobs`, "jobs"),
  };
  for (const role of ROLES) {
    const person = await newPerson({ accountId: owner.accountId, role, password: PASSWORD });
    const browser = new Browser(baseUrl());
    await browser.signIn(person.email, PASSWORD);
    browsers.set(role, browser);
  }
});

describe.each(ROLES)("a member who is %s", (role) => {
  test("a member can do what the role allows, and the error for any other operation names the required role", async () => {
    const wrong: string[] = [];
    for (const [needed, method, path, body] of OPERATIONS) {
      const name = `${method} ${path(place)} ${JSON.stringify(body ?? null)}`;
      const answer = await browsers.get(role)!.send(method, `/v1${path(place)}`, body, { "If-Match": '"999"' });
      const isRefused = answer.status === 403;
      if (isRefused === roleAllows(role, needed)) wrong.push(`${answer.status}: ${name}`);
      // A route may require a lower role than its body; the response names one of the two.
      const reported = answer.json?.error?.details.required;
      if (isRefused && (!ROLES.includes(reported) || roleAllows(role, reported)))
        wrong.push(`needs ${reported}: ${name}`);
      if (answer.status >= 500) wrong.push(`${answer.status}: ${name}`);
    }
    expect(wrong).toEqual([]);
  });
});

test("only reviewers change reviewed texts, and a second person must approve if the project requires it", async () => {
  const { key } = owner;
  const documentId = await addDocument(key, place.projectId, [{ key: "z", source: "The house." }], "z.json");
  const [segment] = await segmentsOf(key, place.projectId, `language=es&documentId=${documentId}`);
  await edit(key, segment, { text: "La casa.", state: "reviewed" });
  const address = `/v1/segments/${segment.id}/translations/es`;
  const refused = await browsers.get("translator")!.send("PATCH", address, { text: "Casa." }, { "If-Match": '"1"' });
  expect([refused.status, refused.json.error.details.reason]).toEqual([403, "reviewed_protected"]);

  const settings = { twoPersonReview: true };
  expect((await call("PATCH", `/v1/projects/${place.projectId}`, { key, body: { settings } })).status).toBe(200);
  const reviewer = browsers.get("reviewer")!;
  expect((await reviewer.send("PATCH", address, { text: "Una casa." }, { "If-Match": '"1"' })).status).toBe(200);
  const own = await reviewer.send("PATCH", address, { state: "reviewed" }, { "If-Match": '"2"' });
  expect([own.status, own.json.error.details.reason]).toEqual([403, "two_person_review"]);
  expect(
    (await browsers.get("manager")!.send("PATCH", address, { state: "reviewed" }, { "If-Match": '"2"' })).status,
  ).toBe(200);
});

test("exports and jobs are visible only to their own account", async () => {
  const { report } = await exportOf(owner.key, place.projectId, { minState: "draft" });
  const other = await newAccount();
  for (const path of [`/v1/exports/${report.id}`, `/v1/exports/${report.id}/file`, `/v1/jobs/${report.jobId}`])
    expect((await call("GET", path, { key: other.key })).status, path).toBe(404);
  expect((await jobEnd(owner.key, report.jobId)).status).toBe("succeeded");
});
