import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { constants, getPriority, setPriority } from "node:os";
import type { Readable, Writable } from "node:stream";
import { cpuMsOf } from "@/lib/base/pool/thread-clock";
import { perProcess } from "@/lib/base/singleton";

/** A program and its arguments. */
export type Stage = readonly [command: string, ...args: string[]];

/** Reason why a pipeline ended. `timeout` concerns only the oldest message in flight. */
export class PipelineEnded extends Error {
  override readonly name = "PipelineEnded";
  constructor(
    readonly reason: "died" | "timeout" | "lost_sync" | "closed",
    message: string,
  ) {
    super(message);
  }
}

type Flight = {
  readonly endMark: string;
  /** Length of the message in UTF-16 units. */
  readonly length: number;
  readonly timeoutMs: number;
  readonly answered: (answer: string) => void;
  readonly failed: (ended: PipelineEnded, toBlame: boolean) => void;
};

/** A minimal environment, so that the programs get no secrets. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: "C.UTF-8", NODE_ENV: process.env.NODE_ENV };

/** Pipelines of this process. Their programs end with it. */
const running = perProcess("apertium-pipelines", () => {
  const pipelines = new Set<Pipeline>();
  process.on("exit", () => {
    for (const pipeline of pipelines) pipeline.kill();
  });
  return pipelines;
})();

/**
 * Apertium's programs kept running with null flush: each message and each answer ends with NUL, in the same order.
 * Pipes connect the programs directly; text passes through Node only at both ends. If Node is killed, the first program
 * reads EOF and all of them exit.
 * Each message ends with a blank that contains its number and is returned with the answer. An answer without its number
 * means that messages and answers are out of step; the pipeline then ends instead of returning another request's text.
 */
export class Pipeline {
  readonly #stages: ChildProcess[] = [];
  readonly #input: Writable;
  readonly #flights: Flight[] = [];
  #chunks: Buffer[] = [];
  #unsent = "";
  #lengthInFlight = 0;
  #served = 0;
  #number = 0;
  #ended: PipelineEnded | undefined;
  #deadline: NodeJS.Timeout | undefined;

  /** Starts the programs with a niceness relative to this process, see setpriority(2). Calls `onEnd` exactly once. */
  constructor(
    readonly name: string,
    stages: readonly Stage[],
    niceness: number,
    private readonly onEnd: (ended: PipelineEnded) => void,
  ) {
    let previous: Readable | null = null;
    for (const [command, ...args] of stages) {
      const child: ChildProcess = spawn(command, args, {
        env: ENVIRONMENT,
        stdio: [previous ?? "pipe", "pipe", "ignore"],
      });
      child.on("error", (error) => this.#end("died", `${command} could not be started: ${error.message}`));
      child.on("exit", (code, signal) => this.#end("died", `${command} ended (${code ?? signal})`));
      if (niceness > 0 && child.pid) makeNice(child.pid, niceness);
      previous?.destroy();
      previous = child.stdout;
      this.#stages.push(child);
    }
    const input = this.#stages[0]?.stdin;
    if (!input || !previous) {
      this.kill();
      throw new PipelineEnded("died", `${name}: could not be started`);
    }
    this.#input = input;
    this.#input.on("error", (error) => this.#end("died", `its input was closed: ${error.message}`));
    previous.on("data", (data: Buffer) => this.#receive(data));
    previous.on("error", (error) => this.#end("died", `its output broke: ${error.message}`));
    running.add(this);
  }

  get inFlight(): number {
    return this.#flights.length;
  }

  /** Total length of the messages in flight, in UTF-16 units. */
  get lengthInFlight(): number {
    return this.#lengthInFlight;
  }

  /** Messages answered since the start. */
  get served(): number {
    return this.#served;
  }

  /**
   * Sends one message (Apertium's stream format without NUL). `fakeStop` adds a full stop at the end for programs that
   * expect a sentence; it is separated from the last word, which it would otherwise turn into an abbreviation (`No.`).
   * Messages sent within one turn of the event loop are written together.
   */
  send(message: string, fakeStop: boolean, flight: Omit<Flight, "endMark" | "length">): void {
    if (this.#ended) {
      flight.failed(this.#ended, false);
      return;
    }
    this.#number = (this.#number + 1) % 1_000_000;
    const endMark = `[${END}${this.#number}]`;
    this.#flights.push({ ...flight, endMark, length: message.length });
    this.#lengthInFlight += message.length;
    if (this.#flights.length === 1) this.#watch();
    if (this.#unsent === "") queueMicrotask(() => this.#write());
    this.#unsent += `${message}${fakeStop ? " ." : ""}${endMark}${LAST_BLANK}\0`;
  }

  /** Proportional memory of all programs in megabytes; null if the system does not report it. */
  async memoryMb(): Promise<number | null> {
    const sizes = await Promise.all(this.#stages.map((stage) => (stage.pid ? residentKb(stage.pid) : 0)));
    return sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) / 1024;
  }

  /** Milliseconds of processor time that all programs have used since they started. */
  cpuMs(): number {
    return this.#stages.reduce((sum, { pid }) => sum + ((pid && cpuMsOf(String(pid))) || 0), 0);
  }

  close(): void {
    this.#end("closed", "closed");
  }

  /** Kills the programs without calling `onEnd`. */
  kill(): void {
    for (const stage of this.#stages) stage.kill("SIGKILL");
  }

  #write(): void {
    const text = this.#unsent;
    this.#unsent = "";
    if (!this.#ended) this.#input.write(text);
  }

  #receive(data: Buffer): void {
    let rest = data;
    for (let nul = rest.indexOf(0); nul >= 0 && !this.#ended; nul = rest.indexOf(0)) {
      this.#chunks.push(rest.subarray(0, nul));
      rest = rest.subarray(nul + 1);
      const whole = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
      this.#chunks = [];
      this.#answer(whole.toString("utf8"));
    }
    if (rest.length > 0) this.#chunks.push(rest);
  }

  #answer(answer: string): void {
    const flight = this.#flights[0];
    if (!flight?.endMark || !answer.includes(flight.endMark)) {
      this.#end("lost_sync", "an answer did not belong to its message");
      return;
    }
    this.#flights.shift();
    this.#lengthInFlight -= flight.length;
    this.#served += 1;
    this.#watch();
    flight.answered(answer.replace(flight.endMark, "").replace(LAST_BLANK, ""));
  }

  /** Only the oldest message in flight has a running timeout, because the programs work on it. */
  #watch(): void {
    clearTimeout(this.#deadline);
    const oldest = this.#flights[0];
    if (!oldest) return;
    this.#deadline = setTimeout(
      () => this.#end("timeout", `no answer within ${oldest.timeoutMs} ms`),
      oldest.timeoutMs,
    );
  }

  #end(reason: PipelineEnded["reason"], why: string): void {
    if (this.#ended) return;
    const ended = new PipelineEnded(reason, `${this.name}: ${why}`);
    this.#ended = ended;
    clearTimeout(this.#deadline);
    running.delete(this);
    this.#input.destroy();
    this.kill();
    this.onEnd(ended);
    for (const [index, flight] of this.#flights.splice(0).entries()) {
      flight.failed(ended, reason === "timeout" && index === 0);
    }
  }
}

/**
 * In some directions the analyser loses an unknown last word or the last full stop if NUL follows the end mark
 * directly, so an empty blank is sent in between.
 */
const LAST_BLANK = "[]";

/** First letter of the blank that ends each message; other blanks are plain numbers. */
const END = "e";

function makeNice(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(getPriority(pid) + niceness, constants.priority.PRIORITY_LOW));
  } catch {
    // The process has already exited, or a sandbox forbids the change and it keeps the normal priority.
  }
}

/** Proportional set size if the kernel reports it, else resident set size; null without `/proc`. */
async function residentKb(pid: number): Promise<number | null> {
  for (const [file, field] of [
    ["smaps_rollup", /^Pss:\s+(\d+)/m],
    ["status", /^VmRSS:\s+(\d+)/m],
  ] as const) {
    const text = await readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
    const found = field.exec(text)?.[1];
    if (found) return Number(found);
  }
  return null;
}
