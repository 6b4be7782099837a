import { sql as raw } from "drizzle-orm";
import { listen, type Transaction } from "@/db/client";
import { perProcess } from "@/lib/base/singleton";

type Waiters = { readonly byId: Map<string, Set<() => void>>; listening: Promise<unknown> | null };

/** Interval at which the row is also read, because a lost connection may miss a notification. */
const POLL_MS = 1_000;

type Wait<Row> = {
  readonly id: string;
  readonly read: () => Promise<Row>;
  readonly hasEnded: (row: Row) => boolean;
  readonly seconds: number;
  readonly signal: AbortSignal;
};

/** Notifies other processes that the job or other row with an id has ended. Each instance uses one channel. */
export class EndNotices {
  readonly #channel: string;
  readonly #waiters: () => Waiters;

  constructor(channel: string) {
    this.#channel = channel;
    this.#waiters = perProcess(channel, (): Waiters => ({ byId: new Map(), listening: null }));
  }

  /** Notifies waiters in any process when the transaction commits. */
  async announce(tx: Transaction, id: string): Promise<void> {
    await tx.execute(raw`select pg_notify(${this.#channel}, ${id})`);
  }

  /** Waits until a row has ended, the time is over or the client has disconnected. Returns the row's last state. */
  async wait<Row>({ id, read, hasEnded, seconds, signal }: Wait<Row>): Promise<Row> {
    const until = performance.now() + seconds * 1000;
    if (seconds > 0) await this.#listen();
    for (;;) {
      const heard = this.#next(id, signal, Math.min(POLL_MS, Math.max(until - performance.now(), 0)));
      const row = await read();
      if (hasEnded(row) || performance.now() >= until || signal.aborted) return row;
      await heard;
    }
  }

  #listen(): Promise<unknown> {
    const waiters = this.#waiters();
    waiters.listening ??= listen(this.#channel, (id) => {
      for (const wake of waiters.byId.get(id) ?? []) wake();
    }).catch((error: unknown) => {
      waiters.listening = null;
      throw error;
    });
    return waiters.listening;
  }

  #next(id: string, signal: AbortSignal, ms: number): Promise<void> {
    const { byId } = this.#waiters();
    return new Promise((resolve) => {
      const mine = byId.get(id) ?? new Set();
      byId.set(id, mine);
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        mine.delete(wake);
        if (mine.size === 0) byId.delete(id);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener("abort", wake, { once: true });
      mine.add(wake);
    });
  }
}
