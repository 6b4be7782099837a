import { limiterDb } from "@/db/client";
import { perProcess } from "@/lib/base/singleton";

/** A charge, identified in the ledger by its time. The time is text, because a Date would lose the microseconds. */
type Charge = { readonly subject: string; readonly at: string };

const RETRY_MS = 1_000;
/** Maximum number of waiting refunds; beyond it the oldest are dropped and stay charged. */
const MAX_WAITING = 10_000;

const waiting = perProcess("refunds", () => ({ charges: [] as Charge[], timer: null as NodeJS.Timeout | null }))();

/**
 * Refunds a charge. If the database is unavailable, as for requests answered with 503, the refund is retried until the
 * database returns. Refunding a charge twice has no further effect.
 */
export async function refund(subject: string, at: string): Promise<void> {
  await undo([{ subject, at }]).catch(() => keep([{ subject, at }]));
}

function keep(charges: readonly Charge[]): void {
  waiting.charges.push(...charges);
  waiting.charges.splice(0, waiting.charges.length - MAX_WAITING);
  waiting.timer ??= setTimeout(() => {
    waiting.timer = null;
    const due = waiting.charges.splice(0);
    undo(due).catch(() => keep(due));
  }, RETRY_MS).unref();
}

async function undo(charges: readonly Charge[]): Promise<void> {
  await limiterDb()`
    select rate_refund(c.subject, c.at::timestamptz), (select set_config('synchronous_commit', 'off', true)) as commits
      from jsonb_to_recordset(${JSON.stringify(charges)}::text::jsonb) as c(subject text, at text)
     order by c.subject`;
}
