import { afterEach, describe, expect, test } from "vitest";
import { type Direction, type Engine, EngineError, type EngineErrorCode } from "@/lib/engines/engine";
import { route } from "@/lib/engines/router";
import { Router } from "@/lib/engines/routing";
import { plainSegment, type Segment } from "@/lib/text/segment";
import { translateSegments } from "./translate-segments";

type Pair = readonly [source: string, target: string, rank: number];

/** An engine that signs what it translates, and fails as it is told: always, or from a call on. */
class Misbehaving implements Engine {
  calls = 0;
  failsFrom = Number.POSITIVE_INFINITY;
  fault: EngineErrorCode = "unavailable";
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
  async translate(segments: readonly Segment[]) {
    this.calls += 1;
    if (this.calls >= this.failsFrom) throw new EngineError(this.fault, this.id, "It fails as it was told.", 7);
    return segments.map(({ text }) => ({ text: `${text} ${this.id}` }));
  }
  state() {
    return { id: this.id, state: "ready", detail: "", queued: 0, memoryMb: 0 } as const;
  }
  async close() {}
}

const shared = globalThis as { __dragomanEngines?: { engines: readonly Engine[]; router: Router } };
afterEach(() => {
  delete shared.__dragomanEngines;
});

function failing(engine: Misbehaving, from = 1, fault: EngineErrorCode = "unavailable"): Misbehaving {
  return Object.assign(engine, { failsFrom: from, fault });
}

async function translate(
  engines: readonly Engine[],
  { sentences = 1, localOnly = false }: { sentences?: number; localOnly?: boolean } = {},
) {
  shared.__dragomanEngines = { engines, router: new Router(engines) };
  const segments = Array.from({ length: sentences }, () => plainSegment("A house"));
  const hops = (await route("en", "es", { localOnly }))!;
  const {
    translations,
    engine,
    route: taken,
  } = await translateSegments(segments, {
    hops,
    localOnly,
    priority: "interactive",
  });
  return { texts: translations.map(({ text }) => text), engine, route: taken };
}

const best = () => new Misbehaving("best", [["en", "es", 70]], false);
const next = () => new Misbehaving("next", [["en", "es", 50]]);
const last = () => new Misbehaving("last", [["en", "es", 45]]);

describe("an engine that fails", () => {
  test.each(["unavailable", "timeout", "overloaded"] as const)(
    "%s is replaced by the next best one, and the answer tells which translated",
    async (fault) => {
      const answer = await translate([failing(best(), 1, fault), next(), last()]);
      expect(answer).toEqual({ texts: ["A house next"], engine: "next", route: ["en", "es"] });
    },
  );

  test("is not named when it did nothing, and the only one is when all went well", async () => {
    expect((await translate([best(), next()])).engine).toBe("best");
  });

  test("in the middle of the work leaves what it did, and both are named", async () => {
    const first = failing(best(), 3);
    const second = next();
    const { texts, engine } = await translate([first, second], { sentences: 600 });
    expect(engine).toBe("best+next");
    expect(new Set(texts)).toEqual(new Set(["A house best", "A house next"]));
    expect(texts).toHaveLength(600);
    // Two batches under way may meet the fault; those after them do not ask again.
    expect(first.calls).toBeLessThanOrEqual(4);
    expect(second.calls).toBe(3);
  });

  test("may be replaced by two in a row, and the way through the pivot is told", async () => {
    const there = new Misbehaving("there", [["en", "fr", 60]]);
    const onwards = new Misbehaving("onwards", [["fr", "es", 60]]);
    const answer = await translate([failing(best()), there, onwards]);
    expect(answer).toEqual({ texts: ["A house there onwards"], engine: "there+onwards", route: ["en", "fr", "es"] });
  });

  test("on the second of two hops has the whole way replaced, and no text translated twice", async () => {
    const there = new Misbehaving("there", [["en", "fr", 90]]);
    const onwards = failing(new Misbehaving("onwards", [["fr", "es", 90]]));
    expect(await translate([there, onwards, next()])).toEqual({
      texts: ["A house next"],
      engine: "next",
      route: ["en", "es"],
    });
  });

  test("is replaced once: when the next one fails too, its fault is told", async () => {
    const third = last();
    const failed = translate([failing(best()), failing(next(), 1, "timeout"), third]);
    await expect(failed).rejects.toMatchObject({ name: "AppError", code: "timeout" });
    expect(third.calls).toBe(0);
  });

  test("without another one has its own fault told", async () => {
    const failed = translate([failing(best(), 1, "overloaded")]);
    await expect(failed).rejects.toMatchObject({ code: "overloaded", headers: { "Retry-After": "7" } });
  });

  test("on this machine is never replaced by one elsewhere when texts must stay here", async () => {
    const elsewhere = new Misbehaving("elsewhere", [["en", "es", 70]], false);
    const failed = translate([elsewhere, failing(next())], { localOnly: true });
    await expect(failed).rejects.toMatchObject({ code: "engine_unavailable" });
    expect(elsewhere.calls).toBe(0);
    const replaced = await translate([elsewhere, failing(next()), last()], { localOnly: true });
    expect(replaced.engine).toBe("last");
    expect(elsewhere.calls).toBe(0);
  });

  test.each(["aborted", "unsupported"] as const)("as %s is not replaced", async (fault) => {
    const second = next();
    await expect(translate([failing(best(), 1, fault), second])).rejects.toBeInstanceOf(Error);
    expect(second.calls).toBe(0);
  });
});
