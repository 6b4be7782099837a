import { afterEach, expect, test } from "vitest";
import { newProject } from "@/e2e/projects";
import type { Direction, Engine, EngineOption, EngineOptions } from "@/lib/engines/engine";
import { router, setEngines } from "@/lib/engines/registry";
import { plainSegment } from "@/lib/text/segment";
import { alternativesOf } from "./alternatives";
import { openMarkup } from "./markup";
import { optionsIn } from "./resources";
import { translateSegments } from "./translate-segments";
import { translateText } from "./translate-text";
import { ofIgnored } from "./warnings";

/** An engine that marks its translations as its own and records its options. */
class Attentive implements Engine {
  readonly local = true;
  readonly told: EngineOptions[] = [];
  readonly #list: readonly Direction[];
  constructor(
    readonly id: string,
    rank: number,
    private readonly heeds: readonly EngineOption[] = [],
  ) {
    this.#list = [{ source: "en", target: "de", rank }];
  }
  directions = async () => this.#list;
  supports = (option: EngineOption) => this.heeds.includes(option);
  async translate(segments: readonly { text: string }[], _direction: unknown, options: EngineOptions) {
    this.told.push(options);
    const wording = options.instructions?.match(/\\"|"/g)?.length ?? 0;
    return segments.map(({ text }) => ({ text: `${text} ${this.id}${wording || ""}` }));
  }
  state = () => ({ id: this.id, state: "ready", detail: "", queued: 0, memoryMb: 0 }) as const;
  async close() {}
}

afterEach(() => setEngines(null));

const request = { context: "c", formality: "more", instructions: "i" } as const;

test("options are passed to an engine that supports them, and unsupported options are reported", async () => {
  const engine = new Attentive("plain", 60, ["context"]);
  setEngines([engine]);
  const hops = (await router().route("en", "de"))!;
  const options = optionsIn(request);
  const done = await translateSegments([plainSegment("House")], { hops, localOnly: false, priority: "bulk", options });
  expect(engine.told[0]).toMatchObject(request);
  expect(done.ignored).toEqual(["formality", "instructions"]);
  expect(ofIgnored(done.ignored, options).map(({ code }) => code)).toEqual([
    "formality_not_supported",
    "instructions_not_supported",
  ]);
  expect(ofIgnored(["formality"], { formality: "prefer_more" })).toEqual([]);
});

test("options that are omitted or have their default value are not passed to the engine", () => {
  expect(optionsIn({ formality: "default", context: "", instructions: undefined })).toEqual({});
});

test("alternative translations come from other engines first, then from an engine that accepts instructions", async () => {
  setEngines([new Attentive("best", 70), new Attentive("other", 60), new Attentive("chat", 50, ["instructions"])]);
  const markup = await openMarkup("House", "text");
  const work = {
    hops: (await router().route("en", "de"))!,
    localOnly: false,
    priority: "interactive",
    target: "de",
  } as const;
  const first = await translateSegments(markup.segments, work);
  const resources = { accountId: "acc", glossaryIds: [], memories: [] };
  const all = await alternativesOf(markup, work, first, resources, 3);
  expect(all.map(({ translation }) => translation)).toEqual([
    "House other",
    "House chat",
    expect.stringMatching(/chat\d/),
  ]);
  expect(await alternativesOf(markup, work, first, resources, 1)).toEqual([
    { translation: "House other", engine: "other", route: ["en", "de"] },
  ]);
});

test("the result contains the engine's confidence if requested, and null if the engine reports no confidence", async () => {
  const { caller } = await newProject({});
  const texts = ["The house is big.", "The tree is green. The door is red."];
  class Sure extends Attentive {
    override async translate(segments: readonly { text: string }[], direction: unknown, options: EngineOptions) {
      const done = await super.translate(segments, direction, options);
      return done.map((one) => ({
        ...one,
        ...(options.wantsQuality ? { quality: /door/.test(one.text) ? 40 : 93 } : {}),
      }));
    }
  }
  const confidences = async (confidence?: boolean) => {
    const all = [];
    for (const text of [...texts, "123"]) {
      const input = { text, source: "en", target: "de", format: "text", alternatives: 0, confidence } as const;
      all.push((await translateText(caller, input)).confidence);
    }
    return all;
  };
  setEngines([new Sure("sure", 70)]);
  expect(await confidences(true)).toEqual([0.93, 0.4, null]);
  expect(await confidences()).toEqual([undefined, undefined, undefined]);
  setEngines([new Attentive("silent", 70)]);
  expect(await confidences(true)).toEqual([null, null, null]);
});
