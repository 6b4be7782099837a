import { LRUCache } from "lru-cache";
import { limiterDb } from "@/db/client";
import { perProcess } from "@/lib/base/singleton";
import type { KeyRow } from "./key-row";
import { TIER_LIMITS } from "./tiers";

/**
 * Blocks of requests that this server has charged to the ledger in advance, for accounts that an operator set to
 * `leased`: decisions then need no query. A block is used within a second, and its unused requests are returned, so at
 * most one block per key and server is unused, for a second. The ledger counts a block at the end of its time, so no
 * window contains more requests than the limit, over any number of servers. Changes of the key or the limit act after
 * at most a second.
 */
const HOLD_MS = 1_000;
/** Size of a key's first block; later sizes depend on use. */
const FIRST_BLOCK = 16;
const MAX_BLOCK = 10_000;
/** Maximum number of keys with blocks. */
const MAX_KEYS = 10_000;

type LeasedRow = KeyRow & { granted: number; lease_used: number; lease_at: string | null; lease_retry_at: Date | null };

/** Undefined: the key has no block, so the ledger must decide. */
export type Leased = { readonly row: KeyRow; readonly refund: () => Promise<void> } | undefined;

type Block = { readonly row: LeasedRow; readonly until: number; left: number };

const holders = perProcess("leases", () => new LRUCache<string, Holder>({ max: MAX_KEYS }));

/** Decides from a block of this server, if the key's account is known to be leased. */
export async function decideByLease(hash: Buffer, windowSeconds: number): Promise<Leased> {
  const name = `${hash.toString("base64")} ${windowSeconds}`;
  const holder = holders().get(name);
  if (!holder) return undefined;
  const decided = await holder.decide();
  if (!decided) holders().delete(name);
  return decided;
}

/** Starts using blocks for a key whose account is leased. For keys with their own limit the ledger decides. */
export function followLease(hash: Buffer, windowSeconds: number, row: KeyRow): void {
  const name = `${hash.toString("base64")} ${windowSeconds}`;
  if (isLeased(row) && !holders().has(name)) holders().set(name, new Holder(hash, windowSeconds));
}

const isLeased = (row: KeyRow): boolean => row.state === "active" && row.leased && row.key_limit === null;

class Holder {
  #block: Block | undefined;
  #taking: Promise<Block> | undefined;
  #size = FIRST_BLOCK;
  #waiting = 0;

  constructor(
    private readonly hash: Buffer,
    private readonly windowSeconds: number,
  ) {}

  async decide(): Promise<Leased> {
    for (;;) {
      const block = this.#block;
      if (block && block.left > 0 && performance.now() < block.until) return this.#admit(block);
      this.#waiting += 1;
      this.#taking ??= this.#take().finally(() => {
        this.#taking = undefined;
      });
      const taken = await this.#taking.finally(() => {
        this.#waiting -= 1;
      });
      if (!isLeased(taken.row))
        return taken.row.state === "active" ? undefined : { row: taken.row, refund: async () => {} };
      if (taken.row.granted === 0) return { row: this.#refused(taken.row), refund: async () => {} };
    }
  }

  #admit(block: Block): Leased {
    block.left -= 1;
    const row = { ...block.row, account_used: block.row.lease_used - block.left };
    return {
      row,
      refund: async () => {
        if (this.#block === block && performance.now() < block.until) block.left += 1;
        else await giveBack(block.row, 1);
      },
    };
  }

  #refused(row: LeasedRow): KeyRow {
    return {
      ...row,
      admitted: false,
      refused_by: "account",
      account_used: row.lease_used,
      retry_at: row.lease_retry_at,
    };
  }

  async #take(): Promise<Block> {
    const last = this.#block;
    if (last) this.#size = nextSize(this.#size, last.row.granted - last.left, performance.now() < last.until);
    // The ledger reads its clock later than this, so the block ends here before it ends in the ledger.
    const until = performance.now() + HOLD_MS;
    const want = Math.min(Math.max(this.#size, this.#waiting), MAX_BLOCK);
    const [row] = await limiterDb()<LeasedRow[]>`
      select a.*, a.charged_at::text as charged_at, l.granted, l.used as lease_used, l.lease_at::text as lease_at,
             l.retry_at as lease_retry_at,
             (select k.allowed_addresses from api_keys k where k.id = a.key_id) as allowed_addresses, (select set_config('synchronous_commit', 'off', true)) as commits
        from admit(${this.hash}, false, make_interval(secs => ${this.windowSeconds}),
                   ${TIER_LIMITS.free.requestsPerHour}, ${TIER_LIMITS.pro.requestsPerHour}) a,
             lateral rate_lease(a.account_id, a.account_limit,
                                case when a.state = 'active' and a.leased and a.key_limit is null then ${want}::int else 0 end,
                                ${Math.min(this.#waiting, MAX_BLOCK)}, make_interval(secs => ${this.windowSeconds}),
                                make_interval(secs => ${HOLD_MS / 1000})) l`;
    if (!row) throw new Error("admit gave no row");
    const block = { row, until, left: row.granted };
    this.#block = block;
    setTimeout(() => this.#end(block), Math.max(until - performance.now(), 0)).unref();
    return block;
  }

  #end(block: Block): void {
    const { left } = block;
    block.left = 0;
    // If the database is unavailable, the unused requests are not returned and count until they leave the window.
    if (left > 0) giveBack(block.row, left).catch(() => {});
  }
}

/** Doubles if a block was used up early; otherwise the requests used in the last block plus a quarter. */
function nextSize(size: number, used: number, isEarly: boolean): number {
  if (isEarly) return Math.min(size * 2, MAX_BLOCK);
  return Math.min(Math.max(Math.ceil(used * 1.25), 1), MAX_BLOCK);
}

async function giveBack(row: LeasedRow, count: number): Promise<void> {
  if (row.lease_at === null) return;
  await limiterDb()`
    select rate_return(${row.account_id}, ${row.lease_at}::text::timestamptz, ${count}::int),
           (select set_config('synchronous_commit', 'off', true)) as commits`;
}
