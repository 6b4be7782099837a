import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, EngineError } from "@/lib/engines/engine";
import { plainSegment, plainText, type Segment, tokenize, unescapeText } from "@/lib/text/segment";

/** Samples with which the contract tests an engine. */
export type ContractSamples = {
  readonly source: string;
  readonly target: string;
  /** A sentence and its exact translation. */
  readonly sentence: { readonly text: string; readonly translation: string };
  /** The engine's queue limit: one more segment is rejected. */
  readonly queueLimit: number;
};

/**
 * Tests that every engine must pass. `makeEngine` returns a new engine with the given queue limit, which must support
 * the direction of the samples.
 */
export function engineContract(
  name: string,
  makeEngine: (queueLimit: number) => Engine,
  samples: ContractSamples,
): void {
  const direction = { source: samples.source, target: samples.target };
  const { text: sentence, translation } = samples.sentence;

  describe(`${name} fulfils the contract of an engine`, () => {
    let engine: Engine;
    beforeAll(() => {
      engine = makeEngine(samples.queueLimit);
    });
    afterAll(() => engine.close());

    const translate = (segments: readonly Segment[], signal?: AbortSignal) =>
      engine.translate(segments, direction, { priority: "interactive", ...(signal ? { signal } : {}) });
    const one = async (text: string): Promise<string> => {
      const [answer] = await translate([plainSegment(text)]);
      return unescapeText(answer?.text ?? "");
    };

    test("the engine declares its directions with a rank", async () => {
      const directions = await engine.directions();
      expect(directions).toContainEqual(expect.objectContaining(direction));
      for (const { rank } of directions) expect(rank).toBeGreaterThan(0);
    });

    test("the engine translates a sentence", async () => {
      expect(await one(sentence)).toBe(translation);
    });

    test("the engine gives one answer per segment, in order", async () => {
      const numbered = Array.from({ length: 60 }, (_, index) => plainSegment(`${sentence} ${index}`));
      const answers = await translate(numbered);
      expect(answers.map(({ text }) => Number(/\d+$/.exec(text)?.[0]))).toEqual(numbered.map((_, index) => index));
      expect(await translate([])).toEqual([]);
    });

    test.each([
      ["an empty text", ""],
      ["a space", " "],
      ["white space", "\t \u00a0 \n\n "],
      ["emoji", "👩‍👩‍👧 👍🏽 ❤️ 🏳️‍🌈"],
      ["NUL", "\0\0"],
      ["symbols", "*** ~~~ ### @@@ ^^^ $$$ [[[ ]]] {{{ }}} <<< >>> \\\\\\ /// ||| ___ ```"],
      ["a long run of symbols", "^".repeat(5_000)],
      ["stream syntax", "[[/]] ^/<>$ [0] [e1] .[] "],
      ["a lone surrogate", "\ud800 \udfff"],
      ["control characters", "\u0001\u0002\u0003\u001b"],
      ["numbers", "1,234.50 — 12:30 (50 %)"],
    ])("the engine returns %s unchanged", async (_, text) => {
      expect(await one(text)).toBe(text);
    });

    test.each([
      "*",
      "@",
      "#",
      "~",
      "\\",
      "^",
      "$",
      "[",
      "]",
      "{",
      "}",
      "<",
      ">",
      "&",
      "&lt;",
      "<g1>",
      "😀",
      "\u0001",
      "|",
      "_",
    ])("the engine keeps %j at the start and at the end of a sentence", async (special) => {
      expect(await one(`${special} ${sentence}`)).toBe(`${special} ${translation}`);
      expect(await one(`${sentence} ${special}`)).toBe(`${translation} ${special}`);
    });

    test("the engine keeps the white space around and between sentences", async () => {
      expect(await one(`  ${sentence}\t`)).toBe(`  ${translation}\t`);
      expect(await one(`${sentence}\n\n${sentence}\0${sentence}\r\n`)).toBe(
        `${translation}\n\n${translation}\0${translation}\r\n`,
      );
    });

    test("the engine translates a line of one megabyte, and returns a word of one megabyte unchanged", async () => {
      const word = "x".repeat(1_000_000);
      expect(await one(word)).toBe(word);
      const line = (text: string): string => `${text} ${"=".repeat(400)} `.repeat(2_400);
      expect(await one(line(sentence))).toBe(line(translation));
    }, 120_000);

    test("the engine returns every inline code once and well nested", async () => {
      const [first, ...rest] = sentence.split(" ");
      const words = rest.join(" ");
      const codes = [1, 2, 3, 4].map((id) => ({ id, kind: id < 3 ? ("pair" as const) : ("placeholder" as const) }));
      const texts = [
        `<g1>${first}</g1> ${words}`,
        `<g1>${first} <g2>${words}</g2></g1>`,
        `<x3/> ${sentence} <x4/>`,
        `${first} <x3/> <x4/> ${words}`,
        `${first}<x3/><x4/><g1></g1>${words}`,
        `<g1><x3/></g1><g2>${sentence}</g2>`,
        `${first?.slice(0, 1)}<g1>${first?.slice(1)}</g1> ${words}`,
      ];
      const answers = await translate(texts.map((text) => ({ text, codes })));
      for (const [index, { text }] of answers.entries()) {
        expect(codesOf(text)).toEqual(codesOf(texts[index]!));
        expect(isWellNested(text), text).toBe(true);
        expect(plainText(text).trim()).not.toBe("");
      }
    });

    test("the engine keeps text that looks like an inline code but isn't one", async () => {
      expect(await one(`<g1> ${sentence} </g2><x9/>`)).toBe(`<g1> ${translation} </g2><x9/>`);
    });

    test("the engine refuses a language pair that it does not declare", async () => {
      const unknown = engine.translate([plainSegment("x")], { source: "tlh", target: "vo" }, { priority: "bulk" });
      await expect(unknown).rejects.toMatchObject({ name: "EngineError", code: "unsupported" });
    });

    test("the engine drops the segments of an aborted request, and continues with other requests", async () => {
      const gone = new AbortController();
      const dropped = translate(Array(samples.queueLimit).fill(plainSegment(sentence)), gone.signal);
      gone.abort();
      await expect(dropped).rejects.toMatchObject({ code: "aborted" });
      await expect(translate([plainSegment(sentence)], gone.signal)).rejects.toMatchObject({ code: "aborted" });
      expect(await one(sentence)).toBe(translation);
    });

    test("the engine refuses requests that exceed its queue limit, and accepts requests again afterwards", async () => {
      const half = Array<Segment>(Math.ceil(samples.queueLimit * 0.8)).fill(plainSegment(sentence));
      const results = await Promise.allSettled([translate(half), translate(half), translate(half)]);
      const refused = results.filter((result) => result.status === "rejected");
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.length).toBeLessThan(3);
      for (const { reason } of refused) {
        expect(reason).toBeInstanceOf(EngineError);
        expect(reason).toMatchObject({ code: "overloaded", retryAfterSeconds: expect.any(Number) });
      }
      expect(await one(sentence)).toBe(translation);
    });

    test("an interactive request is answered before an earlier bulk request", async () => {
      const order: string[] = [];
      const bulk = engine
        .translate(Array(samples.queueLimit).fill(plainSegment(sentence)), direction, { priority: "bulk" })
        .then(() => order.push("bulk"));
      const person = one(sentence).then(() => order.push("person"));
      await Promise.all([bulk, person]);
      expect(order).toEqual(["person", "bulk"]);
    });
  });

  test(`${name} rejects calls after it was closed`, async () => {
    const engine = makeEngine(samples.queueLimit);
    const underWay = engine
      .translate([plainSegment(sentence)], direction, { priority: "bulk" })
      .catch((error) => error);
    await engine.close();
    expect(await underWay).toMatchObject({ code: "unavailable" });
    const late = engine.translate([plainSegment(sentence)], direction, { priority: "bulk" });
    await expect(late).rejects.toMatchObject({ code: "unavailable" });
  });
}

function codesOf(encoded: string): string[] {
  return tokenize(encoded)
    .flatMap((token) => (token.type === "text" ? [] : [`${token.type} ${token.id}`]))
    .sort();
}

function isWellNested(encoded: string): boolean {
  const open: number[] = [];
  for (const token of tokenize(encoded)) {
    if (token.type === "open") open.push(token.id);
    if (token.type === "close" && open.pop() !== token.id) return false;
  }
  return open.length === 0;
}
