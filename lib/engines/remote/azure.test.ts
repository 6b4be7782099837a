import { describe, expect, test } from "vitest";
import { engineContract } from "@/lib/engines/contract";
import { plainSegment } from "@/lib/text/segment";
import { azure } from "./azure";
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
} from "./fake-vendor";

const KEY = "azure-secret";
const CODES = ["en", "es", "pt", "pt-pt", "zh-Hans", "zh-Hant", "sr-Cyrl", "sr-Latn", "nb", "fr-ca"];

/** As documented by Azure: errors are `{"error": {code, message}}` with a six-digit code. */
function answer({ url, method, headers, body }: ReceivedRequest): Reply {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (searchParams.get("api-version") !== "3.0") return refused(400, 400021);
  if (method === "GET" && pathname === "/languages")
    return {
      json: {
        translation: Object.fromEntries(CODES.map((code) => [code, { name: code, nativeName: code, dir: "ltr" }])),
      },
    };
  if (method !== "POST" || pathname !== "/translate") return refused(404, 404000);
  if (headers["ocp-apim-subscription-key"] !== KEY || headers["ocp-apim-subscription-region"] !== "westeurope")
    return refused(401, 401000);
  if (!CODES.includes(searchParams.get("to") ?? "")) return refused(400, 400036);
  const texts = (JSON.parse(body) as { Text: string }[]).map(({ Text }) => Text);
  if (texts.length > 1_000 || texts.join("").length > 50_000) return refused(400, 400077);
  const to = searchParams.get("to");
  return { json: texts.map((text) => ({ translations: [{ text: wordByWord(text), to }] })) };
}

function refused(status: number, code: number): Reply {
  return { status, json: { error: { code, message: "The request is not right." } } };
}

const fakeVendor = startFakeVendor(answer);

const vendor = (key = KEY) => azure({ key, region: "westeurope", url: fakeVendor.url, backoffMs: 1 });

engineContract("Azure", (queueLimit) => remoteEngine(vendor(), { queueLimit }), SAMPLES);

describe("Azure", () => {
  test("names languages as BCP 47 does, and asks for them by its own codes", async () => {
    const engine = remoteEngine(vendor());
    const pairs = (await engine.directions()).map(({ source, target }) => `${source}>${target}`);
    expect(pairs).toEqual(expect.arrayContaining(["en>pt-PT", "en>sr", "en>sr-Latn", "en>fr-CA", "zh-Hant>en"]));
    await engine.translate([plainSegment("x y")], { source: "sr", target: "pt-PT" }, interactive);
    const { searchParams } = new URL(fakeVendor.askedFor("/translate")[0]!.url, fakeVendor.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      "api-version": "3.0",
      from: "sr-Cyrl",
      to: "pt-pt",
      textType: "html",
    });
  });

  test("stays below 50,000 characters with all the markup of texts full of codes", async () => {
    const codes = Array.from({ length: 300 }, (_, at) => ({ id: at + 1, kind: "placeholder" as const }));
    const text = codes.map(({ id }) => `house <x${id}/>`).join(" ");
    const answers = await remoteEngine(vendor()).translate(Array(12).fill({ text, codes }), enEs, interactive);
    expect(answers.every((one) => one.text === text.replaceAll("house", "casa"))).toBe(true);
  });

  test("stays below them with one text that has nearly nothing but codes, or a code that stands for a page", async () => {
    const codes = Array.from({ length: 1_200 }, (_, at) => ({
      id: at + 1,
      kind: "placeholder" as const,
      equiv: "{name}",
    }));
    const text = codes.map(({ id }) => `house <x${id}/>`).join(" ");
    const page = { id: 1, kind: "placeholder" as const, equiv: "int main() {}\n".repeat(5_000) };
    const answers = await remoteEngine(vendor()).translate(
      [
        { text, codes },
        { text: "house <x1/> is", codes: [page] },
      ],
      enEs,
      interactive,
    );
    expect(answers.map((one) => one.text)).toEqual([text.replaceAll("house", "casa"), "casa <x1/> es"]);
  });

  test.each([
    ["a key of another region", refused(401, 401000), "unavailable"],
    ["a used-up quota", refused(403, 403001), "unavailable"],
    ["a long pause that is asked for", { ...refused(429, 429000), headers: { "retry-after": "30" } }, "overloaded"],
  ] as const)("tells of %s without secrets", async (_, reply, code) => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    fakeVendor.next.push(reply);
    const error = await engine.translate([plainSegment("The house")], enEs, interactive).catch((error) => error);
    expect(error).toMatchObject({ name: "EngineError", code });
    expectNoSecret(error, KEY, "The house");
    expect(fakeVendor.askedFor("/translate")).toHaveLength(1);
  });

  test("lists languages without its key", async () => {
    await remoteEngine(vendor()).directions();
    expect(fakeVendor.askedFor("/languages")[0]?.headers).not.toHaveProperty("ocp-apim-subscription-key");
  });
});
