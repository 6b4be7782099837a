import fs from "node:fs";
import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** Milliseconds for loading a test file with all its imports, and for running its tests. */
export type FileTiming = { readonly file: string; readonly importMs: number; readonly testMs: number };

/** Vitest reporter that writes the times of each file to `TIMINGS_FILE`, if set. */
export default class Timings implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const target = process.env.TIMINGS_FILE;
    if (!target) return;
    const timings = modules.map((module): FileTiming => {
      const { collectDuration, duration } = module.diagnostic();
      return { file: module.relativeModuleId, importMs: Math.round(collectDuration), testMs: Math.round(duration) };
    });
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, JSON.stringify(timings));
  }
}
