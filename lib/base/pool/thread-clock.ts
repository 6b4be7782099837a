import { readFileSync, readlinkSync } from "node:fs";

/** Placeholders for a thread's id: not started yet, and unknown because the system has no CPU time per thread. */
const NOT_STARTED = 0;
const UNKNOWN = -1;

/** Clock ticks of /proc last 10 ms on all processors (proc(5), sysconf(3)). */
const MS_PER_TICK = 10;

/** The CPU time of a thread, read by another one. The thread must call {@link reportThread} with `shared`. */
export class ThreadClock {
  readonly shared = new Int32Array(new SharedArrayBuffer(4)).fill(process.platform === "linux" ? NOT_STARTED : UNKNOWN);

  /** Milliseconds. If the system has no CPU time per thread, that of the process, which is never less. */
  now(): number {
    const id = Atomics.load(this.shared, 0);
    if (id === NOT_STARTED) return 0;
    if (id !== UNKNOWN) {
      try {
        // The name before the last bracket may have spaces.
        const [, , , , , , , , , , , user, system] = readFileSync(`/proc/self/task/${id}/stat`, "latin1")
          .replace(/^.*\)/s, "")
          .trim()
          .split(" ");
        return (Number(user) + Number(system)) * MS_PER_TICK;
      } catch {
        // The thread has ended.
      }
    }
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

/** Lets the owner of a {@link ThreadClock} measure the calling thread. */
export function reportThread(shared: Int32Array): void {
  let id = UNKNOWN;
  try {
    id = Number(/\d+$/.exec(readlinkSync("/proc/thread-self"))?.[0] ?? UNKNOWN);
  } catch {
    // A system without /proc.
  }
  Atomics.store(shared, 0, id);
}
