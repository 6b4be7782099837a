import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { runs } from "@/e2e/long";
import { call, checkError, newAccount, openApi } from "./client";

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
      // Only the readiness check may answer 503.
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

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, "�");
}
