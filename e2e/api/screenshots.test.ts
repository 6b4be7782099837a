import { describe, expect, test } from "vitest";
import { baseUrl, call, newAccount } from "./client";
import { makeProject, makeScreenshot, PNG, segmentsOf } from "./project-work";

const TEXTS = [
  { key: "a", source: "Pay now" },
  { key: "b", source: "Cancel" },
];

function form(bytes: Uint8Array, name = "cart.png", fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  data.set("file", new File([Uint8Array.from(bytes)], name));
  return data;
}

async function newProject() {
  const { key, accountId } = await newAccount();
  const { projectId } = await makeProject(key, { segments: TEXTS });
  const [pay, cancel] = await segmentsOf(key, projectId);
  const path = `/v1/projects/${projectId}/screenshots`;
  const add = (raw: FormData) => call("POST", path, { key, raw });
  return { key, accountId, projectId, path, pay, cancel, add };
}

describe("screenshots", () => {
  test("screenshots belong to a project, are linked to segments on upload or later, and are deleted with their links", async () => {
    const { key, projectId, path, pay, cancel, add } = await newProject();
    const { status, json: cart, headers } = await add(form(PNG, "cart.png", { segmentIds: `${pay.id},${cancel.id}` }));
    expect([status, cart]).toMatchObject([
      201,
      { name: "cart.png", mediaType: "image/png", width: 1, height: 1, bytes: PNG.length },
    ]);
    expect(headers.get("location")).toBe(cart.contentUrl);
    const other = await makeScreenshot(key, projectId);
    const linked = async () =>
      Object.fromEntries(
        (await segmentsOf(key, projectId)).map((one: any) => [one.key, one.screenshots.map(({ id }: any) => id)]),
      );
    expect(await linked()).toEqual({ a: [cart.id], b: [cart.id] });
    const changed = await call("PATCH", `/v1/segments/${pay.id}`, { key, body: { screenshots: [cart.id, other] } });
    expect(changed.json.screenshots.map(({ id }: any) => id)).toEqual([cart.id, other]);
    const labelled = await call("PATCH", `/v1/segments/${pay.id}`, { key, body: { labels: ["checkout"] } });
    expect(labelled.json.screenshots, "left as they are").toHaveLength(2);
    expect((await call("GET", path, { key })).json.screenshots.map(({ id }: any) => id)).toEqual([other, cart.id]);
    const ofCancel = await call("GET", `${path}?segmentId=${cancel.id}`, { key });
    expect(ofCancel.json.screenshots.map(({ id }: any) => id)).toEqual([cart.id]);
    expect((await call("DELETE", `${path}/${cart.id}`, { key })).status).toBe(204);
    expect(await linked()).toEqual({ a: [other], b: [] });
    expect((await call("PATCH", `/v1/segments/${pay.id}`, { key, body: { screenshots: [] } })).status).toBe(200);
    expect(await linked()).toEqual({ a: [], b: [] });
  });

  test("a screenshot is returned unchanged as a download with its image type", async () => {
    const { key, projectId } = await newProject();
    const id = await makeScreenshot(key, projectId);
    const answer = await fetch(`${baseUrl()}/v1/projects/${projectId}/screenshots/${id}/content`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(answer.headers.get("cache-control")).toContain("private");
  });

  test.each([
    ["an HTML page named like a picture", Buffer.from("<script>alert(1)</script>"), 415],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ["more than 5 MiB", Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]), 413],
    ["more than 10,000 pixels", Buffer.from(PNG).fill(0x7f, 16, 18), 413],
  ])("a screenshot upload does not accept %s", async (_, bytes, expected) => {
    const { add } = await newProject();
    expect((await add(form(bytes))).status).toBe(expected);
  });

  test("a screenshot is accessible only in its project and account", async () => {
    const { key, projectId, pay, add } = await newProject();
    const id = await makeScreenshot(key, projectId);
    const stranger = await newProject();
    const theirs = `/v1/projects/${projectId}/screenshots`;
    for (const [method, path] of [
      ["GET", theirs],
      ["GET", `${theirs}/${id}/content`],
      ["DELETE", `${theirs}/${id}`],
      ["GET", `${stranger.path}/${id}/content`],
      ["DELETE", `${stranger.path}/${id}`],
    ] as const)
      expect((await call(method, path, { key: stranger.key })).status, `${method} ${path}`).toBe(404);
    const link = { key: stranger.key, body: { screenshots: [id] } };
    expect((await call("PATCH", `/v1/segments/${stranger.pay.id}`, link)).status).toBe(400);
    expect((await stranger.add(form(PNG, "x.png", { segmentIds: pay.id }))).status).toBe(400);
    expect((await add(form(PNG, "x.png", { segmentIds: "seg_1" }))).status).toBe(400);
  });
});
