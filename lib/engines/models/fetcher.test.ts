import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { noteUse, readUse } from "@/lib/engines/bergamot/models/installed";
import type { OfferStatus } from "@/lib/engines/bergamot/models/manifest";
import { filesOf } from "@/lib/engines/bergamot/models/manifest";
import { ModelError } from "@/lib/engines/bergamot/models/model-error";
import { ModelStore } from "@/lib/engines/bergamot/models/store";
import { type FetcherOptions, ModelFetcher, type ModelShelf } from "./fetcher";
import { modelsFor, setKnownPairs } from "./known-pairs";
import { SNAPSHOT } from "./snapshot";

const MB = 1_000_000;

/** A model store whose installations complete when the test says so. */
class Shelf implements ModelShelf {
  isOffline = false;
  lists = 0;
  readonly begun: string[] = [];
  readonly installed = new Map<string, number>();
  readonly pinned = new Set<string>();
  gate: Promise<void> = Promise.resolve();
  async list() {
    this.lists += 1;
    const models = SNAPSHOT.map(({ source, target, ...offered }) => {
      const pair = `${source}-${target}`;
      const bytes = this.installed.get(pair);
      const installed = bytes === undefined ? null : { bytes, pinned: this.pinned.has(pair) };
      return { pair, source, target, offered, installed };
    });
    return { offline: this.isOffline, models: this.isOffline ? models.filter(({ installed }) => installed) : models };
  }
  async install(pair: string) {
    this.begun.push(pair);
    await this.gate;
    this.installed.set(pair, 30 * MB);
  }
  async remove(pair: string) {
    return this.installed.delete(pair);
  }
  readonly touched: string[] = [];
  async touch(pair: string) {
    this.touched.push(pair);
  }
}

const pair = (source: string, target: string, status: OfferStatus = "released") => ({
  ...{ source, target, status },
  downloadBytes: 20 * MB,
  architecture: "tiny",
});
const make = (shelf: ModelShelf, options: Partial<FetcherOptions> = {}) =>
  new ModelFetcher({ shelf, enabled: true, diskBytes: 2_000 * MB, languages: null, ...options });

afterEach(() => setKnownPairs(SNAPSHOT));

describe("downloading models on demand", () => {
  test("requested models are downloaded one after another, each only once, in order of demand", async () => {
    const shelf = new Shelf();
    let open = () => {};
    shelf.gate = new Promise((resolve) => {
      open = resolve;
    });
    const fetcher = make(shelf);
    await fetcher.check();
    expect(fetcher.want("a", [pair("de", "en")])).toMatchObject([{ pair: "de-en", downloadBytes: 20 * MB }]);
    fetcher.want("a", [pair("fr", "en")]);
    for (const account of ["a", "b"]) fetcher.want(account, [pair("it", "en")]);
    await expect.poll(() => shelf.begun).toEqual(["de-en"]);
    open();
    await fetcher.idle();
    expect(shelf.begun).toEqual(["de-en", "it-en", "fr-en"]);
    expect(fetcher.want("a", [pair("de", "en")])).toEqual([]);
    expect(fetcher.queue()).toEqual([]);
  });

  test("requests of one account download at most five models per hour", async () => {
    let now = 0;
    const fetcher = make(new Shelf(), { now: () => now });
    await fetcher.check();
    const languages = ["de", "fr", "it", "pl", "cs"];
    for (const language of languages) expect(fetcher.want("a", [pair(language, "en")])).not.toBeNull();
    now = 60_000;
    const more = [pair("ja", "en")];
    expect(fetcher.want("a", more)).toBeNull();
    // Both are temporary: a retry after the given time gets the model.
    expect(fetcher.unavailable(more, "a")).toEqual({ pair: "ja-en", reason: "limit", retryAfterSeconds: 3_540 });
    expect(fetcher.unavailable(more)).toBeNull();
    expect(fetcher.unavailable(more, "b")).toBeNull();
    expect(fetcher.want("b", more)).not.toBeNull();
    now += 3_540_000;
    expect(fetcher.unavailable([pair("ko", "en")], "a")).toBeNull();
    expect(fetcher.want("a", [pair("ko", "en")])).not.toBeNull();
    await fetcher.idle();
  });

  test("a model downloaded on demand replaces the least recently used model if there is no space", async () => {
    const shelf = new Shelf();
    let now = 1;
    const fetcher = make(shelf, { diskBytes: 95 * MB, now: () => now++ });
    await fetcher.check();
    for (const language of ["de", "fr"]) {
      fetcher.want("a", [pair(language, "en")]);
      await fetcher.idle();
    }
    fetcher.used("de-en");
    fetcher.want("a", [pair("it", "en")]);
    await fetcher.idle();
    fetcher.want("a", [pair("pl", "en")]);
    await fetcher.idle();
    expect([...shelf.installed.keys()].sort()).toEqual(["de-en", "it-en", "pl-en"]);
    expect(shelf.installed.size * 30 * MB).toBeLessThanOrEqual(95 * MB);
  });

  test("a model downloaded on demand replaces the least recently used model even after a restart", async () => {
    const shelf = new Shelf();
    const used = new Map([
      ["de-en", 3],
      ["fr-en", 1],
      ["it-en", 2],
    ]);
    for (const name of used.keys()) shelf.installed.set(name, 30 * MB);
    const list = shelf.list.bind(shelf);
    shelf.list = async () => {
      const { offline, models } = await list();
      const withUse = models.map((model) => ({
        ...model,
        installed: model.installed && { ...model.installed, usedAt: used.get(model.pair) },
      }));
      return { offline, models: withUse } as Awaited<ReturnType<typeof list>>;
    };
    const fetcher = make(shelf, { diskBytes: 95 * MB });
    await fetcher.check();
    fetcher.want("a", [pair("pl", "en")]);
    await fetcher.idle();
    expect([...shelf.installed.keys()].sort()).toEqual(["de-en", "it-en", "pl-en"]);
  });

  test("the time of a model's last use is saved at intervals, not for every text", async () => {
    const shelf = new Shelf();
    let now = 0;
    const fetcher = make(shelf, { now: () => now });
    for (const at of [0, 1, 2, 600_000]) {
      now = at;
      fetcher.used("de-en");
    }
    expect(shelf.touched).toEqual(["de-en", "de-en"]);
  });

  test("a model downloaded on demand never replaces a model that a person installed or imported", async () => {
    const shelf = new Shelf();
    for (const name of ["en-es", "es-en", "nl-en"]) {
      shelf.installed.set(name, 30 * MB);
      shelf.pinned.add(name);
    }
    const fetcher = make(shelf, { diskBytes: 65 * MB });
    await fetcher.check();
    for (const language of ["de", "fr", "it", "pl"]) {
      fetcher.want("a", [pair(language, "en")]);
      await fetcher.idle();
    }
    expect([...shelf.installed.keys()].sort()).toEqual(["en-es", "es-en", "it-en", "nl-en", "pl-en"]);
  });

  test("a model that another process is installing stays queued, and is not installed a second time", async () => {
    const shelf = new Shelf();
    let attempts = 0;
    shelf.install = async (name) => {
      attempts += 1;
      shelf.installed.set(name, 30 * MB);
      throw new ModelError("busy", "no");
    };
    const fetcher = make(shelf);
    await fetcher.check();
    fetcher.want("a", [pair("de", "en")]);
    await expect.poll(() => fetcher.coming([pair("de", "en")])).toMatchObject([{ phase: "downloading" }]);
    await fetcher.idle();
    expect(attempts).toBe(1);
    expect(fetcher.want("a", [pair("de", "en")])).toEqual([]);
  });

  test("a model downloaded on demand is reinstalled if it fails to load, and a manually installed one is reported as damaged", async () => {
    let now = 0;
    const shelf = new Shelf();
    for (const name of ["de-en", "fr-en"]) shelf.installed.set(name, 30 * MB);
    shelf.pinned.add("fr-en");
    const fetcher = make(shelf, { now: () => now });
    await fetcher.check();
    const unserved = { unserved: true };
    expect(fetcher.want("a", [pair("de", "en")], unserved)).toEqual([]);
    now += 11_000;
    expect(fetcher.want("a", [pair("de", "en")])).toEqual([]);
    for (const language of ["de", "fr"])
      expect(fetcher.want("a", [pair(language, "en")], unserved)).toMatchObject([{ phase: "queued" }]);
    await fetcher.idle();
    expect(shelf.begun).toEqual(["de-en"]);
    expect(fetcher.unavailable([pair("fr", "en")])).toMatchObject({ reason: "damaged" });
  });

  test("every account sees the progress of a requested model until the model is ready", async () => {
    let now = 0;
    const fetcher = make(new Shelf(), { now: () => now });
    await fetcher.check();
    const pairs = [pair("de", "en"), pair("en", "fr")];
    fetcher.want("a", [pairs[0]!]);
    expect(fetcher.coming([pairs[0]!])).toHaveLength(1);
    expect(fetcher.coming(pairs), "one of two").toBeNull();
    await fetcher.idle();
    expect(fetcher.coming([pairs[0]!])).toEqual([]);
    now += 11_000;
    expect(fetcher.coming([pairs[0]!])).toBeNull();
  });

  test("a requested model is not downloaded if downloads are off, the language is not allowed, the model is unreleased or the source is unreachable", async () => {
    const off = make(new Shelf(), { enabled: false });
    expect(off.want("a", [pair("de", "en")])).toBeNull();
    const on = make(new Shelf());
    await on.check();
    for (const status of ["beta", "nightly", "experimental"] as const)
      expect(on.want("a", [pair("de", "en", status)])).toBeNull();
    const some = make(new Shelf(), { languages: ["fr"] });
    await some.check();
    expect(some.want("a", [pair("de", "en")])).toBeNull();
    expect(some.want("a", [pair("fr", "en")])).not.toBeNull();
    const shelf = new Shelf();
    shelf.isOffline = true;
    const away = make(shelf);
    await away.check();
    expect(away.want("a", [pair("de", "en")])).toBeNull();
    expect(away.source).toMatchObject({ reachable: false, checkedAt: expect.any(String) });
  });

  test("an unreachable model source is retried every five seconds, and the download starts when it responds", async () => {
    const shelf = new Shelf();
    shelf.isOffline = true;
    let now = 0;
    const fetcher = make(shelf, { now: () => now });
    const gaps: number[] = [];
    for (let last = 0, checks = 0; checks < 5; now += 1_000) {
      await fetcher.check();
      if (shelf.lists === checks) continue;
      gaps.push((now - last) / 1_000);
      last = now;
      checks = shelf.lists;
    }
    expect(gaps).toEqual([0, 5, 5, 5, 5]);
    // Never called: no temporary failure is reported.
    expect(fetcher.unavailable([pair("de", "en")])).toBeNull();
    expect(fetcher.causeOf([pair("de", "en")])).toBe("source_unreachable");
    shelf.isOffline = false;
    now += 5_000;
    await fetcher.check();
    expect(fetcher.want("a", [pair("de", "en")])).not.toBeNull();
    await fetcher.idle();
    shelf.isOffline = true;
    now += 3_600_000;
    await fetcher.check();
    expect(fetcher.unavailable([pair("fr", "en")])).toEqual({
      ...{ pair: "fr-en", reason: "unreachable", retryAfterSeconds: 5 },
    });
    expect(fetcher.unavailable([pair("de", "en")])).toBeNull();
  });

  test.each([
    ["damaged", "damaged"],
    ["interrupted", "unreachable"],
    ["disk_full", "disk"],
    ["unusable", "incompatible"],
  ] as const)(
    "a requested model is unavailable for at most a minute, with the reason, after a download with the fault %s",
    async (code, reason) => {
      let now = 0;
      const shelf = new Shelf();
      shelf.install = async () => Promise.reject(new ModelError(code, "no"));
      const fetcher = make(shelf, { now: () => now });
      await fetcher.check();
      const pauses: number[] = [];
      for (let i = 0; i < 6; i++) {
        expect(fetcher.want("a", [pair("de", "en")])).toHaveLength(1);
        await fetcher.idle();
        expect(fetcher.want("a", [pair("de", "en")])).toBeNull();
        const fault = fetcher.unavailable([pair("de", "en")])!;
        expect(fault).toMatchObject({ pair: "de-en", reason });
        pauses.push(fault.retryAfterSeconds);
        now += fault.retryAfterSeconds * 1_000;
      }
      expect(pauses).toEqual([5, 10, 20, 40, 60, 60]);
    },
  );
});

test("download sizes are taken from the catalogue, or estimated if the catalogue has none", async () => {
  const shelf: ModelShelf = {
    list: async () => ({
      offline: false,
      models: [
        {
          pair: "de-en",
          source: "de",
          target: "en",
          installed: null,
          offered: { downloadBytes: 31_234_567, architecture: "tiny", status: "released" },
        },
        {
          pair: "fr-en",
          source: "fr",
          target: "en",
          installed: null,
          offered: { downloadBytes: 0, architecture: "tiny", status: "released" },
        },
      ],
    }),
    install: async () => {},
    remove: async () => true,
    touch: async () => {},
  };
  await make(shelf).check();
  expect(modelsFor("de", "en")).toMatchObject([{ downloadBytes: 31_234_567 }]);
  expect(modelsFor("fr", "en")).toMatchObject([{ downloadBytes: 15 * MB }]);
});

describe("a source that implements Mozilla's protocol", () => {
  const server = new ModelServer();
  let folder = "";
  beforeEach(async () => {
    await server.start();
    folder = await mkdtemp(path.join(os.tmpdir(), "fetcher-"));
  });
  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("a model requested from a Mozilla-compatible source is downloaded, tested and installed", async () => {
    const store = new ModelStore({
      models: folder,
      sources: { server: server.settings, bucket: server.bucket, architecture: "tiny" },
    });
    const shelf: ModelShelf = {
      list: async () => {
        const { models, offline } = await store.list();
        const bytes = (one: (typeof models)[number]["installed"]) =>
          one && { bytes: filesOf(one.set).reduce((sum, { size }) => sum + size, 0) };
        return { offline, models: models.map((model) => ({ ...model, installed: bytes(model.installed) })) };
      },
      install: (name, onProgress) => store.install(name, onProgress),
      remove: (name) => store.remove(name),
      touch: (name) => noteUse(path.join(folder, name)),
    };
    const fetcher = make(shelf);
    await fetcher.check();
    expect(fetcher.want("a", [pair("en", "es")])).toMatchObject([{ pair: "en-es", phase: "queued" }]);
    await fetcher.idle();
    expect((await store.list()).models).toMatchObject([{ pair: "en-es", installed: { version: "3.0" } }]);
    // The time of its use is stored in its folder and remains when it is installed again.
    await expect.poll(() => readUse(path.join(folder, "en-es"))).toBeGreaterThan(Date.now() - 60_000);
    await store.install("en-es");
    expect(await readUse(path.join(folder, "en-es"))).toBeGreaterThan(0);
    await store.remove("en-es");
    await noteUse(path.join(folder, "en-es"));
    expect(await readUse(path.join(folder, "en-es"))).toBe(0);
    expect(server.asked).toHaveLength(3);
  });
});
