import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { engineContract } from "@/e2e/doubles/engine-contract";
import { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { plainSegment, type Segment } from "@/lib/text/segment";
import { ApertiumEngine } from "./engine";
import { loadStages } from "./modes";
import type { Stage } from "./pipeline";

const made: ApertiumEngine[] = [];
afterAll(() => Promise.all(made.map((engine) => engine.close())));

function makeEngine(options: { queueLimit?: number; memoryMb?: number } = {}): ApertiumEngine {
  const engine = new ApertiumEngine({
    modes: "/usr/share/apertium/modes",
    budget: new MemoryBudget(options.memoryMb ?? 2_048),
    queueLimit: options.queueLimit ?? 2_000,
    timeoutMs: 20_000,
  });
  made.push(engine);
  return engine;
}

engineContract("Apertium", (queueLimit) => makeEngine({ queueLimit }), {
  source: "en",
  target: "es",
  sentence: { text: "The house is big.", translation: "La casa es grande." },
  queueLimit: 500,
});

const shared = makeEngine();
const interactive = { priority: "interactive" } as const;

async function translate(pair: string, text: string | Segment, engine = shared) {
  const [source = "", target = ""] = pair.split(">");
  const segment = typeof text === "string" ? plainSegment(text) : text;
  const [answer] = await engine.translate([segment], { source, target }, interactive);
  return answer!;
}

describe("Apertium's language pairs", () => {
  test("Apertium's languages are listed as BCP 47 tags, and modes for spelling reforms or internal use are omitted", async () => {
    const pairs = (await shared.directions()).map(({ source, target }) => `${source}>${target}`);
    expect(pairs).toEqual(
      expect.arrayContaining(["en>es", "es>en", "es>en-US", "es>pt-BR", "es>ca-valencia", "es>it"]),
    );
    for (const pair of pairs) {
      expect(pair).not.toMatch(/2017|uni|[A-Z]{3}|eco|spa|eng|_/);
      for (const tag of pair.split(">")) expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    }
  });

  test("Apertium offers no language pairs if no mode is installed", async () => {
    const budget = new MemoryBudget(100);
    const engine = new ApertiumEngine({ modes: "/nowhere", budget, queueLimit: 1, timeoutMs: 1_000 });
    expect(await engine.directions()).toEqual([]);
    expect(engine.state().state).toBe("unavailable");
  });
});

describe("Apertium's translations", () => {
  test.each([
    ["en>es", "The committee will publish the report next month.", "El comité publicará el informe mes próximo."],
    ["es>en", "El gato negro duerme en la silla.", "The black cat sleeps in the chair."],
    ["fr>es", "La petite maison est près de la mer.", "La pequeña casa es cerca de la mar."],
    ["es>pt", "Los niños juegan en el parque.", "Os meninos jogam no parque."],
    ["es>it", "El tren llega a las ocho.", "Il treno arriva alle otto."],
    ["es>ca", "El coche rojo es de mi hermana.", "El cotxe vermell és de la meva germana."],
  ])("Apertium translates %s: %s", async (pair, text, expected) => {
    expect((await translate(pair, text)).text).toBe(expected);
  });

  test.each([
    ["Sat, 5 Dec", "Sábado, 5 diciembre"],
    ["Mrs. Green lives here.", "Señora Green vive aquí."],
    ["Mr. Brown called.", "Señor Brown llamó."],
    ["a", "a"],
  ])("Apertium translates no part of a name, a date or a formula as a word: %s", async (text, expected) => {
    expect((await translate("en>es", text)).text).toBe(expected);
  });

  test.each([
    ["The <g1>big</g1><g2>house</g2> is red.", "La <g2>casa</g2><g1>grande</g1> es roja."],
    ["<g1>big</g1><g2>house</g2>", "<g2>casa</g2><g1>grande</g1>"],
    ["The <g1>red</g1>house", "La casa <g1>roja</g1>"],
    ["The <g1>un</g1>happy <g2>dog</g2>", "El <g2>perro</g2> <g1>infeliz</g1>"],
    ["The <g1>zorb</g1><g2>latt</g2>", "<g1>El</g1> <g2>zorblatt</g2>"],
  ])(
    "adjacent words in different codes are translated as two words, and parts of one word as one word: %s",
    async (text, expected) => {
      const segment: Segment = { text, codes: [1, 2].map((id) => ({ id, kind: "format" as const })) };
      expect((await translate("en>es", segment)).text).toBe(expected);
    },
  );

  test.each(["nb", "nn"])(
    "Apertium's translation from sv to %s doesn't depend on verbs in earlier texts",
    async (target) => {
      const sentence = "I dag har mer än 80 personer släppts från fängelset.";
      const cold = await translate(`sv>${target}`, sentence, makeEngine());
      const engine = makeEngine();
      await translate(`sv>${target}`, "Jag har släppt honom.", engine);
      expect(await translate(`sv>${target}`, sentence, engine)).toEqual(cold);
    },
  );

  test("Apertium's French–Occitan grammar is reset before each message", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "modes-"));
    const file = path.join(folder, "fra-oci.mode");
    writeFileSync(
      file,
      "lt-proc 'fra-oci.automorf.bin' | cg-proc -w 'fra-oci.rlx.bin' | lt-proc $1 'fra-oci.autogen.bin'\n",
    );
    const stages = await loadStages(folder, "fra-oci").finally(() => rmSync(folder, { recursive: true }));
    const grammar = stages.findIndex(([command]) => command === "cg-proc");
    const [before, , after] = stages.slice(grammar - 1, grammar + 2);
    const run = ([command, ...args]: Stage, input: string) => execFileSync(command, args, { input }).toString();
    const sent = run(before!, "^un$\0^deux$\0").split("\0");
    expect(sent).toEqual([expect.stringMatching(/être<vbser>/), "^un$", sent[0], "^deux$", ""]);
    expect(run(after!, sent.join("\0"))).toBe("^un$\0^deux$\0");
  });

  test("Apertium's unknown words are marked per message, without reading the output byte by byte", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "modes-"));
    const mode = "lt-proc 'fra-oci.automorf.bin' | lt-proc $1 'fra-oci.autogen.bin'\n";
    writeFileSync(path.join(folder, "fra-oci.mode"), mode);
    const stages = await loadStages(folder, "fra-oci").finally(() => rmSync(folder, { recursive: true }));
    const [command, ...args] = stages.at(-1)!;
    const program = spawn(command, args);
    const answer = async (message: string): Promise<string> => {
      program.stdin.write(`${message}\0`);
      let text = "";
      while (!text.endsWith("\0")) text += (await once(program.stdout, "data"))[0];
      return text;
    };
    try {
      expect(await answer("la *vila")).toBe("la vila[u]\0");
      const reads = () => Number(/^syscr: (\d+)/m.exec(readFileSync(`/proc/${program.pid}/io`, "utf8"))![1]);
      const before = reads();
      await answer("a".repeat(2_000));
      expect(reads() - before).toBeLessThan(100);
    } finally {
      program.kill();
      await once(program, "exit");
    }
  });

  test("Apertium reports words missing from its dictionaries, and still contracts articles before these words", async () => {
    expect(await translate("es>ca", "La casa de Iblorf está aquí.")).toEqual({
      text: "La casa d'Iblorf és aquí.",
      unknownWords: ["Iblorf"],
    });
    expect(await translate("en>es", "The house is big.")).not.toHaveProperty("unknownWords");
  });

  test("Apertium adds no full stop to headings and keeps the case of the first letter", async () => {
    expect((await translate("en>es", "The house")).text).toBe("La casa");
    expect((await translate("en>es", "A")).text).toBe("A");
    expect((await translate("en>es", "I bought a house.")).text).toBe("Compré una casa.");
    expect((await translate("en>es", "here")).text).toBe("aquí");
  });

  test("Apertium translates words in single quotation marks like words without quotation marks", async () => {
    expect((await translate("en>es", "The 'media' are here.")).text).toBe("Los 'medios de comunicación' son aquí.");
    expect((await translate("en>es", "The ‘media’ are here.")).text).toBe("Los ‘medios de comunicación’ son aquí.");
    expect((await translate("en>es", "'She saw the house,' he said.")).text).toBe("'Vio la casa,' dijo.");
  });

  test("Apertium moves quotation marks together with the words that they enclose", async () => {
    expect((await translate("en>es", 'The "small" dog')).text).toBe('El perro "pequeño"');
    expect((await translate("en>es", "The 'small' dog and the ‘small’ cat")).text).toBe(
      "El perro 'pequeño' y el gato ‘pequeño’",
    );
  });

  test("Apertium moves inline codes with their words", async () => {
    const codes = [1, 2].map((id) => ({ id, kind: "pair" as const }));
    const answer = await translate("en>es", { text: "Save the <g1>big <g2>red</g2></g1> house.", codes });
    expect(answer.text).toBe("Salvar la casa <g1><g2>roja</g2> grande</g1>.");
  });

  test("Apertium doesn't capitalise a word after a placeholder at the start of a text", async () => {
    const codes = [{ id: 1, kind: "placeholder" as const }];
    expect((await translate("en>es", { text: "<x1/> cars", codes })).text).toBe("<x1/> coches");
    expect((await translate("en>es", { text: "<x1/> opened the door.", codes })).text).toBe("<x1/> abrió la puerta.");
  });

  test("Apertium treats a placeholder as a word of the sentence", async () => {
    const codes = [{ id: 1, kind: "placeholder" as const }];
    expect((await translate("en>es", { text: "The file <x1/> was not found.", codes })).text).toMatch(
      / <x1\/> no fue /,
    );
    expect((await translate("en>es", { text: "XPH0 is not <x1/>.", codes })).text).toMatch(/^XPH0 .*<x1\/>/);
  });
});

describe("Apertium's pipelines", () => {
  const sentences = Array<Segment>(1_000).fill(plainSegment("The house is big."));
  const toSpanish = { source: "en", target: "es" };

  test.each([
    ["first", 0],
    ["middle", 0.5],
    ["last", 1],
  ])("no request is lost if the %s program of an Apertium pipeline is killed", async (_, position) => {
    const engine = makeEngine();
    await translate("en>es", "The house is big.", engine);
    const programs = childrenOf(process.pid).slice(-childCount("eng-spa"));
    const answers = engine.translate(sentences, toSpanish, interactive);
    await expect.poll(() => engine.state().queued, { interval: 1 }).toBeGreaterThan(0);
    process.kill(programs[Math.floor(position * (programs.length - 1))]!, "SIGKILL");
    expect(new Set((await answers).map(({ text }) => text))).toEqual(new Set(["La casa es grande."]));
    await engine.close();
  });

  test("a hanging Apertium pipeline is killed, and the next request uses a new one", async () => {
    const engine = makeEngine();
    await translate("en>es", "The house is big.", engine);
    const programs = childrenOf(process.pid).slice(-childCount("eng-spa"));
    process.kill(programs[2]!, "SIGSTOP");
    const stuck = engine.translate([plainSegment("The house is big.")], toSpanish, { ...interactive, timeoutMs: 200 });
    await expect(stuck).rejects.toMatchObject({ code: "timeout" });
    expect((await translate("en>es", "The house is big.", engine)).text).toBe("La casa es grande.");
    for (const program of programs) expect(childrenOf(process.pid)).not.toContain(program);
    await engine.close();
  });

  test("Apertium's pipelines run in turn if the memory is enough for only one", async () => {
    const engine = makeEngine({ memoryMb: 150 });
    const pairs = ["en>es", "es>en", "fr>es", "es>pt"];
    const answers = await Promise.all(
      pairs.flatMap((pair) => [translate(pair, "Paris", engine), translate(pair, "Roma", engine)]),
    );
    expect(answers).toHaveLength(8);
    expect(engine.state().memoryMb).toBeLessThanOrEqual(150);
    await engine.close();
  });

  test("bulk work runs in separate Apertium pipelines with a lower operating system priority", async () => {
    const engine = makeEngine();
    await translate("en>es", "The house is big.", engine);
    const programs = childrenOf(process.pid);
    await engine.translate(sentences.slice(0, 1), toSpanish, { priority: "bulk" });
    const bulk = childrenOf(process.pid).filter((pid) => !programs.includes(pid));
    const own = programs.slice(-bulk.length);
    expect(bulk.length).toBeGreaterThanOrEqual(childCount("eng-spa"));
    for (const [i, pid] of bulk.entries()) expect(getPriority(pid)).toBeGreaterThan(getPriority(own[i]));
    await engine.close();
  });

  test("interactive and bulk work both progress if the memory is enough for only one Apertium pipeline", async () => {
    const engine = makeEngine({ memoryMb: 150 });
    await engine.translate(sentences.slice(0, 1), toSpanish, { priority: "bulk" });
    const programs = childrenOf(process.pid);
    const bulk = engine.translate(sentences, toSpanish, { priority: "bulk" });
    await expect.poll(() => engine.state().queued, { interval: 1 }).toBeGreaterThan(0);
    expect((await translate("en>es", "The house is big.", engine)).text).toBe("La casa es grande.");
    expect(engine.state().queued).toBeGreaterThan(0);
    expect(childrenOf(process.pid)).toEqual(programs);
    await bulk;
    await engine.close();
  });

  test("no Apertium process keeps running after the engine is closed or the server is killed", async () => {
    const script = `
      import { ApertiumEngine } from "@/lib/engines/apertium/engine";
      import { MemoryBudget } from "@/lib/base/pool/memory-budget";
      import { plainSegment } from "@/lib/text/segment";
      const engine = new ApertiumEngine({ modes: "/usr/share/apertium/modes", budget: new MemoryBudget(1000), queueLimit: 9, timeoutMs: 9000 });
      await engine.translate([plainSegment("The house is big.")], { source: "en", target: "es" }, { priority: "bulk" });
      console.log("ready");
      setInterval(() => {}, 1000);`;
    const root = path.resolve(import.meta.dirname, "../../..");
    const child = execFile(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], { cwd: root });
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    const programs = childrenOf(child.pid!).filter((pid) => nameOf(pid) !== "esbuild");
    expect(programs.length).toBeGreaterThan(5);
    child.kill("SIGKILL");
    await expect.poll(() => programs.filter((pid) => nameOf(pid) !== null)).toEqual([]);
  });
});

function childCount(mode: string): number {
  const text = readFileSync(`/usr/share/apertium/modes/${mode}.mode`, "utf8");
  return text.split("|").length;
}

/** Living children of a process, sorted by start time, because the system reuses process ids. */
function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: statOf(Number(name)) }))
    .filter(({ stat }) => stat?.parent === parent)
    .sort((a, b) => a.stat!.started - b.stat!.started || a.pid - b.pid)
    .map(({ pid }) => pid);
}

function nameOf(pid: number): string | null {
  return statOf(pid)?.name ?? null;
}

/** Values of proc_pid_stat(5): `parent` is field 4, `started` field 22, in clock ticks since the system's start. */
function statOf(pid: number): { name: string; parent: number; started: number } | null {
  try {
    const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const fields = rest.split(" ");
    return fields[0] === "Z" ? null : { name, parent: Number(fields[1]), started: Number(fields[19]) };
  } catch {
    return null;
  }
}
