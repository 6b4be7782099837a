import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { BergamotEngine } from "@/lib/engines/bergamot/engine";
import { ModelStore } from "@/lib/engines/bergamot/models/store";
import type { Engine } from "@/lib/engines/engine";
import { ModelFetcher } from "@/lib/engines/models/fetcher";
import { modelFetcher } from "@/lib/engines/models/installation";
import { modelsFor, setKnownPairs } from "@/lib/engines/models/known-pairs";
import { SNAPSHOT } from "@/lib/engines/models/snapshot";
import { router, setEngines } from "@/lib/engines/registry";
import { plainSegment } from "@/lib/text/segment";
import { resolvePair } from "./languages";
import { awaitModels, betterModel, refuseUnavailable } from "./missing-models";
import { translateSegments } from "./translate-segments";

const server = new ModelServer();
let folder = "";
let engine: BergamotEngine;

beforeEach(async () => {
  await server.start();
  server.asked.length = 0;
  folder = await mkdtemp(path.join(os.tmpdir(), "missing-models-"));
  engine = new BergamotEngine({ models: folder, budget: new MemoryBudget(500), queueLimit: 100, timeoutMs: 20_000 });
  setEngines([engine]);
});

afterEach(async () => {
  modelFetcher.clear();
  setKnownPairs(SNAPSHOT);
  setEngines(null);
  await engine.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Enables downloading models from the fake server. */
async function fetchFrom(settings: string, enabled = true): Promise<ModelFetcher> {
  const sources = { server: settings, bucket: server.bucket, architecture: "tiny" } as const;
  const store = new ModelStore({ models: folder, sources });
  const list = async () => {
    const { models, offline } = await store.list();
    return { offline, models: models.map((model) => ({ ...model, installed: model.installed && { bytes: 1 } })) };
  };
  const shelf = {
    list,
    install: store.install.bind(store),
    remove: store.remove.bind(store),
    touch: async () => {},
  };
  const fetcher = new ModelFetcher({ shelf, enabled, diskBytes: 1e9, languages: null });
  modelFetcher.set(fetcher);
  await fetcher.check();
  return fetcher;
}

const asking = { localOnly: false, accountId: "acc" };

test("a request for a missing language model starts its download and gets 503 with the progress, or waits for the model", async () => {
  await fetchFrom(server.settings);
  await expect(awaitModels("en", "es", asking)).rejects.toMatchObject({
    code: "model_installing",
    status: 503,
    headers: { "Retry-After": expect.any(String) },
    details: {
      pair: "en-es",
      phase: expect.any(String),
      progress: expect.any(Number),
      downloadBytes: expect.any(Number),
    },
  });
  const hops = await awaitModels("en", "es", { ...asking, waitSeconds: 60 });
  const work = { hops: hops!, localOnly: false, priority: "interactive" } as const;
  const done = await translateSegments([plainSegment("The red house is big.")], work);
  expect(done.engine).toBe("bergamot");
  expect(done.translations[0]?.text).toBe("La casa roja es grande.");
  expect(server.asked, "each file once").toHaveLength(3);
});

test("a damaged language model is answered with 503 and the reason, and is downloaded again when the source has valid files", async () => {
  server.bucketIsDown = true;
  server.fault = { kind: "wrong bytes", times: 1 };
  const fetcher = await fetchFrom(server.settings);
  const details = expect.objectContaining({ pair: "en-es", reason: "damaged" });
  const refused = { code: "model_unavailable", details };
  await expect(awaitModels("en", "es", { ...asking, waitSeconds: 20 })).rejects.toMatchObject({
    ...refused,
    headers: { "Retry-After": "5" },
  });
  const visitor = await resolvePair("en", "es", { localOnly: true });
  expect(visitor.hops).toBeNull();
  expect(() => refuseUnavailable("en", "es")).toThrowError(expect.objectContaining(refused));
  server.fault = null;
  server.bucketIsDown = false;
  await expect.poll(() => fetcher.want("acc", modelsFor("en", "es")!), { timeout: 8_000 }).not.toBeNull();
  expect(await awaitModels("en", "es", { ...asking, waitSeconds: 60 })).not.toBeNull();
});

test("a language model is not downloaded if downloads are off, the pair has no model or another engine was requested", async () => {
  await fetchFrom(server.settings, false);
  expect(await awaitModels("en", "es", asking)).toBeNull();
  await fetchFrom(server.settings);
  expect(await awaitModels("en", "sw", asking)).toBeNull();
  expect(await awaitModels("en", "es", { ...asking, engine: "apertium" })).toBeNull();
  expect(server.asked).toEqual([]);
});

test("an unreachable model source doesn't delay requests", async () => {
  server.settingsAreDown = true;
  server.bucketIsDown = true;
  await fetchFrom(server.settings);
  expect(await awaitModels("en", "es", { ...asking, waitSeconds: 60 })).toBeNull();
  server.settingsAreDown = false;
  server.bucketIsDown = false;
});

test("a better model causes no warning if it isn't being installed, and engines' languages are read at most once per second", async () => {
  await fetchFrom(server.settings, false);
  let reads = 0;
  const weak: Engine = {
    id: "weak",
    local: true,
    directions: async () => {
      reads += 1;
      return [{ source: "en", target: "es", rank: 20 }];
    },
    translate: async () => [],
    state: () => ({ id: "weak", state: "ready", detail: "", queued: 0, memoryMb: 0 }),
    close: async () => {},
  };
  setEngines([weak]);
  const hops = (await router().route("en", "es"))!;
  await betterModel(hops, asking);
  const before = reads;
  const began = performance.now();
  for (let i = 0; i < 200; i++) expect(await betterModel(hops, asking)).toEqual([]);
  const seconds = Math.ceil((performance.now() - began) / 1_000);
  // The table is read at most once per second.
  expect(reads - before).toBeLessThanOrEqual(seconds);
});
