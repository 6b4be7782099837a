import { expect, test } from "vitest";
import { requestSamples } from "./request-samples";

const URL = "https://translate.example.org/v1/glossaries/{glossaryId}";
const samplesOf = (request: Partial<Parameters<typeof requestSamples>[0]>) =>
  Object.fromEntries(requestSamples({ method: "GET", url: URL, mediaType: null, example: "", fields: [], ...request }));

test("request samples escape quotation marks for the shell and write true, false and null as Python literals", () => {
  const example = '{"text":"It\'s true","ok":true,"none":null}';
  const { curl, JavaScript, Python } = samplesOf({ method: "PATCH", mediaType: "application/json", example });
  expect(curl).toBe(
    [
      `curl -X PATCH "${URL}"`,
      '-H "Authorization: Bearer $DRAGOMAN_KEY"',
      '-H "Content-Type: application/json"',
      `-d '{"text":"It'\\''s true","ok":true,"none":null}'`,
    ].join(" \\\n  "),
  );
  expect(JavaScript).toContain('method: "PATCH"');
  expect(Python).toContain('json={"text":"It\'s true","ok":True,"none":None}');
});

test("the curl sample indents every line of a JSON body like the curl options", () => {
  const { curl } = samplesOf({ method: "POST", mediaType: "application/json", example: '{\n  "text": "Hello"\n}' });
  expect(curl).toContain(`  -d '{\n    "text": "Hello"\n  }'`);
});

test("request samples list form fields before the file, and the sample of a GET request has neither method nor body", () => {
  const { curl, JavaScript, Python } = samplesOf({
    method: "POST",
    mediaType: "multipart/form-data",
    fields: ["target"],
  });
  expect(curl).toMatch(/-F target=…[\s\S]*-F file=@document\.docx$/);
  expect(JavaScript).toContain('form.set("target", "…");');
  expect(Python).toContain('data={"target": "…"}');
  expect(samplesOf({}).curl).toBe(`curl "${URL}" \\\n  -H "Authorization: Bearer $DRAGOMAN_KEY"`);
  expect(samplesOf({}).JavaScript).not.toMatch(/method|body/);
});
