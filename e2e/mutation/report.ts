import fs from "node:fs";
import path from "node:path";
import { EQUIVALENT } from "./equivalent";
import type { Mutant } from "./sample";
import type { Coverage, Kill, State } from "./state";

export interface Report {
  table: string;
  survivors: string[];
  equivalents: string[];
}

interface Row {
  killed: number;
  timeout: number;
  survived: number;
  uncovered: number;
  equivalent: number;
}

/** Counts per folder, and every survivor with its position. */
export function reportOf(state: State, mutants: readonly Mutant[], coverage: readonly Coverage[]): Report {
  const covered = new Set(coverage.flatMap(({ hits, outside }) => [...Object.keys(hits).map(Number), ...outside]));
  const rows = new Map<string, Row>();
  const survivors: string[] = [];
  const equivalents: string[] = [];
  const total = emptyRow();
  for (const mutant of mutants) {
    const folder = mutant.file.split("/").slice(0, 2).join("/");
    const row = rows.get(folder) ?? emptyRow();
    rows.set(folder, row);
    const outcome = outcomeOf(mutant);
    row[outcome] += 1;
    total[outcome] += 1;
    if (outcome === "survived" || outcome === "uncovered") survivors.push(nameOf(mutant, outcome));
    if (outcome === "equivalent") equivalents.push(`${nameOf(mutant, outcome)}: ${reasonOf(mutant)}`);
  }
  const lines = [...rows].map(([name, row]) => line(`\`${name}\``, row));
  const head = "| Folder | Mutants | Killed | of these by timeout | Survived | Not reached | Equivalent | Score |";
  const table = [head, "|---|--:|--:|--:|--:|--:|--:|--:|", ...lines, line("**All**", total)].join("\n");
  return { table, survivors, equivalents };

  function outcomeOf(mutant: Mutant): keyof Row {
    const kill = state.read<Kill>(`killed/${mutant.id}.json`);
    if (kill) return kill.how === "timeout" ? "timeout" : "killed";
    if (reasonOf(mutant)) return "equivalent";
    return covered.has(mutant.id) ? "survived" : "uncovered";
  }
}

function reasonOf(mutant: Mutant): string | undefined {
  return EQUIVALENT.find(
    ({ file, original, replacement }) =>
      file === mutant.file && original === mutant.original && replacement === mutant.replacement,
  )?.reason;
}

function emptyRow(): Row {
  return { killed: 0, timeout: 0, survived: 0, uncovered: 0, equivalent: 0 };
}

/** Equivalent mutants are not counted. */
function line(name: string, { killed, timeout, survived, uncovered, equivalent }: Row): string {
  const found = killed + timeout;
  const judged = found + survived + uncovered;
  const score = judged === 0 ? "–" : `${((100 * found) / judged).toFixed(1)} %`;
  return `| ${[name, judged + equivalent, found, timeout, survived, uncovered, equivalent, score].join(" | ")} |`;
}

function nameOf({ file, line, mutator, original, replacement }: Mutant, outcome: string): string {
  const short = (text: string) => {
    const flat = text.replace(/\s+/g, " ").replaceAll("globalThis.__queries.", "");
    return flat.length > 90 ? `${flat.slice(0, 90)}…` : flat;
  };
  const note = outcome === "uncovered" ? " (not reached)" : "";
  return `${file}:${line} ${mutator}${note}: ${short(original)} → ${short(replacement) || "{}"}`;
}

export function writeReport(root: string, report: Report, run: { seed: string; population: number }): void {
  const page = path.join(root, "docs/mutation.md");
  const start = "<!-- results -->";
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const text = fs.readFileSync(page, "utf8");
  const results = [
    start,
    "",
    `Version ${version}, Node ${process.versions.node}, seed ${run.seed}, sampled from ${run.population.toLocaleString("en")} mutants.`,
    "",
    report.table,
    "",
    "## Survivors",
    "",
    "File, line and mutator, then the change.",
    "",
    "```text",
    ...report.survivors,
    "```",
    "",
    "## Equivalent mutants",
    "",
    "```text",
    ...report.equivalents,
    "```",
    "",
  ];
  fs.writeFileSync(page, text.slice(0, text.indexOf(start)) + results.join("\n"));
}
