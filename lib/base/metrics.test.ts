import fs from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.METRICS_TOKEN = "a-token-of-this-test";
});

import * as metrics from "./metrics";

const empty = { engines: [], documents: { busy: 0, threads: 2, queued: 0 }, pools: [], queues: null };
const textOf = async (snapshot: metrics.Snapshot) => (await metrics.metricsText(snapshot)).text;

test("alerts and the dashboard use only metrics that the server exports", async () => {
  const measured = new Set([...(await textOf(empty)).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const folder = path.resolve(import.meta.dirname, "../../deploy");
  for (const file of ["prometheus/alerts.yml", "grafana/dragoman.json"]) {
    const used = fs.readFileSync(path.join(folder, file), "utf8").matchAll(/\b(?:dragoman|nodejs|process)_[a-z0-9_]+/g);
    const names = new Set([...used].map(([name]) => name.replace(/_(?:count|bucket|sum)$/, "")));
    expect(names.size).toBeGreaterThan(5);
    expect([...names].filter((name) => !measured.has(name))).toEqual([]);
  }
});

test("a job type without jobs has no metrics, and model names are not used as labels", async () => {
  const job = { type: "install_model:ab12", queued: 2, running: 1, oldest: 3.5 };
  const deliveries = { pending: 4, oldest: 5 };
  const before = await textOf({ ...empty, queues: { jobs: [job], deliveries, drilledAt: 0 } });
  expect(before).toContain('dragoman_jobs{type="install_model",state="queued"} 2');
  expect(before).toContain('dragoman_job_wait_seconds{type="install_model"} 3.5');
  expect(before).toContain("dragoman_webhook_deliveries_pending 4");
  expect(before).toContain("dragoman_database_up 1");
  const after = await textOf({ ...empty, queues: { jobs: [], deliveries, drilledAt: 0 } });
  expect(after).not.toContain("install_model");
  expect(await textOf(empty)).toContain("dragoman_database_up 0");
});

test("the metric of waits for a database connection counts only requests beyond the pool's size", async () => {
  const text = await textOf({
    ...empty,
    pools: [
      { name: "tables", size: 5, underWay: 7 },
      { name: "limiter", size: 2, underWay: 1 },
    ],
  });
  expect(text).toContain('dragoman_database_waiting{pool="tables"} 2');
  expect(text).toContain('dragoman_database_waiting{pool="limiter"} 0');
});
