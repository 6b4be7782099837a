import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { UnreadableFile } from "@/lib/formats/format";

/** Maximum concurrent conversions, and maximum queued ones. */
const CONCURRENCY = 1;
const MAX_WAITING = 100;

/** Maximum cached results, because a document is opened once to read it and once to write it. */
const MAX_KEPT_BYTES = 64 << 20;
const KEPT_MS = 10 * 60_000;

type CachedResult = { readonly bytes: Uint8Array; readonly timer: NodeJS.Timeout };

/** Queues conversions of one program, and caches their results for a while. */
export class Conversions {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly kept = new Map<string, CachedResult>();

  constructor(private readonly maxWaiting = MAX_WAITING) {}

  /** The result of a conversion, from the cache if it has the key. */
  async result(key: string, convert: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.kept.get(key);
    if (known) return known.bytes;
    const converted = await this.inTurn(convert);
    this.keep(key, converted);
    return converted;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= CONCURRENCY) {
      if (this.waiting.length >= this.maxWaiting)
        throw new UnreadableFile("timeout", "Too many documents are waiting to be converted. Send the document later.");
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private keep(key: string, bytes: Uint8Array): void {
    if (bytes.length > MAX_KEPT_BYTES) return;
    this.forget(key);
    this.kept.set(key, { bytes, timer: setTimeout(() => this.forget(key), KEPT_MS).unref() });
    let total = [...this.kept.values()].reduce((sum, one) => sum + one.bytes.length, 0);
    for (const [oldest, one] of this.kept) {
      if (total <= MAX_KEPT_BYTES) return;
      total -= one.bytes.length;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    clearTimeout(this.kept.get(key)?.timer);
    this.kept.delete(key);
  }
}

export type ProgramLimits = {
  readonly timeoutMs: number;
  readonly cpuSeconds: number;
  readonly memoryKb: number;
  readonly outputBytes: number;
};

/**
 * Runs a program in a private folder without a network. The limits are set in a shell, so that they also hold if this
 * process ends. Resolves with the exit code; null if the time limit was exceeded.
 */
export async function runLimited(
  folder: string,
  command: readonly string[],
  { timeoutMs, cpuSeconds, memoryKb, outputBytes }: ProgramLimits,
  variables: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const limits = `ulimit -t ${cpuSeconds}; ulimit -v ${memoryKb}; ulimit -c 0; ulimit -f ${outputBytes >> 9}; exec "$@"`;
  const child = spawn("/bin/sh", ["-c", limits, "sh", ...isolation(), ...command], {
    cwd: folder,
    // In a separate process group, because the program starts others.
    detached: true,
    stdio: "ignore",
    env: {
      NODE_ENV: process.env.NODE_ENV,
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      HOME: folder,
      TMPDIR: folder,
      LANG: "C.UTF-8",
      ...variables,
    },
  });
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  };
  let isInTime = true;
  const timer = setTimeout(() => {
    isInTime = false;
    end();
  }, timeoutMs);
  const code = await new Promise<number>((resolve) => {
    child.once("exit", (status) => resolve(status ?? 1));
    child.once("error", () => resolve(127));
  });
  clearTimeout(timer);
  end();
  return isInTime ? code : null;
}

/** Runs the program without a network, if the system allows this to users. */
function isolation(): readonly string[] {
  isolating ??= spawnSync("unshare", ["-rn", "true"], { stdio: "ignore" }).status === 0 ? ["unshare", "-rn"] : [];
  return isolating;
}

let isolating: readonly string[] | undefined;

/** The first of these programs that is in PATH. */
export function programInPath(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file));
}
