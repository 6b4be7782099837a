import { describe, expect, test } from "vitest";
import { call, newAccount } from "./client";
import { edit, makeProject, segmentsOf } from "./project-work";

const project = (over: Record<string, unknown> = {}) => ({
  name: "Help centre",
  sourceLanguage: "en",
  targetLanguages: ["es", "ca"],
  ...over,
});

describe("projects", () => {
  test("projects are created as drafts, read back unchanged, and listed newest first", async () => {
    const { key } = await newAccount();
    const made = await call("POST", "/v1/projects", {
      key,
      body: project({ metadata: { team: "support" }, dueAt: "2030-01-01T12:00:00+02:00" }),
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`/v1/projects/${made.json.id}`);
    expect(made.json).toMatchObject({
      status: "draft",
      workflow: "mt_review",
      dueAt: "2030-01-01T10:00:00.000Z",
      health: { level: "ok", reasons: [] },
      progress: { segments: { total: 0 }, reviewedPercent: null },
      allowedTransitions: ["cancelled", "archived"],
      languages: [
        { language: "es", status: "pending" },
        { language: "ca", status: "pending" },
      ],
    });
    const read = await call("GET", `/v1/projects/${made.json.id}`, { key });
    expect(read.json).toEqual(made.json);
    const second = await call("POST", "/v1/projects", { key, body: project({ name: "Second" }) });
    const list = await call("GET", "/v1/projects", { key });
    expect(list.json.projects.map((one: { id: string }) => one.id)).toEqual([second.json.id, made.json.id]);
    expect(list.json.nextCursor).toBeNull();
  });

  test("a target language without an engine is accepted with a blocker, and refused only in the workflow mt_only", async () => {
    const { key } = await newAccount();
    const taken = await call("POST", "/v1/projects", { key, body: project({ targetLanguages: ["ja"] }) });
    expect(taken.json.blockers).toEqual([{ code: "no_machine_translation", language: "ja", count: 1, filter: null }]);
    const refused = await call("POST", "/v1/projects", {
      key,
      body: project({ targetLanguages: ["ja"], workflow: "mt_only" }),
    });
    expect(refused.status).toBe(400);
    expect(refused.json.error.details.errors[0]).toMatchObject({ path: "targetLanguages.0", code: "unsupported_pair" });
  });

  test("the error for an invalid project lists all of its faults", async () => {
    const { key } = await newAccount();
    const { status, json } = await call("POST", "/v1/projects", {
      key,
      body: project({ targetLanguages: ["en", "es", "ES", "xx-nonsense"] }),
    });
    expect(status).toBe(400);
    expect(
      json.error.details.errors.map((fault: { path: string; code: string }) => `${fault.path} ${fault.code}`),
    ).toEqual([
      "targetLanguages.3 unsupported_language",
      "targetLanguages.0 same_language",
      "targetLanguages.2 duplicate",
    ]);
    const both = await call("POST", "/v1/projects", { key, body: { sourceLanguage: "en", targetLanguages: ["EN"] } });
    expect(both.json.error.details.errors).toMatchObject([
      { path: "name", code: "required" },
      { path: "targetLanguages.0", code: "same_language" },
    ]);
    const name = await call("POST", "/v1/projects", {
      key,
      body: project({ name: "x".repeat(201), targetLanguages: Array(51).fill("es") }),
    });
    expect(name.json.error.details.errors.map((fault: { code: string }) => fault.code)).toEqual(["range", "range"]);
  });

  test("an externalId is unique within its account, and other accounts can use the same externalId", async () => {
    const [a, b] = [await newAccount(), await newAccount()];
    const first = await call("POST", "/v1/projects", { key: a.key, body: project({ externalId: "crm-1" }) });
    const again = await call("POST", "/v1/projects", { key: a.key, body: project({ externalId: "crm-1" }) });
    expect(again.status).toBe(409);
    expect(again.json.error.details).toMatchObject({ reason: "external_id_taken", projectId: first.json.id });
    expect((await call("POST", "/v1/projects", { key: b.key, body: project({ externalId: "crm-1" }) })).status).toBe(
      201,
    );
    const found = await call("GET", "/v1/projects?externalId=crm-1", { key: a.key });
    expect(found.json.projects).toHaveLength(1);
  });

  test("paging by cursor returns every project once in each sort order, even while projects are added", async () => {
    const { key } = await newAccount();
    const names = ["delta", "Alpha", "charlie", "Bravo", "echo"];
    for (const [i, name] of names.entries())
      await call("POST", "/v1/projects", {
        key,
        body: project({ name, ...(i % 2 ? { dueAt: `2030-0${i + 1}-01T00:00:00Z` } : {}) }),
      });
    const expected: Record<string, string[]> = {
      "-createdAt": ["echo", "Bravo", "charlie", "Alpha", "delta"],
      name: ["Alpha", "Bravo", "charlie", "delta", "echo"],
      dueAt: ["Alpha", "Bravo", "echo", "charlie", "delta"],
      "-updatedAt": ["echo", "Bravo", "charlie", "Alpha", "delta"],
    };
    for (const [sort, order] of Object.entries(expected)) {
      const seen: string[] = [];
      let path: string | null = `/v1/projects?limit=2&sort=${sort}`;
      while (path) {
        const page: Awaited<ReturnType<typeof call>> = await call("GET", path, { key });
        seen.push(...page.json.projects.map((one: { name: string }) => one.name));
        const link = page.headers.get("link");
        expect(link === null).toBe(page.json.nextCursor === null);
        path = link ? /^<([^>]+)>; rel="next"$/.exec(link)![1]! : null;
      }
      expect(seen, sort).toEqual(order);
    }
    const cursor = (await call("GET", "/v1/projects?limit=2", { key })).json.nextCursor;
    for (const path of [
      `/v1/projects?cursor=${cursor}x`,
      `/v1/projects?sort=name&cursor=${cursor}`,
      "/v1/projects?cursor=abc",
    ]) {
      const { status, json } = await call("GET", path, { key });
      expect(status, path).toBe(400);
      expect(json.error.details.errors[0].path).toBe("cursor");
    }
  });

  test("each filter of the project list returns the matching projects", async () => {
    const { key } = await newAccount();
    await call("POST", "/v1/projects", { key, body: project({ name: "Website 100%" }) });
    await call("POST", "/v1/projects", {
      key,
      body: project({ name: "App", sourceLanguage: "fr", targetLanguages: ["es"] }),
    });
    const names = async (query: string) =>
      (await call("GET", `/v1/projects?${query}`, { key })).json.projects.map((one: { name: string }) => one.name);
    expect(await names("q=100%25")).toEqual(["Website 100%"]);
    expect(await names("q=WEB")).toEqual(["Website 100%"]);
    expect(await names("sourceLanguage=fr")).toEqual(["App"]);
    expect(await names("targetLanguage=ca")).toEqual(["Website 100%"]);
    expect(await names("sourceLanguage=fr,en&sort=name")).toEqual(["App", "Website 100%"]);
    expect(await names("targetLanguage=ca,pt")).toEqual(["Website 100%"]);
    expect(await names("status=completed")).toEqual([]);
    expect(await names("updatedSince=2999-01-01T00:00:00Z")).toEqual([]);
  });

  test("the health filter returns the projects with the requested health levels", async () => {
    const { key } = await newAccount();
    await call("POST", "/v1/projects", { key, body: project({ name: "calm" }) });
    const dueAt = new Date(Date.now() + 86_400_000).toISOString();
    await call("POST", "/v1/projects", { key, body: project({ name: "due", dueAt }) });
    const levels = async (health: string) => {
      const { json } = await call("GET", `/v1/projects?health=${health}`, { key });
      return json.projects.map((one: { name: string; health: { level: string } }) => `${one.name} ${one.health.level}`);
    };
    expect(await levels("ok")).toEqual(["calm ok"]);
    expect(await levels("attention")).toEqual(["due attention"]);
    expect(await levels("blocked")).toEqual([]);
    expect(await levels("blocked,attention,ok")).toEqual(["due attention", "calm ok"]);
    const unknown = await call("GET", "/v1/projects?health=ok,ill", { key });
    expect(unknown.json.error.details.errors).toMatchObject([{ path: "health", code: "format" }]);
  });

  test("sort=progress lists the least translated projects first and empty projects last, across pages", async () => {
    const { key } = await newAccount();
    await call("POST", "/v1/projects", { key, body: project({ name: "empty" }) });
    const ids: Record<number, string> = {};
    for (const done of [3, 0, 1]) {
      const { projectId } = await makeProject(key);
      for (const segment of (await segmentsOf(key, projectId)).slice(0, done))
        await edit(key, segment, { text: "Hecho.", state: "translated" });
      ids[done] = projectId;
    }
    const seen: any[] = [];
    let query = "sort=progress&limit=1&includeTotal=true";
    for (;;) {
      const { json } = await call("GET", `/v1/projects?${query}`, { key });
      expect(json.total).toBe(4);
      seen.push(...json.projects);
      if (json.nextCursor === null) break;
      query = `sort=progress&limit=1&includeTotal=true&cursor=${json.nextCursor}`;
    }
    expect(seen.slice(0, 3).map((one) => one.id)).toEqual([ids[0], ids[1], ids[3]]);
    expect(seen.map((one) => one.progress.translatedPercent)).toEqual([0, expect.any(Number), 100, null]);
  });

  test("creating or changing a project returns the ETag for its next change, whether that is sent as JSON or as a merge patch", async () => {
    const { key } = await newAccount();
    const made = await call("POST", "/v1/projects", { key, body: project({ metadata: { team: "support", size: 3 } }) });
    const path = `/v1/projects/${made.json.id}`;
    const patch = (body: unknown, etag: string | null, type = "application/json") =>
      call("PATCH", path, { key, body, headers: { "If-Match": etag ?? "", "Content-Type": type } });
    const first = await patch({ name: "Second" }, made.headers.get("etag"));
    expect([first.status, first.json.name]).toEqual([200, "Second"]);
    const second = await patch({ metadata: { size: null } }, first.headers.get("etag"), "application/merge-patch+json");
    expect([second.status, second.json.metadata]).toEqual([200, { team: "support" }]);
    expect((await patch({ name: "Third" }, first.headers.get("etag"))).status).toBe(412);
    expect((await call("GET", path, { key })).headers.get("etag")).toBe(second.headers.get("etag"));
    const asPost = await call("POST", "/v1/projects", {
      key,
      body: project(),
      headers: { "Content-Type": "application/merge-patch+json" },
    });
    expect(asPost.status).toBe(415);
  });

  test("deleting a project with If-Match is refused if the project has changed", async () => {
    const { key } = await newAccount();
    const made = await call("POST", "/v1/projects", { key, body: project() });
    const path = `/v1/projects/${made.json.id}`;
    const changed = await call("PATCH", path, { key, body: { name: "Second" } });
    const remove = (etag: string | null) => call("DELETE", path, { key, headers: { "If-Match": etag ?? "" } });
    const stale = await remove(made.headers.get("etag"));
    expect([stale.status, stale.json.error.details.current.name]).toEqual([412, "Second"]);
    expect((await remove(changed.headers.get("etag"))).status).toBe(204);
  });

  test("the project list contains languages and progress with and without the include parameter", async () => {
    const { key } = await newAccount();
    await call("POST", "/v1/projects", { key, body: project() });
    const asked = await call("GET", "/v1/projects?include=languages,progress", { key });
    expect(asked.status).toBe(200);
    expect(asked.json).toEqual((await call("GET", "/v1/projects", { key })).json);
  });

  test("a matching ETag returns 304 without counting against the limit, even if the limit is exhausted", async () => {
    const { key } = await newAccount({ limits: { requestsPerHour: 3 } });
    const made = await call("POST", "/v1/projects", { key, body: project() });
    const read = await call("GET", `/v1/projects/${made.json.id}`, { key });
    const etag = read.headers.get("etag") ?? "";
    expect(read.headers.get("cache-control")).toBe("private, no-cache");
    const fresh = () =>
      call("GET", `/v1/projects/${made.json.id}`, { key, headers: { "If-None-Match": `"other", W/${etag}` } });
    const first = await fresh();
    expect([first.status, first.headers.get("x-ratelimit-remaining"), first.text]).toEqual([304, "1", ""]);
    await call("GET", "/v1/me", { key });
    expect((await call("GET", "/v1/me", { key })).status).toBe(429);
    expect((await fresh()).status).toBe(304);
    const stale = await call("GET", `/v1/projects/${made.json.id}`, { key, headers: { "If-None-Match": '"other"' } });
    expect(stale.status).toBe(429);
  });
});

describe("Idempotency-Key", () => {
  const create = (key: string, idempotencyKey: string, body: unknown = project()) =>
    call("POST", "/v1/projects", { key, body, headers: { "Idempotency-Key": idempotencyKey } });

  test("an idempotency key used again returns the first response to an equal request, and 422 to a different request of the same account", async () => {
    const [a, b] = [await newAccount(), await newAccount()];
    const first = await create(a.key, "order-1");
    const again = await create(a.key, "order-1");
    expect(again.status).toBe(201);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(again.json).toEqual(first.json);
    const other = await create(a.key, "order-1", project({ name: "Other" }));
    expect([other.status, other.json.error.code]).toEqual([422, "idempotency_key_reused"]);
    const elsewhere = await create(b.key, "order-1");
    expect(elsewhere.json.id).not.toBe(first.json.id);
  });

  test("an idempotency key can't be reused with a different query, and /v1 and /api/v1 count as the same address", async () => {
    const { key } = await newAccount();
    const { json } = await create(key, "order-1");
    const add = (base: string, query: string) =>
      call("POST", `${base}/projects/${json.id}/documents${query}`, {
        key,
        body: { name: "ui", segments: [{ key: "a", source: "The house is big." }] },
        headers: { "Idempotency-Key": "document-1" },
      });
    expect((await add("/v1", "?dryRun=true")).status).toBe(200);
    const real = await add("/v1", "");
    expect([real.status, real.json.error.code]).toEqual([422, "idempotency_key_reused"]);
    expect((await add("/api/v1", "?dryRun=true")).headers.get("idempotent-replayed")).toBe("true");
  });

  test("repeating a project change with its Idempotency-Key has no second effect", async () => {
    const { key } = await newAccount();
    const { json } = await create(key, "order-1");
    const archive = () =>
      call("POST", `/v1/projects/${json.id}/transitions`, {
        key,
        body: { to: "archived" },
        headers: { "Idempotency-Key": "archive-1" },
      });
    const first = await archive();
    const again = await archive();
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([200, 200, "true"]);
    expect(again.text).toBe(first.text);
  });

  test("fifty parallel requests with one idempotency key create one project", async () => {
    const { key } = await newAccount();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(key, "burst")));
    const made = answers.filter((answer) => answer.status === 201);
    const running = answers.filter((answer) => answer.status === 409);
    expect(made.length).toBeGreaterThanOrEqual(1);
    expect(made.length + running.length).toBe(50);
    expect(new Set(made.map((answer) => answer.json.id)).size).toBe(1);
    expect(made.filter((answer) => !answer.headers.has("idempotent-replayed"))).toHaveLength(1);
    expect((await call("GET", "/v1/projects", { key })).json.projects).toHaveLength(1);
  });

  test("a refused request doesn't use up its idempotency key, and a malformed key is refused", async () => {
    const { key } = await newAccount();
    expect((await create(key, "retry", project({ name: "" }))).status).toBe(400);
    expect((await create(key, "retry")).status).toBe(201);
    expect((await create(key, "x".repeat(256))).status).toBe(400);
  });
});
