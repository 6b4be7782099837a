import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * The bare engine: the mode's own programs in a shell pipe, which null flush keeps running. The service's overhead is
 * the difference to its rate.
 */
export function startBarePipeline(mode, modes = "/usr/share/apertium/modes") {
  const program = readFileSync(`${modes}/${mode}.mode`, "utf8")
    .trim()
    .replaceAll("$1", "-n")
    .replaceAll("$2", "")
    .split("|")
    .map((stage) => stage.trim().replace(/^(\S+)/, "$1 -z"))
    .join(" | ");
  const shell = spawn("sh", ["-c", program], { stdio: ["pipe", "pipe", "ignore"], detached: true });
  const waiting = [];
  shell.stdout.on("data", (data) => {
    for (const byte of data) if (byte === 0) waiting.shift()?.();
  });
  return {
    pid: shell.pid,
    /** Resolves when the translation is complete. */
    translate(sentence) {
      shell.stdin.write(`${sentence}[]\0`);
      return new Promise((resolve) => waiting.push(resolve));
    },
    stop() {
      process.kill(-shell.pid, "SIGKILL");
    },
  };
}
