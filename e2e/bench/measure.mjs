import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";

/** The quantile `p` (0–1) of sorted numbers. */
export function quantile(numbers, p) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
}

export const median = (numbers) => quantile(numbers, 0.5);

/** The number of seconds that the work takes. */
export async function seconds(work) {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** Runs the work for each item with limited concurrency. */
export async function inFlight(items, lanes, work) {
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < items.length) await work(items[next++]);
    }),
  );
}

/** Sends requests over `connections` for some seconds. Returns requests per second, and milliseconds per request. */
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

/**
 * A function that posts the body over keep-alive connections and resolves when the response has been read; rejects
 * unless the status is 200.
 */
export function post(url, contentType, key, body) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return () =>
    new Promise((resolve, reject) => {
      const payload = body();
      const headers = {
        "Content-Type": contentType,
        "Content-Length": Buffer.byteLength(payload),
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
      };
      const sent = request(url, { method: "POST", agent, headers }, (response) => {
        response.resume();
        response.on("end", () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
        );
      });
      sent.on("error", reject);
      sent.end(payload);
    });
}

/**
 * Sends `perSecond` requests per second for some seconds, whether or not responses arrive. Returns the milliseconds
 * between the scheduled time of each request and its response.
 */
export async function pace(ask, perSecond, seconds) {
  const times = [];
  const running = [];
  const started = performance.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    const due = started + (1000 * i) / perSecond;
    const early = due - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    const from = Math.min(due, performance.now());
    running.push(ask().then(() => times.push(performance.now() - from)));
  }
  await Promise.all(running);
  const elapsed = (performance.now() - started) / 1000;
  return { perSecond: times.length / elapsed, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Proportional memory (PSS) of a process and its descendants, in MB. */
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
