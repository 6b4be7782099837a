import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { call, newAccount } from "./client";

const newProject = (key: string, headers: Record<string, string> = {}) =>
  call("POST", "/v1/projects", {
    key,
    headers,
    body: { name: "Help centre", sourceLanguage: "en", targetLanguages: ["es"] },
  });

describe("events over HTTP", () => {
  test("repeating the creation of a project with one idempotency key creates one project and one event", async () => {
    const { key, keyId } = await newAccount();
    const headers = { "Idempotency-Key": randomUUID() };
    const { json: project } = await newProject(key, headers);
    await newProject(key, headers);
    const { json } = await call("GET", "/v1/events", { key });
    expect(json).toMatchObject({
      events: [
        {
          id: expect.stringMatching(/^evt_/),
          type: "project.created",
          apiVersion: "v1",
          actor: { type: "key", id: keyId, name: "Test" },
          data: { project: { id: project.id, name: "Help centre", status: "draft" } },
        },
      ],
      nextCursor: null,
    });
  });

  test("the list of events starts after a given event and continues page by page through its Link headers", async () => {
    const { key } = await newAccount();
    for (let i = 0; i < 4; i++) await newProject(key);
    const { json: newest } = await call("GET", "/v1/events", { key });
    const oldestFirst = newest.events.toReversed();
    const seen = [];
    let path: string | undefined =
      `/v1/events?after=${oldestFirst[0].id}&limit=2&types=project.created,project.updated`;
    while (path) {
      const page = await call("GET", path, { key });
      expect(page.status).toBe(200);
      seen.push(...page.json.events);
      path = /^<(.+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(oldestFirst.slice(1));
  });

  test("the event list of a project contains only events of that project", async () => {
    const { key } = await newAccount();
    const { json: project } = await newProject(key);
    await newProject(key);
    const { json } = await call("GET", `/v1/projects/${project.id}/events`, { key });
    expect(json.events.map((event: { data: { project: { id: string } } }) => event.data.project.id)).toEqual([
      project.id,
    ]);
  });

  test("another account's events return 404 like unknown events", async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()];
    const { json: project } = await newProject(theirs.key);
    const { json } = await call("GET", "/v1/events", { key: theirs.key });
    expect((await call("GET", "/v1/events", { key: mine.key })).json.events).toEqual([]);
    const answerTo = async (path: string) => {
      const { status, json } = await call("GET", path, { key: mine.key });
      delete json.error.details.requestId;
      return { status, json };
    };
    for (const [foreign, missing] of [
      [`/v1/events?after=${json.events[0].id}`, `/v1/events?after=${newId("event")}`],
      [`/v1/projects/${project.id}/events`, `/v1/projects/${newId("project")}/events`],
    ] as const) {
      const answer = await answerTo(foreign);
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await answerTo(missing));
    }
  });

  test.each([
    "after=prj_01k9t3mv8wfq2s6x0c4zn7yhde",
    "after=-1",
    "types=project.exploded",
    "types=",
    "cursor=x",
    "limit=0",
  ])("listing events refuses the parameters ?%s", async (query) => {
    const { key } = await newAccount();
    const { status, json } = await call("GET", `/v1/events?${query}`, { key });
    expect([status, json.error.code]).toEqual([400, "invalid_request"]);
  });

  test("listing events requires a key that can read projects", async () => {
    const { key } = await newAccount({ key: { scopes: ["translate"] } });
    const { status, json } = await call("GET", "/v1/events", { key });
    expect([status, json.error.details.required]).toEqual([403, "projects:read"]);
  });
});
