import { describe, expect, test } from "vitest";
import { call, checkError, newAccount } from "./client";
import { jobEnd, makeProject, segmentsOf, until } from "./project-work";

async function send(key: string, documentId: string, name: string, content: string, query = "language=es") {
  const form = new FormData();
  form.set("file", new File([content], name));
  return call("PUT", `/v1/documents/${documentId}/target?${query}`, { key, raw: form });
}

async function withDocument(key: string, name: string, content: string): Promise<[string, string]> {
  const { projectId } = await makeProject(key);
  const form = new FormData();
  form.set("file", new File([content], name));
  const sent = await call("POST", `/v1/projects/${projectId}/documents`, { key, raw: form });
  expect(sent.status, sent.text).toBe(202);
  await until(
    () => call("GET", `/v1/documents/${sent.json.id}`, { key }),
    ({ status }) => status === "ready",
  );
  return [projectId, sent.json.id];
}

describe("a translated file", () => {
  test("a translated file in the document's format is imported with a summary of changes, and can be undone", async () => {
    const { key } = await newAccount();
    const [projectId, id] = await withDocument(
      key,
      "en.json",
      '{"a":"The house, {{name}}","b":"The car","c":"OK then"}',
    );
    const file = '{"c":"OK then","b":"El coche","a":"La casa, {{name}}","d":"Nuevo texto"}';
    const sent = await send(key, id, "es.json", file);
    expect(sent.status, sent.text).toBe(202);
    const counts = { unchanged: 0, replaced: 0, kept: 0, conflicts: 0, notUnderstood: 0 };
    expect((await jobEnd(key, sent.json.id)).result).toEqual({ ...counts, accepted: 3, notFound: 1, values: 4 });
    const texts = async () =>
      (await segmentsOf(key, projectId, `language=es&documentId=${id}`)).map(({ translation }) => [
        translation.text,
        translation.state,
      ]);
    expect(await texts()).toEqual([
      ["La casa, <x1/>", "translated"],
      ["El coche", "translated"],
      // A text that equals its source counts as translated, too.
      ["OK then", "translated"],
    ]);
    const undo = await call("POST", `/v1/jobs/${sent.json.id}/undo`, { key });
    expect((await jobEnd(key, undo.json.id)).result).toMatchObject({ undone: 3, kept: 0 });
    expect((await texts()).map(([text]) => text)).toEqual([null, null, null]);
  });

  test("a translated file that is broken or has another structure is refused with a reason, and changes nothing", async () => {
    const { key } = await newAccount();
    const [, id] = await withDocument(key, "a.md", "# One\n\nTwo.\n\nThree.\n");
    const other = await send(key, id, "es.md", "# Uno\n\nDos.\n");
    expect([other.status, other.json.error.code]).toEqual([422, "unreadable_file"]);
    expect(other.json.error.message).toContain("The file has 2 segments, the document has 3 segments");
    checkError(other);
    const [, json] = await withDocument(key, "en.json", '{"a":"The house"}');
    for (const broken of ['{"a":', "[".repeat(100_000), "\0\0"]) {
      const answer = await send(key, json, "es.json", broken);
      expect(answer.status, answer.text).toBe(422);
    }
    expect((await send(key, json, "es.json", "")).status).toBe(400);
  });

  test("a file imported as suggestions changes no translation, and its texts appear among the matches with their author", async () => {
    const { key } = await newAccount();
    const [projectId, id] = await withDocument(key, "en.json", '{"a":"The house"}');
    const sent = await send(key, id, "es.json", '{"a":"La casa"}', "language=es&mode=suggest");
    expect((await jobEnd(key, sent.json.id)).result).toMatchObject({ accepted: 1, unchanged: 0 });
    const [segment] = await segmentsOf(key, projectId, `language=es&documentId=${id}&include=matches`);
    expect(segment.translation).toMatchObject({ text: null, state: "untranslated", revision: 0 });
    expect(segment.matches).toMatchObject([
      { origin: "suggestion", source: "The house", target: "La casa", suggestedBy: { type: "key" } },
    ]);
    const { json } = await call("GET", `/v1/segments/${segment.id}/matches?language=es`, { key });
    expect(json.matches).toEqual(segment.matches);
    const unknown = await send(key, id, "es.json", "{}", "language=es&mode=other");
    expect(unknown.status).toBe(400);
  });
});
