import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "./step.mjs";

/** The project's root folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options] show: its output goes to the terminal
 * @returns {Promise<{ code: number, output: string }>} code 127 if the program does not exist
 */
export function run(command, args, { env = process.env, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    const chunks = [];
    const collect = (chunk) => chunks.push(chunk);
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    running.add(child);
    const end = (code) => {
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks).toString("utf8") });
    };
    child.once("error", () => end(127));
    child.once("close", (code) => end(code ?? 1));
  });
}

/**
 * Runs a program that must succeed.
 * @param {string} advice what to do if it does not
 */
export async function mustRun(command, args, advice, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Failure(advice, output);
  return output;
}

/** Terminates the programs that {@link run} waits for. */
export function endRunning() {
  for (const child of running) child.kill("SIGTERM");
}

/** A program of an installed package, as arguments of node. */
export const bin = {
  next: path.join(root, "node_modules/next/dist/bin/next"),
  tsc: path.join(root, "node_modules/typescript/bin/tsc"),
  biome: path.join(root, "node_modules/@biomejs/biome/bin/biome"),
  knip: path.join(root, "node_modules/knip/bin/knip.js"),
  vitest: path.join(root, "node_modules/vitest/vitest.mjs"),
  playwright: path.join(root, "node_modules/playwright/cli.js"),
};

/** Arguments of node that run a TypeScript file of this project. */
export const typescript = ["--conditions=react-server", "--import", "tsx"];
