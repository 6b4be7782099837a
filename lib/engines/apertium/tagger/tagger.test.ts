import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { IS_LONG } from "@/e2e/long";
import { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { ApertiumEngine } from "@/lib/engines/apertium/engine";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { plainSegment } from "@/lib/text/segment";
import { JOIN, Tagger } from "./tagger";
import { TaggerData } from "./tagger-data";

const DATA = "/usr/share/apertium";
const SET = path.resolve(import.meta.dirname, "../../admin/quality/set");
/** The original programs fail in a locale that the system lacks. */
const ENV = { ...process.env, LC_ALL: "C.UTF-8" };
const sentences = (language: string) =>
  readFileSync(path.join(SET, `${language}.txt`), "utf8")
    .trim()
    .split("\n");

beforeAll(() => bundleWorkers());

function makeEngine() {
  const budget = new MemoryBudget(2_048);
  return new ApertiumEngine({ modes: `${DATA}/modes`, budget, queueLimit: 10_000, timeoutMs: 30_000 });
}

describe("the part-of-speech tagger", () => {
  test.each([
    ["en", "apertium-eng-spa/eng-spa"],
    ["ca", "apertium-eng-cat/cat-eng"],
    ["es", "apertium-spa-cat/spa-cat"],
    ["fr", "apertium-fr-es/fr-es"],
    ["pt", "apertium-es-pt/pt-es"],
  ])(
    "the tagger gives the same output as the original apertium-tagger for all ambiguity classes: %s",
    (language, name) => {
      const messages = sentences(language).slice(0, 10);
      messages.push("a [[t:g:1]]Foobarize[[/]] Mc. \\[x\\] zzq-zzq 3\\/4; \\^ Müßtaß İ ");
      const analyse = (message: string) =>
        execFileSync("lt-proc", ["-z", `${DATA}/${name}.automorf.bin`], { input: `${message}[]\0`, env: ENV })
          .toString()
          .split("\0")[0]!;
      const tagger = new Tagger(new TaggerData(readFileSync(`${DATA}/${name}.prob`)), false);
      let compared = 0;
      for (const message of messages.map(analyse)) {
        const args = ["-d", "-z", "-g", `${DATA}/${name}.prob`];
        const original = spawnSync("apertium-tagger", args, { input: `${message}\0`, env: ENV });
        if (original.stderr.includes("A new ambiguity class")) continue;
        const answer = tagger.tag(Buffer.from(message, "utf8").toString("latin1")).replaceAll(JOIN, "");
        expect(Buffer.from(answer, "latin1").toString("utf8")).toBe(original.stdout.toString().split("\0")[0]);
        compared += 1;
      }
      expect(compared).toBeGreaterThan(3);
    },
  );
});

describe("repeatability of tagging", () => {
  test.each(IS_LONG ? ["ca-en", "en-es", "es-ca", "it-es"] : ["en-es"])(
    "the tagger's result for a text doesn't depend on the texts processed before: %s",
    async (pair) => {
      const [source = "", target = ""] = pair.split("-");
      const segments = sentences(source).map(plainSegment);
      const engine = makeEngine();
      const translate = async (some: typeof segments, by = engine) =>
        (await by.translate(some, { source, target }, { priority: "interactive" })).map(({ text }) => text);
      const answers = await translate(segments);
      expect((await translate(segments.toReversed())).toReversed()).toEqual(answers);
      for (const i of [0, segments.length - 1]) {
        const cold = makeEngine();
        expect(await translate([segments[i]!], cold)).toEqual([answers[i]]);
        await cold.close();
      }
      await engine.close();
    },
  );
});
