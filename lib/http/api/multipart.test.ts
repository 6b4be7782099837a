import { expect, test } from "vitest";
import type { ApiRequest } from "./endpoint";
import { readMultipart } from "./multipart";

const LIMITS = { tier: null, limits: { fileBytes: 1_000 } };

/** A multipart form, whose parts have a name, a file name and a content. */
function form(...parts: readonly (readonly [name: string, fileName: string, content: string])[]): ApiRequest {
  const body = new FormData();
  for (const [name, fileName, content] of parts) body.append(name, new Blob([content]), fileName);
  body.append("existing", "keep");
  return new Request("http://localhost/", { method: "POST", body }) as ApiRequest;
}

const several = (request: ApiRequest) => readMultipart(request, LIMITS, undefined, true);

test("an upload form for several files keeps the paths and order of the files, and may include an archive", async () => {
  const sent = await several(
    form(["file", "de/app.json", "1"], ["file", "fr/app.json", "2"], ["archive", "a.zip", "3"]),
  );
  expect(sent.files.map(({ fileName, bytes }) => [fileName, bytes.toString()])).toEqual([
    ["de/app.json", "1"],
    ["fr/app.json", "2"],
  ]);
  expect(sent.archive).toMatchObject({ fileName: "a.zip" });
  expect(sent.fields).toEqual({ existing: "keep" });
  const other = await several(
    form(["file", "de/app.json", "1"], ["file", "it/app.json", "2"], ["archive", "a.zip", "3"]),
  );
  expect(other.hash.equals(sent.hash)).toBe(false);
  await expect(several(form(["document", "a", "1"]))).rejects.toMatchObject({ code: "invalid_request" });
  await expect(several(form(["file", "a", "x".repeat(600)], ["file", "b", "x".repeat(70_000)]))).rejects.toMatchObject({
    code: "too_large",
  });
});

test("an upload form for one file removes folders from the file's name, and refuses a second file or an archive", async () => {
  const sent = await readMultipart(form(["file", "de/app.json", "1"]), LIMITS);
  expect(sent.file?.fileName).toBe("app.json");
  for (const second of [["file", "b", "2"] as const, ["archive", "b", "2"] as const])
    await expect(readMultipart(form(["file", "a", "1"], second), LIMITS)).rejects.toMatchObject({
      code: "invalid_request",
    });
});
