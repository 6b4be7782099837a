import path from "node:path";
import { parseArgs } from "node:util";
import { closeDatabase } from "@/db/client";
import { applyServices } from "@/lib/engines/admin/follow-services";
import { EngineError } from "@/lib/engines/engine";
import { closeEngines, engines, router } from "@/lib/engines/registry";
import type { QualityRow } from "@/lib/schemas/engines";
import { type DetectionRow, measureDetection } from "./detection";
import { measure } from "./measure";
import { keepResult } from "./result";
import { OWN_SET, readTestSet } from "./test-set";

const HELP = `npm run quality -- [--set FOLDER] [--engines apertium,bergamot] [--detection]

Translates a test set with every engine of this machine, compares with the references, prints a table and keeps it for the
administration pages. FOLDER holds one file per language with a sentence a line, such as en.txt or FLORES's eng_Latn.dev;
without it a small set of our own is used. Services elsewhere cost money and see the texts: they are measured when they
are named. With --detection it measures the detection of languages instead.`;

/** A mistake in the operator's command; only its message is printed, without a stack trace. */
class UsageError extends Error {}

/** `npm run quality`: measures the translation quality of each engine by chrF and BLEU. */
async function main(): Promise<void> {
  const { set: folder, engines: named, detection, help } = readArguments();
  if (help) return console.log(HELP);
  const set = await readTestSet(folder ? path.resolve(folder) : OWN_SET).catch((error) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  await applyServices();
  if (detection) {
    const served = (await router().languages()).map(({ code }) => code);
    return printDetection(await measureDetection(set, served));
  }
  const chosen = chooseEngines(named);
  console.log(line(["engine", "pair", "route", "chrF", "BLEU", "words/s"]));
  const rows = await measure(router(), chosen, set, {
    row: (row) => console.log(line(cells(row))),
    fault: ({ id }, { source, target }, { message }) => {
      console.error(line([id, `${source}-${target}`, message]));
      process.exitCode = 1;
    },
  });
  if (rows.length > 0)
    await keepResult({ at: new Date().toISOString(), set: set.name, sentences: rows[0]!.sentences, rows: [...rows] });
  else if (!process.exitCode) throw new UsageError("None of the engines translates between languages of the set.");
}

function readArguments() {
  const options = {
    set: { type: "string" },
    engines: { type: "string" },
    detection: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new UsageError(HELP);
  }
}

function printDetection(rows: readonly DetectionRow[]): void {
  const percent = (part: number, whole: number) => (whole === 0 ? "–" : ((100 * part) / whole).toFixed(1));
  const sum = (of: readonly DetectionRow[], field: "count" | "right" | "sure" | "sureAndWrong") =>
    of.reduce((total, row) => total + row[field], 0);
  console.log(line(["texts", "language", "", "count", "right %", "sure, wrong %"]));
  for (const { texts, language, count, right, sure, sureAndWrong } of rows)
    console.log(line([texts, language, "", String(count), percent(right, count), percent(sureAndWrong, sure)]));
  for (const texts of new Set(rows.map((row) => row.texts))) {
    const of = rows.filter((row) => row.texts === texts);
    const [count, right, sure, wrong] = [sum(of, "count"), sum(of, "right"), sum(of, "sure"), sum(of, "sureAndWrong")];
    console.log(line([texts, "all", "", String(count), percent(right, count), percent(wrong, sure)]));
  }
}

function chooseEngines(named: string | undefined) {
  const ids = named?.split(/[\s,]+/).filter(Boolean);
  const unknown = ids?.filter((id) => !engines().some((engine) => engine.id === id)) ?? [];
  if (unknown.length > 0) {
    const present = engines().map(({ id }) => id);
    throw new UsageError(`There is no engine ${unknown.join(", ")}: there are ${present.join(", ")}.`);
  }
  return engines().filter(({ id, local }) => (ids ? ids.includes(id) : local));
}

function cells({ engine, source, target, route, chrF, bleu, wordsPerSecond }: QualityRow): string[] {
  const way = route.length > 2 ? route.join("→") : "direct";
  return [engine, `${source}-${target}`, way, chrF.toFixed(1), bleu.toFixed(1), String(wordsPerSecond)];
}

function line([engine = "", pair = "", route = "", ...numbers]: readonly string[]): string {
  return [engine.padEnd(14), pair.padEnd(8), route.padEnd(12), ...numbers.map((cell) => cell.padStart(8))].join(" ");
}

main()
  .catch((error: unknown) => {
    if (error instanceof UsageError || error instanceof EngineError) console.error(error.message);
    else console.error(error);
    process.exitCode = 1;
  })
  .finally(async () => {
    await closeEngines();
    await closeDatabase();
  });
