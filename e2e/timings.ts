import fs from "node:fs";
import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** Milliseconds of one test file: of loading it with all it imports, and of running its tests. */
export type FileTiming = { readonly file: string; readonly importMs: number; readonly testMs: number };

/** Vitest reporter: writes the time of each file to `TIMINGS_FILE`, if set. */
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
