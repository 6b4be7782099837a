import fs from "node:fs";
import path from "node:path";
import type { Context, Outcome } from "./command";
import { readProjectFile, sourceFiles } from "./project-file";
import { pull } from "./pull";
import { push } from "./push";

const QUIET_MS = 300;

/** Pushes and pulls whenever a source file changes, until interrupted. */
export async function watch(context: Context): Promise<Outcome> {
  const round = async () => {
    const pushed = await push({ ...context, values: { ...context.values, wait: true } });
    const pulled = await pull(context);
    console.error(`${pushed.text}\n${pulled.text}`);
  };
  const folders = new Set(sourceFiles(context.cwd, readProjectFile(context.cwd)).map((one) => path.dirname(one.path)));
  const queue = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const sources = () => new Set(sourceFiles(context.cwd, readProjectFile(context.cwd)).map((one) => one.path));
  await new Promise<void>((_, reject) => {
    let running = Promise.resolve();
    const run = () => {
      running = running.then(round).catch(reject);
    };
    // Watching starts before the first round, so that no change is missed.
    for (const folder of folders)
      fs.watch(path.join(context.cwd, folder), (_event, name) => {
        if (name === null) return;
        queue.add(path.posix.join(folder, name));
        clearTimeout(timer);
        timer = setTimeout(() => {
          const changed = [...queue].some((file) => sources().has(file));
          queue.clear();
          if (changed) run();
        }, QUIET_MS);
      });
    run();
  });
  return { data: {}, text: "" };
}
