import { expect, test } from "vitest";
import { diesWithParent } from "@/db/embedded-process.mjs";
import { IS_LONG } from "@/e2e/long";
import { run, typescript } from "@/lib/operate/launch/run.mjs";

/** `--minutes` only ends a run that hangs: the load ends when all of this has happened. */
const LOAD = IS_LONG
  ? { seed: 7, kills: 5, jobs: 40, rounds: 1, faults: "database crashed,storage refuses", minutes: 20 }
  : { seed: 7, kills: 1, jobs: 8, rounds: 1, faults: "database crashed", minutes: 10 };

test("servers and worker that are killed, a crashed database and a cut storage lose and double nothing", async () => {
  const options = Object.entries(LOAD).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const [command = "", ...args] = [...diesWithParent("TERM"), process.execPath, ...typescript, "e2e/chaos/command.ts"];
  const { code, output } = await run(command, [...args, ...options]);
  // The last line says what is wrong; a summary of failed tests shows only the first one of a message.
  const result = output.trimEnd().split("\n").at(-1);
  expect(code, `${result}\n${output}`).toBe(0);
}, 1_500_000);
