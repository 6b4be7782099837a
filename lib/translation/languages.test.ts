import { afterEach, describe, expect, test } from "vitest";
import type { Direction, Engine } from "@/lib/engines/engine";
import { setEngines } from "@/lib/engines/registry";
import { listEngines, resolvePair } from "./languages";

const engine = (id: string, local: boolean, ...pairs: (readonly [string, string, number])[]): Engine => {
  const directions: readonly Direction[] = pairs.map(([source, target, rank]) => ({ source, target, rank }));
  return {
    id,
    local,
    directions: async () => directions,
    translate: async (segments) => segments.map(({ text }) => ({ text })),
    state: () => ({ id, state: "ready", detail: "", queued: 0, memoryMb: 0 }),
    close: async () => {},
  };
};

const engines = [
  engine("here", true, ["en", "es", 50], ["es", "ca", 90]),
  engine("there", false, ["en", "es", 70], ["en", "de", 70]),
];
setEngines(engines);
afterEach(() => {
  setEngines(engines);
});

const everywhere = { localOnly: false };
const pair = { source: "en", target: "es" };

describe("listing engines for a language pair", () => {
  test("engines for a pair are listed best first, and remote engines are omitted if texts must stay on this machine", async () => {
    const here = { id: "here", isLocal: true, formality: false, quality: 50, qualityOrigin: "estimated" };
    expect(await listEngines(everywhere, pair)).toEqual({
      engines: [{ id: "there", isLocal: false, formality: false, quality: 70, qualityOrigin: "estimated" }, here],
    });
    expect((await listEngines(everywhere, { source: "en", target: "ca" })).engines).toEqual([here]);
    expect((await listEngines({ localOnly: true }, pair)).engines).toEqual([here]);
  });
});

describe("requesting an engine by name", () => {
  const asked = (source: string | undefined, target: string, engine: string, localOnly = false) =>
    resolvePair(source, target, { localOnly, engine });
  const fault = (suggestions: string[]) => ({
    code: "invalid_request",
    details: { errors: [{ path: "engine", code: "format", suggestions }] },
  });

  test("a requested engine is used if it supports the language pair", async () => {
    expect(await asked("en", "es", "here")).toMatchObject({ ...pair, hops: [pair] });
    expect(await asked(undefined, "es", "here")).toEqual({ source: null, target: "es", hops: null });
  });

  test("an engine that doesn't support the pair is refused, and the error lists engines that do", async () => {
    await expect(asked("en", "de", "here")).rejects.toMatchObject(fault(["there"]));
    await expect(asked("en", "es", "deepl")).rejects.toMatchObject(fault(["here", "there"]));
    await expect(asked(undefined, "es", "deepl")).rejects.toMatchObject(fault(["here", "there"]));
  });

  test("a requested remote engine is refused as unknown if texts must stay on this machine", async () => {
    await expect(asked("en", "es", "there", true)).rejects.toMatchObject(fault(["here"]));
  });
});
