import { readdirSync, readFileSync } from "node:fs";

/** The value below which the share `p` (0–1) of the sorted numbers lies. */
export function quantile(numbers, p) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
}

/** Asks over and over for some seconds from `connections` at once; requests per second and milliseconds. */
export async function load(ask, connections, seconds) {
  const times = [];
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const from = performance.now();
        await ask();
        times.push(performance.now() - from);
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  return { perSecond: times.length / elapsed, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Proportional memory of a process and all below it, in MB. */
export function memoryOfTree(pid) {
  const own = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0;
  const children = tasks(pid).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(/\s+/).filter(Boolean),
  );
  return Number(own) / 1024 + children.reduce((sum, child) => sum + memoryOfTree(child), 0);
}

function tasks(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** A Markdown table. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

export const round = (n, digits = 0) => n.toFixed(digits);
