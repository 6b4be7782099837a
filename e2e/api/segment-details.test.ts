import { expect, test } from "vitest";
import { call, newAccount } from "./client";
import { atRest, makeProject, segmentsOf } from "./project-work";

test("labels, description and maximum length that a manager sets for a segment are kept by new document versions", async () => {
  const { key, anotherKey } = await newAccount();
  const { projectId, documentId } = await makeProject(key);
  const [title, body] = await segmentsOf(key, projectId);
  expect(title).toMatchObject({ labels: [], description: null, maxLength: null });
  const details = { labels: ["checkout", "button", "button"], description: "Below the cart", maxLength: 12 };
  const patch = (id: string, sent: unknown, by = key) => call("PATCH", `/v1/segments/${id}`, { key: by, body: sent });
  const set = await patch(title.id, details);
  expect([set.status, set.json]).toMatchObject([200, { ...details, labels: ["checkout", "button"], key: "title" }]);
  await patch(body.id, { labels: ["help"] });

  const labelled = async (label: string) =>
    (await call("GET", `/v1/projects/${projectId}/segments?language=es&label=${label}`, { key })).json.segments.map(
      (one: { key: string }) => one.key,
    );
  expect(await labelled("button")).toEqual(["title"]);
  expect(await labelled("button,help")).toEqual(["title", "body"]);
  expect(await labelled("other")).toEqual([]);

  // The checks apply the limit at once, and a new version of the file keeps it.
  const path = `/v1/segments/${title.id}/translations/es`;
  const edited = await call("PATCH", path, {
    key,
    headers: { "If-Match": '"0"' },
    body: { text: "La casa es muy grande.", state: "draft" },
  });
  expect(edited.text).toContain("length");
  const version = { segments: [{ key: "title", source: "The house is small.", maxLength: 40 }] };
  await call("PUT", `/v1/documents/${documentId}/content`, { key, body: version });
  await atRest(key, projectId);
  const [after] = await segmentsOf(key, projectId);
  expect(after).toMatchObject({ id: title.id, labels: ["checkout", "button"], maxLength: 12 });
  expect((await patch(title.id, { maxLength: null, description: "" })).json).toMatchObject({
    maxLength: 40,
    description: null,
    labels: ["checkout", "button"],
  });
  await atRest(key, projectId);

  expect((await patch(title.id, { labels: ["a,b"] })).json.error.details.errors[0]).toMatchObject({ code: "format" });
  const reader = await anotherKey({ scopes: ["projects:read"] });
  expect((await patch(title.id, { labels: [] }, reader.key)).status).toBe(403);
  const stranger = await newAccount();
  expect((await patch(title.id, { labels: [] }, stranger.key)).status).toBe(404);
});
