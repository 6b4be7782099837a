import { beforeAll, describe, expect, test } from "vitest";
import { call, newAccount } from "./client";

let key: string;
beforeAll(async () => {
  ({ key } = await newAccount());
});

const faultsOf = (json: { error: { details: { errors: readonly { path: string; code: string }[] } } }) =>
  json.error.details.errors.map(({ path, code }) => `${path} ${code}`).sort();

describe("targets of POST /translate", () => {
  const translate = (body: Record<string, unknown>) =>
    call("POST", "/v1/translate", { key, body: { text: "The house is big.", source: "en", ...body } });

  test("each target gets the same result as in a request for that target alone, under the requested language code", async () => {
    const { status, json } = await translate({ targets: ["es", "CAT", "en"] });
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual(["characters", "results"]);
    expect(Object.keys(json.results)).toEqual(["es", "CAT", "en"]);
    const [es, ca] = [await translate({ target: "es" }), await translate({ target: "ca" })];
    expect(json.results.es).toEqual(es.json);
    expect(json.results.CAT).toEqual(ca.json);
    expect(json.results.en).toMatchObject({ translation: "The house is big.", warnings: [{ code: "same_language" }] });
    expect(json.characters).toBe(3 * 17);
  });

  test("an unsupported target fails without affecting the other targets", async () => {
    const { status, json } = await translate({ targets: ["es", "ja"] });
    expect([status, json.characters]).toEqual([200, 17]);
    expect(json.results.es.translation).toBe("La casa es grande.");
    expect(json.results.ja).toMatchObject({ error: { code: "invalid_request" } });
    expect(json.results.ja.error.details.errors[0]).toMatchObject({ path: "targets.1", code: "unsupported_pair" });
    const none = await translate({ targets: ["ja", "zh"] });
    expect([none.status, none.json.characters]).toEqual([200, 0]);
  });

  test("a request is refused as a whole if its targets are malformed, unknown or repeated, or if it has both target fields or neither", async () => {
    expect(faultsOf((await translate({ targets: ["es", "xx", "!"] })).json)).toEqual([
      "targets.1 unsupported_language",
      "targets.2 unsupported_language",
    ]);
    expect(faultsOf((await translate({ targets: ["es", "ca", "spa"] })).json)).toEqual(["targets.2 duplicate"]);
    expect(faultsOf((await translate({ targets: ["es"] })).json)).toEqual(["targets range"]);
    expect(faultsOf((await translate({ targets: Array(21).fill("es") })).json)).toContain("targets range");
    expect(faultsOf((await translate({ targets: ["es", 3] })).json)).toEqual(["targets.1 type"]);
    expect(faultsOf((await translate({ target: "es", targets: ["es", "ca"] })).json)).toEqual(["targets format"]);
    expect(faultsOf((await translate({})).json)).toEqual(["target required"]);
    expect(faultsOf((await translate({ text: "", targets: ["xx", "es"] })).json)).toEqual([
      "targets.0 unsupported_language",
      "text empty",
    ]);
  });

  test("a request with several targets counts as one request, its characters count once per target, and size limits apply per target", async () => {
    const account = await newAccount({ tier: "free" });
    const body = { text: "a".repeat(10_000), source: "en", targets: ["es", "ca"] };
    const { status, headers } = await call("POST", "/v1/translate", { key: account.key, body });
    expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, "99"]);
    const usage = await call("GET", "/v1/usage", { key: account.key });
    expect(usage.json.total).toMatchObject({ requests: 1, characters: 20_000 });
    const over = await call("POST", "/v1/translate", { key: account.key, body: { ...body, text: "a".repeat(10_001) } });
    expect(over.status).toBe(413);
    const glossary = { ...body, text: "a", glossaryId: "gls_00000000000000000000000000" };
    expect((await call("POST", "/v1/translate", { key: account.key, body: glossary })).status).toBe(404);
  });
});

describe("targets of POST /translate/batch", () => {
  test("a batch returns separate results for each target, including errors of single texts", async () => {
    const texts = ["The house is big and old.", "Дом большой и очень старый, и в нём живёт моя семья."];
    const batch = (body: Record<string, unknown>) => call("POST", "/v1/translate/batch", { key, body });
    const { status, json } = await batch({ texts, targets: ["es", "ca"] });
    expect(status).toBe(200);
    for (const target of ["es", "ca"]) {
      expect(json.results[target]).toEqual((await batch({ texts, target })).json);
      expect(json.results[target].translations[0].translation).toContain("casa");
      expect(json.results[target].translations[1]).toHaveProperty("error.code");
    }
    expect(json.characters).toBe(2 * texts.join("").length);
    const unserved = await batch({ texts: ["The house"], source: "en", targets: ["es", "ja"] });
    expect(unserved.json.results).toMatchObject({
      es: { translations: [{ translation: "La casa" }] },
      ja: { error: { code: "invalid_request" } },
    });
    expect(faultsOf((await batch({ texts: [], targets: ["xx", "es"] })).json)).toEqual([
      "targets.0 unsupported_language",
      "texts empty",
    ]);
  });
});
