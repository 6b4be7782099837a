import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installToy, TOY, toyFile } from "@/e2e/doubles/bergamot/toy-models";
import { engineContract } from "@/e2e/doubles/engine-contract";
import { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { plainSegment, type Segment } from "@/lib/text/segment";
import { DirectionPool } from "./direction-pool";
import { BergamotEngine } from "./engine";
import type { Message } from "./message";
import { memoryFor } from "./model-worker";
import { readInstalled } from "./models/installed";

const PAIRS = ["en-es", "en-gl", "en-pt", "en-fr", "en-it", "en-ro", "en-ca", "en-de"];
const interactive = { priority: "interactive" } as const;
const toSpanish = { source: "en", target: "es" };

let models: string;
const made: BergamotEngine[] = [];

beforeAll(async () => {
  await bundleWorkers();
  models = await mkdtemp(path.join(tmpdir(), "dragoman-models-"));
  for (const pair of PAIRS) await installToy(models, "en", pair.slice(3));
});
afterAll(async () => {
  await Promise.all(made.map((engine) => engine.close()));
  await rm(models, { recursive: true });
});

function makeEngine({
  queueLimit = 2_000,
  budget = new MemoryBudget(2_048),
  timeoutMs = 20_000,
  folder = models,
} = {}) {
  const engine = new BergamotEngine({ models: folder, budget, queueLimit, timeoutMs });
  made.push(engine);
  return engine;
}

engineContract("Bergamot", (queueLimit) => makeEngine({ queueLimit }), {
  source: "en",
  target: "es",
  sentence: { text: "The house is big.", translation: "La casa es grande." },
  queueLimit: 500,
});

async function translate(text: string | Segment, engine = shared()): Promise<string> {
  const segment = typeof text === "string" ? plainSegment(text) : text;
  const [answer] = await engine.translate([segment], toSpanish, interactive);
  return answer!.text;
}

let sharedEngine: BergamotEngine | undefined;
function shared(): BergamotEngine {
  sharedEngine ??= makeEngine();
  return sharedEngine;
}

describe("translating with the toy model", () => {
  test("the toy model translates in the engine exactly as in its training environment", async () => {
    const lines = (await readFile(path.join(TOY.folder, "expected.tsv"), "utf8")).trim().split("\n");
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const [text = "", expected] = line.split("\t");
      expect(await translate(text)).toBe(expected);
    }
  });

  test("the toy model translates each sentence of a segment separately", async () => {
    expect(await translate("The house is big. Hello Zorblat.  Thank you. 42")).toBe(
      "La casa es grande. Hola Zorblat.  Gracias. 42",
    );
  });
});

describe("inline codes in neural translation", () => {
  const pair = (id: number) => ({ id, kind: "pair" as const });
  const single = (id: number) => ({ id, kind: "single" as const });

  test.each([
    [
      "go with their words when these change places",
      "The <g1>red</g1> house is big.",
      "La casa <g1>roja</g1> es grande.",
    ],
    ["nest", "<g1>The <g2>house is big.</g2></g1>", "<g1>La <g2>casa es grande.</g2></g1>"],
    ["around the whole sentence stay around it", "<g1>The house is big.</g1>", "<g1>La casa es grande.</g1>"],
    ["that begin inside a word take the whole word", "T<g1>he</g1> house is big.", "<g1>La</g1> casa es grande."],
    ["at the edges stay there", "<x1/> The house is big. <x2/>", "<x1/> La casa es grande. <x2/>"],
    ["with blanks around them keep these", "The <x1/> house is big.", "La <x1/> casa es grande."],
    [
      "go on into the next sentence",
      "<g1>The house is big. Hello</g1> Zorblat.",
      "<g1>La casa es grande. Hola</g1> Zorblat.",
    ],
  ])("inline codes in neural translation %s", async (_, text, expected) => {
    expect(await translate({ text, codes: [pair(1), single(1), pair(2), single(2)] })).toBe(expected);
  });
});

describe("the confidence of a translation", () => {
  const asked = { ...interactive, wantsQuality: true };
  test("a translation's confidence is high for familiar sentences, low for unknown words, and returned only on request", async () => {
    const texts = ["The red house is big.", "Xylophones perambulate quux of of the."].map((text) => plainSegment(text));
    const [known, unknown] = await shared().translate(texts, toSpanish, asked);
    expect(known).toMatchObject({ text: "La casa roja es grande.", quality: expect.any(Number) });
    expect(known!.quality).toBeGreaterThan(90);
    expect(unknown!.quality).toBeLessThan(known!.quality!);
    expect((await shared().translate(texts, toSpanish, interactive))[0]).toEqual({ text: known!.text });
  });

  test("a segment's confidence is that of its worst sentence, and requesting confidence doesn't change text or codes", async () => {
    const codes = [{ id: 1, kind: "pair" as const }];
    const text = "The <g1>red</g1> house is big &amp; &lt;i&gt; of of quux. Hello Zorblat.";
    const [plain] = await shared().translate([{ text, codes }], toSpanish, interactive);
    const [told] = await shared().translate([{ text, codes }], toSpanish, asked);
    const [second] = await shared().translate([plainSegment("Hello Zorblat.")], toSpanish, asked);
    expect(told!.text).toBe(plain!.text);
    expect(told!.quality).toBeLessThan(second!.quality!);
  });
});

describe("Bergamot's threads", () => {
  test("no request is lost if the WebAssembly module of a Bergamot thread aborts under load", async () => {
    const model = (await readInstalled(path.join(models, "en-es")))!;
    const pool = new DirectionPool({
      engine: "bergamot",
      model,
      budget: new MemoryBudget(2_048),
      queueLimit: 2_000,
      timeoutMs: 20_000,
      threads: 2,
      spoilt: () => {},
    });
    const message = (text: string, html = false): Message => ({ text, html, points: [], base: 0 });
    const answers = pool.run(Array(300).fill(message("The house is big.")), interactive);
    const poison = Array.from({ length: 5 }, () => pool.run([message("<b>unbalanced", true)], interactive));
    for (const poisoned of poison) await expect(poisoned).rejects.toMatchObject({ code: "unavailable" });
    expect(new Set((await answers).map(({ text }) => text))).toEqual(new Set(["La casa es grande."]));
    pool.close();
  });

  test("Bergamot reserves one thread for interactive sentences, so that they never wait for a document", async () => {
    const model = (await readInstalled(path.join(models, "en-es")))!;
    const budget = new MemoryBudget(2_048);
    const limits = { engine: "bergamot", model, budget, queueLimit: 2_000, timeoutMs: 60_000, spoilt: () => {} };
    const pool = new DirectionPool({ ...limits, threads: 2 });
    const message = (text: string): Message => ({ text, html: false, points: [], base: 0 });
    const sentences = Array<Message>(100).fill(message("The house is big."));
    while (pool.memoryMb < 2 * memoryFor(model)) await pool.run(sentences, interactive);
    let done = 0;
    const book = Array.from({ length: 4 }, () =>
      pool.run([message("house ".repeat(5_000))], { priority: "bulk" }).then(
        () => done++,
        () => {},
      ),
    );
    expect(await pool.run(sentences.slice(0, 1), interactive)).toEqual([{ text: "La casa es grande." }]);
    expect(done).toBe(0);
    pool.close();
    await Promise.all(book);
  });

  test("Bergamot translates documents in short steps, so that an interactive sentence waits for one step at most", async () => {
    const model = (await readInstalled(path.join(models, "en-es")))!;
    const budget = new MemoryBudget(2_048);
    const limits = { engine: "bergamot", model, budget, queueLimit: 2_000, timeoutMs: 20_000, spoilt: () => {} };
    const pool = new DirectionPool({ ...limits, threads: 1 });
    const ask = async (priority: "interactive" | "bulk") => {
      const [answer] = await pool.run([{ text: "The house is big.", html: false, points: [], base: 0 }], { priority });
      expect(answer!.text).toBe("La casa es grande.");
    };
    await ask("interactive");
    let done = 0;
    const waits: Promise<number>[] = [];
    const book = Array.from({ length: 200 }, async () => {
      await ask("bulk");
      done += 1;
      const before = done;
      if (before % 40 === 0) waits.push(ask("interactive").then(() => done - before));
    });
    await Promise.all(book);
    // Requested while a batch of nine sentences of 17 characters has been answered and the next one is running.
    for (const wait of await Promise.all(waits)) expect(wait).toBeLessThanOrEqual(8 + 9);
    expect(waits).toHaveLength(5);
    pool.close();
  });

  test("Bergamot's threads stay within the memory budget with eight concurrent language pairs", async () => {
    const budget = new MemoryBudget(330);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, budget.usedMb);
    }, 1);
    const engine = makeEngine({ budget });
    const answers = await Promise.all(
      PAIRS.map((pair) =>
        engine.translate([plainSegment("The house is big.")], { source: "en", target: pair.slice(3) }, interactive),
      ),
    );
    clearInterval(watch);
    expect(answers.map(([answer]) => answer?.text)).toEqual(PAIRS.map(() => "La casa es grande."));
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThanOrEqual(330);
    expect(engine.state().memoryMb).toBeLessThanOrEqual(330);
  });

  test("a hanging Bergamot thread is terminated, and the next request uses a new one", async () => {
    const engine = makeEngine();
    await translate("Hello world.", engine);
    const stuck = engine.translate([plainSegment("house ".repeat(150))], toSpanish, {
      ...interactive,
      timeoutMs: 0,
    });
    await expect(stuck).rejects.toMatchObject({ code: "timeout" });
    expect(await translate("The house is big.", engine)).toBe("La casa es grande.");
  });
});

describe("installed models", () => {
  test("a model is used without a restart after its installation, and no longer offered after its removal", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "dragoman-models-"));
    const engine = makeEngine({ folder });
    expect(await engine.directions()).toEqual([]);
    const installed = await installToy(folder, "en", "es");
    await expect.poll(() => engine.directions(), { timeout: 10_000 }).toEqual([{ ...toSpanish, rank: 54.2 }]);
    expect(await translate("Hello world.", engine)).toBe("Hola mundo.");
    await rm(installed, { recursive: true });
    await expect.poll(() => engine.directions(), { timeout: 10_000 }).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test("a model in an unreadable folder is reported as unavailable, with the reason", async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), "dragoman-models-")), "models");
    await writeFile(folder, "a file where a folder should be");
    const engine = makeEngine({ folder });
    expect(await engine.directions()).toEqual([]);
    expect(engine.state()).toMatchObject({ state: "unavailable", detail: `The folder ${folder} cannot be read.` });
    await rm(path.dirname(folder), { recursive: true });
  });

  test.each([
    ["changed on disk", async (bytes: Buffer) => bytes.fill(7, 1_000, 2_000)],
    ["cut", async (bytes: Buffer) => bytes.subarray(0, 1_000)],
  ])("a model whose file was %s is refused and no longer offered", async (_, spoil) => {
    const folder = await mkdtemp(path.join(tmpdir(), "dragoman-models-"));
    const installed = await installToy(folder, "en", "es");
    const file = path.join(installed, (await toyFile(TOY.model)).sha256);
    await writeFile(file, await spoil(await readFile(file)));
    const engine = makeEngine({ folder });
    expect(await engine.directions()).toHaveLength(1);
    await expect(translate("Hello world.", engine)).rejects.toMatchObject({ code: "unavailable" });
    expect(await engine.directions()).toEqual([]);
    expect(engine.state()).toMatchObject({ state: "degraded", detail: expect.stringContaining("en-es") });
    await rm(folder, { recursive: true });
  });
});
