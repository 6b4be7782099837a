import { describe, expect, test } from "vitest";
import { engineContract } from "@/e2e/doubles/engine-contract";
import {
  enEs,
  expectNoSecret,
  interactive,
  type ReceivedRequest,
  type Reply,
  remoteEngine,
  SAMPLES,
  startFakeVendor,
  wordByWord,
} from "@/e2e/doubles/fake-vendor";
import { plainSegment } from "@/lib/text/segment";
import { libreTranslate } from "./libretranslate";

const KEY = "libre-secret";

/** As documented by LibreTranslate: errors are `{"error"}`, and the character limit is that of the public server. */
function answer({ url, method, body }: ReceivedRequest): Reply {
  if (method === "GET" && url === "/languages")
    return {
      json: ["en", "es", "zt"].map((code) => ({ code, name: code, targets: ["en", "es", "zt"] })),
    };
  if (method !== "POST" || url !== "/translate") return { status: 404, json: { error: "Not found" } };
  const { q, source, target, format, api_key } = JSON.parse(body);
  if (api_key !== KEY) return { status: 403, json: { error: "Invalid API key" } };
  if (![source, target].every((code) => ["en", "es", "zt"].includes(code)) || format !== "html")
    return { status: 400, json: { error: `${target} is not supported` } };
  const size = q.join("").length;
  if (size > 2_000)
    return { status: 400, json: { error: `Invalid request: request (${size}) exceeds text limit (2000)` } };
  return { json: { translatedText: q.map(wordByWord) } };
}

const fakeVendor = startFakeVendor(answer);

const vendor = (key = KEY) => libreTranslate({ url: fakeVendor.url, key, backoffMs: 1 });

engineContract("LibreTranslate", (queueLimit) => remoteEngine(vendor(), { queueLimit }), SAMPLES);

describe("translating with LibreTranslate", () => {
  test("language codes of older LibreTranslate versions are supported", async () => {
    const engine = remoteEngine(vendor());
    expect(await engine.directions()).toContainEqual(expect.objectContaining({ source: "en", target: "zh-Hant" }));
    await engine.translate([plainSegment("The house")], { source: "en", target: "zh-Hant" }, interactive);
    expect(JSON.parse(fakeVendor.askedFor("/translate")[0]!.body)).toMatchObject({ source: "en", target: "zt" });
  });

  test("LibreTranslate counts as a local engine only if its address is local", () => {
    expect(vendor().local).toBe(true);
    expect(libreTranslate({ url: "http://[::1]:5000" }).local).toBe(true);
    expect(libreTranslate({ url: "http://localhost:5000" }).local).toBe(true);
    expect(libreTranslate({ url: "https://libretranslate.com" }).local).toBe(false);
    expect(libreTranslate({ url: "http://127.0.0.1.example.org" }).local).toBe(false);
    expect(libreTranslate({ url: "http://192.168.1.7:5000" }).local).toBe(false);
  });

  test.each([
    ["a wrong key", { status: 403, json: { error: "Invalid API key" } }, "unavailable"],
    [
      "a slowdown",
      { status: 429, headers: { "retry-after": "60" }, json: { error: "Slowdown: 80 per 1 minute" } },
      "overloaded",
    ],
    ["one text in place of a list", { json: { translatedText: "La casa" } }, "unavailable"],
  ] as const)("a LibreTranslate error is reported without secrets: %s", async (_, reply, code) => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    fakeVendor.next.push(reply);
    const error = await engine.translate([plainSegment("The house")], enEs, interactive).catch((error) => error);
    expect(error).toMatchObject({ name: "EngineError", code });
    expectNoSecret(error, KEY, "The house");
  });
});
