import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { runs } from "@/e2e/long";
import { baseUrl, call, checkError, newAccount, openApi } from "./client";

let key: string;
beforeAll(async () => {
  ({ key } = await newAccount());
});

const HOSTILE = [
  "",
  "\u0000",
  "\ud800",
  "'; drop table accounts; --",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what template engines would run
  "{{7*7}}${7*7}",
  "%00%ff%c0%ae",
  "\u202e\u200b\ufeff",
  "🏳️‍🌈".repeat(50),
  "A".repeat(5_000),
  "__proto__",
  "constructor",
  "Infinity",
  "-0",
  "1e400",
  "null",
  "\r\nX-Injected: 1",
];

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(...HOSTILE),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 4 }),
) as fc.Arbitrary<unknown>;

test("random invalid requests never return a 5xx status, and every error has the documented body", async () => {
  const { document } = await openApi();
  const targets = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, any>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const requests = fc.sample(
    fc.record({
      target: fc.constantFrom(...targets),
      fields: fc.dictionary(
        fc.constantFrom(
          "text",
          "texts",
          "source",
          "target",
          "name",
          "sourceLanguage",
          "targetLanguages",
          "format",
          "metadata",
          "__proto__",
          "x",
        ),
        anything,
        { maxKeys: 6 },
      ),
      whole: fc.option(anything, { freq: 6 }),
      id: fc.constantFrom(...HOSTILE, "prj_01k9t3mv8wfq2s6x0c4zn7yhde", "file_01k9t3mv8wfq2s6x0c4zn7yhde"),
      query: fc.option(
        fc.dictionary(
          fc.constantFrom("limit", "cursor", "sort", "status", "q", "display", "from", "x"),
          fc.constantFrom(...HOSTILE, "5", "-1", "name"),
          { maxKeys: 3 },
        ),
      ),
    }),
    { numRuns: runs(2_000), seed: 42 },
  );
  const seen: Record<number, number> = {};
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < requests.length; i = next++) {
      const { target, fields, whole, id, query } = requests[i]!;
      const path = target.path.replace(/\{\w+\}/g, encodeURIComponent(wellFormed(id)) || "x");
      const search = query
        ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, wellFormed(value)]))}`
        : "";
      const hasBody = Boolean(target.operation.requestBody?.content["application/json"]);
      const answer = await call(target.method, `/v1${path}${search}`, {
        key,
        ...(hasBody ? { body: whole ?? fields } : {}),
      });
      seen[answer.status] = (seen[answer.status] ?? 0) + 1;
      // 503 is documented, but only the readiness check may return it here.
      if (target.path !== "/health/ready")
        expect(answer.status, `${target.method} ${path}${search} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
      if (answer.status >= 400) checkError(answer);
      expect(answer.headers.get("x-injected")).toBeNull();
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  expect(Object.values(seen).reduce((a, b) => a + b, 0)).toBe(runs(2_000));
  expect(seen[400]).toBeGreaterThan(runs(500));
});

/** Addresses of the vendors' APIs, of MCP, and of downloads. */
const FOREIGN: readonly (readonly [method: string, path: string])[] = [
  ...["translate", "document", "glossaries"].map((name) => ["POST", `/v2/${name}`] as const),
  ["POST", "/deeplx/translate"],
  ...["translate", "detect", "suggest", "translate_file"].map((name) => ["POST", `/libretranslate/${name}`] as const),
  ["POST", "/language/translate/v2"],
  ["POST", "/v3/projects/p:translateText"],
  ["POST", "/translator/text/v3.0/translate?api-version=3.0&to=es"],
  ["POST", "/translator/text/v3.0/detect?api-version=3.0"],
  ["POST", "/mcp"],
  ["GET", "/v1/files/file_01k9t3mv8wfq2s6x0c4zn7yhde/content"],
  ["GET", "/v1/exports/exp_01k9t3mv8wfq2s6x0c4zn7yhde/content"],
];

test("random requests to the compatible APIs, the MCP server and the downloads never return a 5xx status", async () => {
  const name = fc.constantFrom("q", "text", "source", "target", "format", "params", "__proto__", "contents", "Text");
  const requests = fc.sample(
    fc.record({
      address: fc.constantFrom(...FOREIGN),
      body: fc.oneof(
        fc.dictionary(name, anything, { maxKeys: 6 }),
        fc.record({
          jsonrpc: fc.constant("2.0"),
          id: anything,
          method: fc.constantFrom("tools/call", "x"),
          params: anything,
        }),
        anything,
      ),
      type: fc.constantFrom("application/json", "application/x-www-form-urlencoded", "multipart/form-data", "x"),
      header: fc.constantFrom(
        "range",
        "if-none-match",
        "accept",
        "accept-language",
        "x-clienttraceid",
        "mcp-protocol-version",
      ),
      value: fc.constantFrom("bytes=0-18446744073709551616", "*", ",".repeat(2_000), "x\t;q=1e9", "W/", "-1"),
    }),
    { numRuns: runs(1_000), seed: 43 },
  );
  const lane = async (own: typeof requests) => {
    for (const { address, body, type, header, value } of own) {
      const [method, path] = address;
      const raw = type.endsWith("urlencoded")
        ? new URLSearchParams({ q: String(JSON.stringify(body)) }).toString()
        : JSON.stringify(body);
      const response = await fetch(`${baseUrl()}${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": type, [header]: value },
        ...(method === "POST" ? { body: raw } : {}),
      });
      expect(response.status, `${method} ${path} ${type} ${raw?.slice(0, 300)} ${await response.text()}`).toBeLessThan(
        500,
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, i) => lane(requests.filter((_, at) => at % 8 === i))));
}, 60_000);

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, "�");
}
