import { expect, test } from "vitest";
import { newPerson } from "@/e2e/people";
import { setKnownPairs } from "@/lib/engines/models/known-pairs";
import { SNAPSHOT } from "@/lib/engines/models/snapshot";
import { emptyUsage, flushUsage, recordUsage, withUsage } from "@/lib/identity/quota/usage";
import { resolvePair } from "@/lib/translation/languages";
import { modelDemand } from "./model-demand";

const requestsFor = async (pair: string) => (await modelDemand()).find((one) => one.pair === pair)?.requests ?? 0;

test("a model's demand counts the requests for its language pair in 30 days, and models are listed by demand", async () => {
  setKnownPairs(SNAPSHOT);
  const { accountId } = await newPerson();
  const [fromGerman, intoCzech, direct] = [
    await requestsFor("de-en"),
    await requestsFor("en-cs"),
    await requestsFor("cs-en"),
  ];
  const used = { ...emptyUsage(), accountId, keyId: null, endpoint: "/translate" };
  recordUsage({ ...used, source: "de", target: "cs", outcome: "failed" });
  recordUsage({ ...used, source: "de", target: "cs", engine: "apertium", outcome: "served" });
  recordUsage({ ...used, source: "cs", target: "en", outcome: "served" });
  recordUsage({ ...used, source: "cs", target: "en", outcome: "served" }, Date.now() - 40 * 86_400_000);
  await flushUsage();
  expect(await requestsFor("de-en")).toBe(fromGerman + 2);
  expect(await requestsFor("en-cs")).toBe(intoCzech + 2);
  expect(await requestsFor("cs-en")).toBe(direct + 1);
  const counts = (await modelDemand()).map(({ requests }) => requests);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
});

test("a request refused for lack of an engine counts as demand for its language pair", async () => {
  const usage = emptyUsage();
  await withUsage(usage, async () => {
    await expect(resolvePair("xx-a-word", "es", { localOnly: true })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(usage, "no model knows it").toMatchObject({ source: "", target: "" });
    await expect(resolvePair("deu", "zh", { localOnly: true })).rejects.toMatchObject({ code: "invalid_request" });
  });
  expect(usage).toMatchObject({ source: "de", target: "zh-Hans" });
});
