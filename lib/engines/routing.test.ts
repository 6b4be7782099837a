import { expect, test } from "vitest";
import { rankOf, routeRankOf } from "./apertium/ranks";
import { type Direction, type Engine, EngineError } from "./engine";
import { Router } from "./routing";

/** An engine with configurable directions and errors. */
class Declared implements Engine {
  fails = false;
  list: readonly Direction[];
  constructor(
    readonly id: string,
    pairs: readonly (readonly [source: string, target: string, rank: number])[],
    readonly local = true,
    readonly routeRank?: Engine["routeRank"],
  ) {
    this.list = pairs.map(([source, target, rank]) => ({ source, target, rank }));
  }
  async directions() {
    return this.list;
  }
  async translate() {
    if (this.fails) throw new EngineError("unavailable", this.id, "down");
    return [];
  }
  state() {
    return { id: this.id, state: "ready", detail: "", queued: 0, memoryMb: 0 } as const;
  }
  async close() {}
}

const ROMANCE =
  "en>es es>en en>ca ca>en es>ca ca>es fr>es es>fr fr>ca ca>fr en>gl gl>en gl>pt pt>gl es>pt pt>es ca>pt pt>ca fr>eo eo>en es>it it>es it>ca ca>it ca>oc-aranes oc-aranes>es es>pt-BR sv>is is>en bg>mk mk>en".split(
    " ",
  );

function apertium(pairs: readonly string[] = ROMANCE): Engine {
  const directions = pairs.map((pair) => {
    const [source = "", target = ""] = pair.split(">");
    return [source, target, rankOf(source, target)] as const;
  });
  return new Declared("apertium", directions, true, routeRankOf);
}

async function way(router: Router, pair: string, options = {}): Promise<string | null> {
  const [source = "", target = ""] = pair.split(" ");
  const hops = await router.route(source, target, options);
  return hops && [hops[0]!.source, ...hops.map((hop) => `${hop.engine.id}:${hop.target}`)].join(" ");
}

test.each([
  ["en es", "en apertium:es"],
  ["es pt", "es apertium:pt"],
  ["en fr", "en apertium:ca apertium:fr"],
  ["fr en", "fr apertium:es apertium:en"],
  ["en pt", "en apertium:gl apertium:pt"],
  ["pt en", "pt apertium:es apertium:en"],
  ["it en", "it apertium:es apertium:en"],
  ["en pt-BR", "en apertium:es apertium:pt-BR"],
  ["sv en", null],
  ["bg en", null],
  ["en xx", null],
  ["gl oc-aranes", null],
])("a router with Apertium as its only engine translates %s by the route %s", async (pair, expected) => {
  expect(await way(new Router([apertium()]), pair)).toBe(expected);
});

test("a route never has a language variant, such as oc-aranes, as its intermediate language", async () => {
  const router = new Router([apertium(["ca>oc-aranes", "oc-aranes>es"])]);
  expect(await way(router, "ca es")).toBeNull();
});

test("a route to another tag of the source language, such as from en to en-US, exists only if one engine translates it directly", async () => {
  const router = new Router([apertium(["en>es", "es>en", "es>en-US", "en>ca"])]);
  expect(await way(router, "es en-US")).toBe("es apertium:en-US");
  expect(await way(router, "en en-US")).toBeNull();
  expect((await router.languages()).find(({ code }) => code === "en")?.targets).not.toContain("en-US");
  const service = new Declared("deepl", [["en", "en-US", 60]], false);
  expect(await way(new Router([apertium(["en>es", "es>en-US"]), service]), "en en-US")).toBe("en deepl:en-US");
});

test("a route prefers better engines, two good steps to one poor step, and one good step to two good steps", async () => {
  const neural = new Declared("bergamot", [
    ["en", "es", 55],
    ["es", "en", 58],
    ["en", "fr", 70],
  ]);
  const router = new Router([apertium(), neural]);
  expect(await way(router, "en es")).toBe("en bergamot:es");
  expect(await way(router, "es fr")).toBe("es bergamot:en bergamot:fr");
  expect(await way(router, "es ca")).toBe("es apertium:ca");
  expect(await way(router, "en es", { engine: "apertium" })).toBe("en apertium:es");
  expect(await way(router, "en es", { except: ["bergamot"] })).toBe("en apertium:es");
});

test("a route for an account restricted to local engines contains only local engines", async () => {
  const remote = new Declared(
    "deepl",
    [
      ["en", "es", 60],
      ["en", "de", 60],
    ],
    false,
  );
  const router = new Router([apertium(), remote]);
  expect(await way(router, "en es")).toBe("en deepl:es");
  expect(await way(router, "en es", { localOnly: true })).toBe("en apertium:es");
  expect(await way(router, "en de", { localOnly: true })).toBeNull();
});

test("a failing engine is not used for a while if another engine supports the language pair", async () => {
  let now = 0;
  const remote = new Declared(
    "deepl",
    [
      ["en", "es", 60],
      ["en", "de", 60],
    ],
    false,
  );
  const router = new Router([apertium(), remote], () => now);
  const [hop] = (await router.route("en", "es"))!;
  remote.fails = true;
  for (let i = 0; i < 3; i++) await expect(router.translate(hop!, [], { priority: "bulk" })).rejects.toThrow("down");
  expect(await way(router, "en es")).toBe("en apertium:es");
  expect(await way(router, "en de")).toBe("en deepl:de");
  now += 31_000;
  expect(await way(router, "en es")).toBe("en deepl:es");
  await expect(router.translate(hop!, [], { priority: "bulk" })).rejects.toThrow("down");
  expect(await way(router, "en es")).toBe("en apertium:es");
  now += 31_000;
  remote.fails = false;
  await router.translate(hop!, [], { priority: "bulk" });
  remote.fails = true;
  await expect(router.translate(hop!, [], { priority: "bulk" })).rejects.toThrow("down");
  expect(await way(router, "en es")).toBe("en deepl:es");
});

test("an engine that was set aside is tried again with a single request, not with all waiting requests", async () => {
  let now = 0;
  const remote = new Declared("deepl", [["en", "es", 60]], false);
  const router = new Router([apertium(), remote], () => now);
  const [hop] = (await router.route("en", "es"))!;
  remote.fails = true;
  for (let i = 0; i < 3; i++) await expect(router.translate(hop!, [], { priority: "bulk" })).rejects.toThrow("down");
  now += 31_000;
  const ends: { ok: () => void; gone: () => void }[] = [];
  remote.translate = () =>
    new Promise((resolve, reject) => {
      ends.push({ ok: () => resolve([]), gone: () => reject(new EngineError("aborted", "deepl", "gone")) });
    });
  const first = router.translate(hop!, [], { priority: "bulk" });
  expect(await way(router, "en es")).toBe("en apertium:es");
  ends[0]!.gone();
  await expect(first).rejects.toThrow("gone");
  expect(await way(router, "en es"), "a caller who went away has tried nothing").toBe("en deepl:es");
  const second = router.translate(hop!, [], { priority: "bulk" });
  expect(await way(router, "en es")).toBe("en apertium:es");
  ends[1]!.ok();
  await second;
  expect(await way(router, "en es")).toBe("en deepl:es");
});

test("the language list contains every source with its targets, best first, and is updated when an engine's languages change", async () => {
  let now = 0;
  const engine = new Declared("bergamot", [["en", "es", 55]]);
  const router = new Router([engine], () => now);
  expect((await router.languages()).map(({ code, targets }) => [code, targets])).toEqual([["en", ["es"]]]);
  engine.list = [...engine.list, { source: "es", target: "fr", rank: 68 }, { source: "en", target: "de", rank: 60 }];
  now += 2_000;
  expect((await router.languages()).map(({ code, targets }) => [code, targets])).toEqual([
    ["en", ["de", "es", "fr"]],
    ["es", ["fr"]],
  ]);
});
