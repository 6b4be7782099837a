import { describe, expect, test } from "vitest";
import { engineContract } from "@/e2e/doubles/engine-contract";
import {
  enEs,
  interactive,
  type ReceivedRequest,
  type Reply,
  remoteEngine,
  SAMPLES,
  startFakeVendor,
  wordByWord,
} from "@/e2e/doubles/fake-vendor";
import { plainSegment } from "@/lib/text/segment";
import { apy } from "./apy";

/** Behaves like APy, including undocumented behaviour: ten splits of 1,000 characters, and the rest is dropped. */
function answer({ url, method, body }: ReceivedRequest): Reply {
  if (method === "GET" && url === "/listPairs")
    return {
      json: {
        responseData: [
          { sourceLanguage: "eng", targetLanguage: "spa" },
          { sourceLanguage: "spa", targetLanguage: "pt_BR" },
        ],
        responseDetails: null,
        responseStatus: 200,
      },
    };
  const form = new URLSearchParams(body);
  if (method !== "POST" || url !== "/translate") return refused(404, "Not found");
  if (!["eng|spa", "spa|pt_BR"].includes(form.get("langpair") ?? "")) return refused(400, "That pair is not installed");
  if (form.get("format") !== "html") return refused(400, "That format is not known");
  const translatedText = wordByWord((form.get("q") ?? "").slice(0, 10_000));
  return { json: { responseData: { translatedText }, responseDetails: null, responseStatus: 200 } };
}

function refused(code: number, explanation: string): Reply {
  return { status: code, json: { status: "error", code, message: "Bad Request", explanation } };
}

const fakeVendor = startFakeVendor(answer);

const makeEngine = () => remoteEngine(apy({ url: fakeVendor.url, backoffMs: 1 }));

engineContract(
  "Apertium APy",
  (queueLimit) => remoteEngine(apy({ url: fakeVendor.url, backoffMs: 1 }), { queueLimit }),
  SAMPLES,
);

describe("translating with an Apertium APy server", () => {
  test("APy's language pairs have BCP 47 tags and Apertium's quality ranks, and requests use APy's own codes", async () => {
    const engine = makeEngine();
    expect(await engine.directions()).toEqual([
      expect.objectContaining({ source: "en", target: "es", rank: 43.9 }),
      expect.objectContaining({ source: "es", target: "pt-BR", rank: 48.9 }),
    ]);
    await engine.translate([plainSegment("casa")], { source: "es", target: "pt-BR" }, interactive);
    expect(new URLSearchParams(fakeVendor.askedFor("/translate")[0]!.body).get("langpair")).toBe("spa|pt_BR");
  });

  test("a long text is sent to APy in parts and translated completely", async () => {
    const text = "The house is big. ".repeat(2_000);
    const [translated] = await makeEngine().translate([plainSegment(text)], enEs, interactive);
    expect(translated?.text).toBe("La casa es grande. ".repeat(2_000));
  });

  test("a request is retried if APy is busy, but not if APy lacks the language pair", async () => {
    const engine = makeEngine();
    await engine.directions();
    fakeVendor.next.push(refused(503, "Busy"));
    expect(await engine.translate([plainSegment("The house")], enEs, interactive)).toEqual([{ text: "La casa" }]);
    fakeVendor.next.push(refused(400, "That pair is not installed"));
    const lacking = engine.translate([plainSegment("The house")], enEs, interactive);
    await expect(lacking).rejects.toMatchObject({ code: "unavailable" });
    expect(fakeVendor.askedFor("/translate")).toHaveLength(3);
  });
});
