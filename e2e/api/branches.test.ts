import { describe, expect, test } from "vitest";
import { call, newAccount } from "./client";
import { atRest, jobEnd } from "./project-work";

const BRANCH = "feature/new-texts";
const BASE = { a: "The house is big.", b: "The tree is green.", c: "See you tomorrow." };

/** A project with one document whose first two texts are translated in main. */
async function newProject(over: Record<string, unknown> = {}) {
  const { key } = await newAccount();
  const body = { name: "Branches", sourceLanguage: "en", targetLanguages: ["es"], workflow: "human", ...over };
  const { json } = await call("POST", "/v1/projects", { key, body });
  const project = `/v1/projects/${json.id}`;
  const work = {
    key,
    project,
    get: async (path: string) => (await call("GET", `${project}${path}`, { key })).json,
    put: (content: unknown, branch?: string, path = "en.json", more = "") => {
      const form = new FormData();
      form.set("file", new File([JSON.stringify(content)], "en.json"));
      const query = `?path=${path}${branch ? `&branch=${encodeURIComponent(branch)}` : ""}${more}`;
      return call("PUT", `${project}/documents${query}`, { key, raw: form });
    },
    rest: async (branch?: string) => {
      await atRest(key, json.id);
      if (branch !== undefined) await atRest(key, json.id, branch);
    },
    segments: async (branch?: string) => {
      const query = `?language=es&limit=100${branch ? `&branch=${encodeURIComponent(branch)}` : ""}`;
      return (await work.get(`/segments${query}`)).segments as any[];
    },
    texts: async (branch?: string) =>
      Object.fromEntries(
        (await work.segments(branch)).map((one) => [one.key, [one.translation.text, one.translation.state]]),
      ),
    edit: async (name: string, text: string, branch?: string, state = "translated") => {
      const one = (await work.segments(branch)).find(({ key: segmentKey }) => segmentKey === name);
      const path = `/v1/segments/${one.id}/translations/es`;
      const headers = { "If-Match": `"${one.translation.revision}"` };
      const answer = await call("PATCH", path, { key, headers, body: { text, state } });
      expect(answer.status).toBe(200);
    },
    merge: async (query = "") => {
      const sent = await call("POST", `${project}/branches/${encodeURIComponent(BRANCH)}/merge${query}`, { key });
      return sent.status === 202 ? jobEnd(key, sent.json.id) : sent;
    },
  };
  await work.put(BASE);
  await work.rest();
  await work.edit("a", "La casa es grande.");
  await work.edit("b", "El árbol es verde.", undefined, "reviewed");
  return work;
}

describe("a branch", () => {
  test("a branch contains the documents that differ from main, and its changes don't appear in main", async () => {
    const work = await newProject();
    const main = await work.get("");
    const list = (await call("GET", "/v1/projects", { key: work.key })).json.projects;
    const events = (await work.get("/events?limit=100")).events.length;
    const preview = await work.put({ ...BASE, d: "The door." }, BRANCH, "en.json", "&dryRun=true");
    expect(preview.json).toMatchObject({ added: 1, unchanged: 3, changed: 0, removed: 0 });
    expect((await work.get("/branches")).branches).toEqual([]);
    const same = await work.put(BASE, BRANCH);
    expect([same.status, same.json.changed, same.json.branch]).toEqual([200, false, null]);

    const sent = await work.put({ ...BASE, c: "See you soon.", d: "The door." }, BRANCH);
    expect([sent.status, sent.json]).toMatchObject([
      200,
      { changed: true, branch: BRANCH, projectId: main.id, version: { number: 2 } },
    ]);
    await work.rest(BRANCH);
    expect(Object.keys(await work.texts(BRANCH))).toEqual(["a", "b", "c", "d"]);
    expect(await work.texts(BRANCH)).toMatchObject({
      a: ["La casa es grande.", "translated"],
      b: ["El árbol es verde.", "reviewed"],
    });
    await work.edit("d", "La puerta.", BRANCH);
    const ofLanguage = (query: string) => work.get(`/languages/es${query}`);
    expect((await ofLanguage("")).progress.segments.total).toBe(3);
    const inBranch = await ofLanguage(`?branch=${encodeURIComponent(BRANCH)}`);
    expect(inBranch.progress.segments).toMatchObject({ total: 4, translated: 2, reviewed: 1 });
    const branch = await work.get(`/branches/${encodeURIComponent(BRANCH)}`);
    expect(branch).toMatchObject({ name: BRANCH, projectId: main.id, documents: 1, activity: null });
    expect(branch.progress.segments).toMatchObject({ total: 4, translated: 2, reviewed: 1 });
    expect((await work.get(`/documents?branch=${encodeURIComponent(BRANCH)}`)).documents).toHaveLength(1);

    expect(Object.keys(await work.texts())).toEqual(["a", "b", "c"]);
    const { updatedAt: _, version: __, ...after } = await work.get("");
    expect(after).toEqual(expect.objectContaining({ progress: main.progress, status: main.status, documentCount: 1 }));
    expect((await call("GET", "/v1/projects", { key: work.key })).json.projects).toHaveLength(list.length);
    expect((await work.get("/events?limit=100")).events).toHaveLength(events);
    expect((await work.get("/documents")).documents).toHaveLength(1);
  });

  test("a branch is exported separately", async () => {
    const work = await newProject();
    await work.put({ ...BASE, d: "The door." }, BRANCH);
    await work.rest(BRANCH);
    await work.edit("d", "La puerta.", BRANCH);
    const sent = await call("POST", `${work.project}/exports?branch=${encodeURIComponent(BRANCH)}`, {
      key: work.key,
      body: { languages: ["es"], minState: "translated" },
    });
    expect(sent.status).toBe(202);
    await jobEnd(work.key, sent.json.jobId);
    const { json } = await call("GET", `/v1/exports/${sent.json.id}`, { key: work.key });
    expect(json).toMatchObject({ status: "succeeded", projectId: (await work.get("")).id });
    const { documents } = await work.get(`/documents?branch=${encodeURIComponent(BRANCH)}`);
    const file = await call("GET", `/v1/documents/${documents[0].id}/target?language=es&minState=translated`, {
      key: work.key,
      documented: false,
    });
    expect(JSON.parse(file.text)).toEqual({ a: "La casa es grande.", b: "El árbol es verde.", d: "La puerta." });
  });

  test("merging a branch moves its translations to main and ends the branch", async () => {
    const work = await newProject();
    await work.put({ a: BASE.a, b: "The trees are green.", d: "The door." }, BRANCH);
    await work.put({ hello: "Hello" }, BRANCH, "extra.json");
    await work.rest(BRANCH);
    await work.edit("b", "Los árboles son verdes.", BRANCH);
    await work.edit("d", "La puerta.", BRANCH, "reviewed");
    const ids = Object.fromEntries((await work.segments()).map((one) => [one.key, one.id]));
    const preview = await work.get(`/branches/${encodeURIComponent(BRANCH)}/changes`);
    expect(preview.documents).toMatchObject([
      {
        path: "en.json",
        change: "changed",
        segments: { added: 1, changed: 1, removed: 1, unchanged: 1 },
        translations: 2,
      },
      {
        path: "extra.json",
        change: "added",
        segments: { added: 1, changed: 0, removed: 0, unchanged: 0 },
        translations: 0,
      },
    ]);
    expect(await work.merge()).toMatchObject({
      type: "branch_merge",
      status: "succeeded",
      result: { documents: 2, suggested: 0 },
    });
    await work.rest();
    expect(await work.texts()).toEqual({
      a: ["La casa es grande.", "translated"],
      b: ["Los árboles son verdes.", "translated"],
      d: ["La puerta.", "reviewed"],
      hello: [null, "untranslated"],
    });
    const after = Object.fromEntries((await work.segments()).map((one) => [one.key, one.id]));
    expect([after.a, after.b]).toEqual([ids.a, ids.b]);
    expect((await work.get("/branches")).branches).toEqual([]);
    const { progress } = await work.get("");
    expect(progress.segments).toMatchObject({ total: 4, translated: 2, reviewed: 1, untranslated: 1 });
    // A key removed in the branch returns with its translation.
    expect((await work.get("/documents")).documents.map((one: any) => one.path).sort()).toEqual([
      "en.json",
      "extra.json",
    ]);
  });

  test("merging a branch is refused if its document has also changed in main, unless the request says which content takes precedence", async () => {
    const work = await newProject();
    await work.put({ ...BASE, d: "The door." }, BRANCH);
    await work.rest(BRANCH);
    await work.edit("d", "La puerta.", BRANCH);
    await work.edit("a", "La casa es muy grande.", BRANCH);
    await work.edit("c", "Hasta mañana.", BRANCH);
    await work.edit("a", "La casa es enorme.");
    await work.put({ ...BASE, e: "The end." });
    await work.rest();
    const refused: any = await work.merge();
    expect([refused.status, refused.json.error.details]).toMatchObject([
      409,
      { reason: "branch_conflict", paths: ["en.json"] },
    ]);
    expect(await work.merge("?onConflict=main")).toMatchObject({ status: "succeeded", result: { suggested: 1 } });
    await work.rest();
    expect(await work.texts()).toEqual({
      a: ["La casa es enorme.", "translated"],
      b: ["El árbol es verde.", "reviewed"],
      c: ["Hasta mañana.", "translated"],
      e: [null, "untranslated"],
    });
    // A push after the merge also gets the translation made in the branch.
    await work.put({ ...BASE, d: "The door.", e: "The end." });
    await work.rest();
    expect((await work.texts()).d).toEqual(["La puerta.", "translated"]);
    const [first] = await work.segments();
    const { json } = await call("GET", `/v1/segments/${first.id}/matches?language=es`, { key: work.key });
    expect(JSON.stringify(json)).toContain("La casa es muy grande.");
  });

  test("a deleted branch leaves nothing in main, and other accounts cannot access a branch", async () => {
    const work = await newProject();
    await work.put({ ...BASE, d: "The door." }, BRANCH);
    await work.rest(BRANCH);
    const address = `${work.project}/branches/${encodeURIComponent(BRANCH)}`;
    const stranger = await newAccount();
    for (const [method, path] of [
      ["GET", address],
      ["DELETE", address],
      ["POST", `${address}/merge`],
      ["GET", `${work.project}/documents?branch=${encodeURIComponent(BRANCH)}`],
      ["GET", `${work.project}/segments?language=es&branch=${encodeURIComponent(BRANCH)}`],
    ] as const)
      expect((await call(method, path, { key: stranger.key })).status).toBe(404);
    expect((await call("DELETE", address, { key: work.key })).status).toBe(204);
    expect((await call("GET", address, { key: work.key })).status).toBe(404);
    const gone = await call("GET", `${work.project}/segments?language=es&branch=${encodeURIComponent(BRANCH)}`, {
      key: work.key,
    });
    expect([gone.status, gone.json.error.details.resource]).toEqual([404, "branch"]);
    expect(Object.keys(await work.texts())).toEqual(["a", "b", "c"]);
    const named = await call("GET", `${work.project}/documents?branch=main`, { key: work.key });
    expect([named.status, named.json.error.details.errors[0].path]).toEqual([400, "branch"]);
  });
});
