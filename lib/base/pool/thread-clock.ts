import { readFileSync, readlinkSync } from "node:fs";

/** Values in place of a thread's id: not started yet, and unknown because the system reports no CPU time per thread. */
const NOT_STARTED = 0;
const UNKNOWN = -1;

/** Clock ticks of /proc last 10 ms on all processors (proc(5), sysconf(3)). */
const MS_PER_TICK = 10;

/** Reads the CPU time of another thread, which must call {@link reportThread} with `shared`. */
export class ThreadClock {
  readonly shared = new Int32Array(new SharedArrayBuffer(4)).fill(process.platform === "linux" ? NOT_STARTED : UNKNOWN);

  /** Milliseconds of CPU time; if the system reports none per thread, that of the process, which is never less. */
  now(): number {
    const id = Atomics.load(this.shared, 0);
    if (id === NOT_STARTED) return 0;
    if (id !== UNKNOWN) {
      const ms = cpuMsOf(`self/task/${id}`);
      if (ms !== null) return ms;
    }
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

/** Milliseconds of processor time that a process or thread below /proc has used; null if it has ended. */
export function cpuMsOf(name: string): number | null {
  try {
    // The name, which ends at the last bracket, may contain spaces.
    const fields = readFileSync(`/proc/${name}/stat`, "latin1").replace(/^.*\)/s, "").trim().split(" ");
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return null;
  }
}

/** Lets the owner of a {@link ThreadClock} measure the calling thread. */
export function reportThread(shared: Int32Array): void {
  let id = UNKNOWN;
  try {
    id = Number(/\d+$/.exec(readlinkSync("/proc/thread-self"))?.[0] ?? UNKNOWN);
  } catch {
    // The system has no /proc.
  }
  Atomics.store(shared, 0, id);
}
