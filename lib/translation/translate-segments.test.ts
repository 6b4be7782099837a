import { afterEach, describe, expect, test } from "vitest";
import { WorkQueue } from "@/lib/base/pool/work-queue";
import {
  type Direction,
  type Engine,
  EngineError,
  type EngineErrorCode,
  type EngineOptions,
  type Translated,
} from "@/lib/engines/engine";
import { router, setEngines } from "@/lib/engines/registry";
import type { QaTerm } from "@/lib/text/qa/check";
import { plainSegment, type Segment } from "@/lib/text/segment";
import { translateSegments, type Work } from "./translate-segments";

type Pair = readonly [source: string, target: string, rank: number];

/** An engine that marks its translations as its own and fails as configured: always, or from a given call on. */
class Misbehaving implements Engine {
  calls = 0;
  failsFrom = Number.POSITIVE_INFINITY;
  fault: EngineErrorCode = "unavailable";
  blamed: string | null = null;
  readonly #list: readonly Direction[];
  constructor(
    readonly id: string,
    pairs: readonly Pair[],
    readonly local = true,
  ) {
    this.#list = pairs.map(([source, target, rank]) => ({ source, target, rank }));
  }
  async directions() {
    return this.#list;
  }
  async translate(
    segments: readonly Segment[],
    _direction: { readonly source: string; readonly target: string },
    _options: EngineOptions,
  ): Promise<readonly Translated[]> {
    this.calls += 1;
    if (this.calls >= this.failsFrom)
      throw new EngineError(this.fault, this.blamed ?? this.id, "It fails as it was told.", 7);
    return segments.map(({ text }) => ({ text: `${text} ${this.id}` }));
  }
  state() {
    return { id: this.id, state: "ready", detail: "", queued: 0, memoryMb: 0 } as const;
  }
  async close() {}
}

afterEach(() => {
  setEngines(null);
});

function failing(engine: Misbehaving, from = 1, fault: EngineErrorCode = "unavailable"): Misbehaving {
  return Object.assign(engine, { failsFrom: from, fault });
}

async function translate(
  engines: readonly Engine[],
  { sentences = 1, ...work }: { sentences?: number } & Partial<Work> = {},
) {
  const localOnly = work.localOnly ?? false;
  setEngines(engines);
  const segments = Array.from({ length: sentences }, () => plainSegment("A house"));
  const hops = (await router().route("en", "es", { localOnly, engine: work.engine }))!;
  const {
    translations,
    engine,
    route: taken,
  } = await translateSegments(segments, {
    hops,
    localOnly,
    priority: "interactive",
    ...work,
  });
  return { texts: translations.map(({ text }) => text), engine, route: taken };
}

test("a word for which the engine returns nothing is kept and counted as unknown", async () => {
  const silent = new Misbehaving("silent", [["ca", "es", 70]]);
  silent.translate = async (segments) => segments.map(() => ({ text: " " }));
  setEngines([silent]);
  const hops = (await router().route("ca", "es", { localOnly: false }))!;
  const { translations } = await translateSegments([plainSegment("hi")], { hops, localOnly: false, priority: "bulk" });
  expect(translations).toMatchObject([{ text: "hi", unknownWords: ["hi"] }]);
});

const best = () => new Misbehaving("best", [["en", "es", 70]], false);
const next = () => new Misbehaving("next", [["en", "es", 50]]);
const last = () => new Misbehaving("last", [["en", "es", 45]]);

describe("replacing failing engines", () => {
  test.each(["unavailable", "timeout", "overloaded", "unsupported"] as const)(
    "an engine that fails with the error %s is replaced by the next best engine, which the result names",
    async (fault) => {
      const answer = await translate([failing(best(), 1, fault), next(), last()]);
      expect(answer).toEqual({ texts: ["A house next"], engine: "next", route: ["en", "es"] });
    },
  );

  test("the result names only the best engine if that engine succeeds", async () => {
    expect((await translate([best(), next()])).engine).toBe("best");
  });

  test("finished segments of an engine that fails half-way are kept, and the result names that engine and its replacement", async () => {
    const first = failing(best(), 3);
    const second = next();
    const { texts, engine } = await translate([first, second], { sentences: 576 });
    expect(engine).toBe("best+next");
    expect(new Set(texts)).toEqual(new Set(["A house best", "A house next"]));
    expect(texts).toHaveLength(576);
    // Both running batches may get the error; later batches must not try this engine again.
    expect(first.calls).toBeLessThanOrEqual(4);
    expect(second.calls).toBe(3);
  });

  test("two failing engines are both replaced, and the result contains the route through the intermediate language", async () => {
    const there = new Misbehaving("there", [["en", "fr", 60]]);
    const onwards = new Misbehaving("onwards", [["fr", "es", 60]]);
    const answer = await translate([failing(best()), there, onwards]);
    expect(answer).toEqual({ texts: ["A house there onwards"], engine: "there+onwards", route: ["en", "fr", "es"] });
  });

  test("an engine that fails on the second hop is replaced on both hops, and no text is translated twice", async () => {
    const there = new Misbehaving("there", [["en", "fr", 90]]);
    const onwards = failing(new Misbehaving("onwards", [["fr", "es", 90]]));
    expect(await translate([there, onwards, next()])).toEqual({
      texts: ["A house next"],
      engine: "next",
      route: ["en", "es"],
    });
  });

  test("failing engines are replaced until one succeeds, even if all remote services are down", async () => {
    const other = new Misbehaving("other", [["en", "es", 60]], false);
    const answer = await translate([failing(best()), failing(other), last()], { sentences: 300 });
    expect(answer.engine).toBe("last");
    const failed = translate([failing(best()), failing(next()), failing(last(), 1, "overloaded")]);
    await expect(failed).rejects.toMatchObject({ name: "AppError", code: "overloaded" });
  });

  test("no third engine is tried after two engines timed out", async () => {
    const third = last();
    const failed = translate([failing(best(), 1, "timeout"), failing(next(), 1, "timeout"), third]);
    await expect(failed).rejects.toMatchObject({ name: "AppError", code: "timeout" });
    expect(third.calls).toBe(0);
  });

  test("an error attributed to an unknown engine is returned without another attempt", async () => {
    const engine = Object.assign(failing(best()), { blamed: "somebody" });
    await expect(translate([engine])).rejects.toMatchObject({ code: "engine_unavailable" });
    expect(engine.calls).toBe(1);
  });

  test("the error of a failing engine is returned if there is no other engine", async () => {
    const failed = translate([failing(best(), 1, "overloaded")]);
    await expect(failed).rejects.toMatchObject({ code: "overloaded", headers: { "Retry-After": "7" } });
  });

  test("a local engine is never replaced by a remote engine if texts must stay on this machine", async () => {
    const elsewhere = new Misbehaving("elsewhere", [["en", "es", 70]], false);
    const failed = translate([elsewhere, failing(next())], { localOnly: true });
    await expect(failed).rejects.toMatchObject({ code: "engine_unavailable" });
    expect(elsewhere.calls).toBe(0);
    const replaced = await translate([elsewhere, failing(next()), last()], { localOnly: true });
    expect(replaced.engine).toBe("last");
    expect(elsewhere.calls).toBe(0);
  });

  test("a failing engine that was requested by name isn't replaced", async () => {
    const second = last();
    expect((await translate([best(), next(), second], { engine: "next" })).engine).toBe("next");
    const failed = translate([best(), failing(next()), second], { engine: "next" });
    await expect(failed).rejects.toMatchObject({ code: "engine_unavailable" });
    expect(second.calls).toBe(0);
  });

  test("no other engine is tried if the caller disconnects", async () => {
    const second = next();
    await expect(translate([failing(best(), 1, "aborted"), second])).rejects.toBeInstanceOf(Error);
    expect(second.calls).toBe(0);
  });
});

test("the next batch for an engine is already queued while the results of its previous batch are processed", async () => {
  const queue = new WorkQueue<Segment, Translated>({
    limit: 1_000,
    timeoutMs: 10_000,
    error: (_, reason) => new Error(reason),
    added: () => {},
  });
  const waiting: number[] = [];
  let asked = 0;
  const engine = Object.assign(best(), {
    translate: async (segments: readonly Segment[]) => {
      asked += segments.length;
      const answers = await queue.run(segments, { priority: "bulk" });
      if (asked < 1_000) waiting.push(queue.size);
      return answers;
    },
  });
  const serving = setInterval(() => {
    for (let i = 0; i < 8; i++) queue.take()?.succeed({ text: "Una casa" });
  }, 0);
  try {
    await translate([engine], { sentences: 1_000, priority: "bulk" });
  } finally {
    clearInterval(serving);
  }
  expect(waiting.length).toBeGreaterThan(3);
  expect(Math.min(...waiting)).toBeGreaterThan(32);
});

test("a translation whose progress can't be saved fails only after all its running batches have ended", async () => {
  let underWay = 0;
  // All other batches end long after the first.
  const slow = Object.assign(best(), {
    translate: async (segments: readonly Segment[]) => {
      underWay += 1;
      if (segments[0]?.text !== "House 0") await new Promise((resolve) => setTimeout(resolve, 50));
      underWay -= 1;
      return segments.map(({ text }) => ({ text }));
    },
  });
  setEngines([slow]);
  const segments = Array.from({ length: 500 }, (_, i) => plainSegment(`House ${i}`));
  const hops = (await router().route("en", "es", { localOnly: false }))!;
  const progress = () => Promise.reject(new Error("The database is away."));
  const work = translateSegments(segments, { hops, localOnly: false, priority: "bulk", progress });
  await expect(work).rejects.toThrow("The database is away.");
  expect(underWay).toBe(0);
});

describe("cached translation results", () => {
  const calls = async (engine: Misbehaving, ...works: (Partial<Work> & { sentences?: number })[]) => {
    const before = engine.calls;
    for (const work of works) expect((await translate([engine], work)).texts[0]).toBe(`A house ${engine.id}`);
    return engine.calls - before;
  };

  test("cached results are reused within an account and never for another account", async () => {
    const engine = best();
    expect(await calls(engine, { cacheFor: "acc_1" }, { cacheFor: "acc_1" }, { cacheFor: "acc_1", sentences: 9 })).toBe(
      1,
    );
    expect(await calls(engine, { cacheFor: "acc_2" }, { cacheFor: "acc_2" })).toBe(1);
    expect(await calls(engine, {}, {})).toBe(2);
    expect(await calls(engine, { cacheFor: "acc_1", priority: "bulk" })).toBe(1);
  });

  test("cached results are not reused if the engine's version, the settings or the request differ", async () => {
    const engine = Object.assign(best(), { version: (): string => "1" });
    expect(await calls(engine, { cacheFor: "acc_3" }, { cacheFor: "acc_3", wantsQuality: true })).toBe(2);
    engine.version = () => "2";
    expect(await calls(engine, { cacheFor: "acc_3" })).toBe(1);
    expect(await calls(best(), { cacheFor: "acc_3" })).toBe(1);
  });
});

test("soft hyphens are removed from words before they are sent to an engine", async () => {
  const engine = best();
  setEngines([engine]);
  const hops = (await router().route("en", "es"))!;
  const work = { hops, localOnly: false, priority: "bulk" } as const;
  const { translations } = await translateSegments([plainSegment("An in\u00adstal\u00adla\u00adtion")], work);
  expect(translations[0]!.text).toBe("An installation best");
});

describe("quality scores of engines", () => {
  const telling = (id: string, pair: Pair, ...qualities: (number | undefined)[]) => {
    const engine = new Misbehaving(id, [pair]);
    engine.translate = async (segments) =>
      segments.map(({ text }, i) => ({ text, ...(qualities[i] === undefined ? {} : { quality: qualities[i] }) }));
    return engine;
  };
  const quality = async (text: string, ...engines: Engine[]) => {
    setEngines(engines);
    const hops = (await router().route("en", "es"))!;
    const work = { hops, localOnly: false, priority: "bulk" } as const;
    return (await translateSegments([plainSegment(text)], work)).translations[0]?.quality;
  };

  test("the quality score of a text is that of its worst sentence, and is missing if any sentence has no score", async () => {
    expect(await quality("A house. A hut.", telling("one", ["en", "es", 70], 80, 60))).toBe(60);
    expect(await quality("A house. A hut.", telling("one", ["en", "es", 70], 80))).toBeUndefined();
  });

  test("the quality score over two hops is the lower of the two scores", async () => {
    const hops = [telling("there", ["en", "fr", 90], 40), telling("onwards", ["fr", "es", 90], 80)];
    expect(await quality("A house.", ...hops)).toBe(40);
  });
});

describe("glossary terms in translations", () => {
  const term: QaTerm = {
    source: "house",
    targets: [{ text: "hogar", usage: "preferred" }],
    doNotTranslate: false,
    caseSensitive: false,
  };
  const find = (plain: string) => {
    const start = plain.indexOf("house");
    return start < 0 ? [] : [{ term, start, end: plain.indexOf(" ", start) }];
  };

  test("a glossary translation is inserted only if the engine used another word and the sentence agrees with it", async () => {
    const answers: Record<string, string> = {
      "The house is big": "La casa es grande",
      "The <x1/> is big": "El <x1/> es grande",
      "For house 1": "Para vivienda 1",
      "For <x1/> 1": "Para <x1/> 1",
      house: "casa",
    };
    const engine = new Misbehaving("one", [["en", "es", 70]]);
    engine.translate = async (segments) => segments.map(({ text }) => ({ text: answers[text] ?? text }));
    setEngines([engine]);
    const work = { hops: (await router().route("en", "es"))!, localOnly: false, priority: "bulk" } as const;
    const translated = async (wording: string, ...texts: string[]) => {
      const own: QaTerm = { ...term, targets: [{ text: wording, usage: "preferred" }] };
      const terms = (plain: string) =>
        [...plain.matchAll(/house/g)].map(({ index }) => ({ term: own, start: index, end: index + 5 }));
      const { translations } = await translateSegments(texts.map(plainSegment), { ...work, terms });
      return translations.map(({ text, termFaults }) => [text, ...termFaults]);
    };
    const both = ["The house is big", "For house 1", "house"];
    // The engine uses the glossary's word by itself, so nothing is inserted.
    expect(await translated("casa", "The house is big")).toEqual([["La casa es grande"]]);
    // The engine uses a masculine article before the placeholder, so the inserted word must be masculine.
    expect(await translated("edificio", "The house is big")).toEqual([["El edificio es grande"]]);
    // A feminine wording replaces the engine's own feminine word.
    expect(await translated("residencia", ...both)).toEqual([
      ["La residencia es grande"],
      ["Para residencia 1"],
      ["residencia"],
    ]);
    // The engine's own words are requested only once, however many texts contain the term.
    const asked: string[] = [];
    const answering = engine.translate;
    engine.translate = (segments, ...rest) => {
      asked.push(...segments.map(({ text }) => text));
      return answering(segments, ...rest);
    };
    const many = Array.from({ length: 3 }, () => "The house is big");
    expect(await translated("residencia", ...many)).toEqual(many.map(() => ["La residencia es grande"]));
    expect(asked.filter((text) => text === "house")).toHaveLength(1);
    // If the gender is uncertain, the engine's words stay.
    expect(await translated("hogar", "The house is big")).toEqual([["La casa es grande", "glossary.missing"]]);
  });

  test("glossary terms are sent to an engine on a direct route, but not on a route of two hops", async () => {
    const heard: unknown[] = [];
    const listening = (id: string, ...pairs: Pair[]) => {
      const engine = new Misbehaving(id, pairs);
      engine.translate = async (segments, _, { terms }) => {
        heard.push(terms);
        return segments.map(({ text }) => ({ text }));
      };
      return engine;
    };
    const reported = async (...engines: Engine[]) => {
      setEngines(engines);
      const hops = (await router().route("en", "es"))!;
      await translateSegments([plainSegment("Two houses here")], {
        hops,
        localOnly: false,
        priority: "bulk",
        terms: find,
      });
      return heard.splice(0);
    };
    expect(await reported(listening("one", ["en", "es", 70]))).toEqual([[{ source: "house", target: "hogar" }]]);
    expect(await reported(listening("there", ["en", "fr", 90]), listening("onwards", ["fr", "es", 90]))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
