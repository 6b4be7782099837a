/** Failures that one address may have in a minute before it is refused unheard. */
const LIMIT = 20;
const WINDOW_MS = 60_000;
/** Addresses remembered at once; the oldest are forgotten first. */
const ADDRESSES = 10_000;

const failures = new Map<string, number[]>();

/**
 * Counts a failed key of an address and says how many whole seconds it must wait, 0 when it may go on.
 * Kept in this process's memory: a flood of wrong keys must not reach the database.
 */
export function countKeyFailure(address: string, now = Date.now()): number {
  const recent = (failures.get(address) ?? []).filter((at) => at > now - WINDOW_MS);
  failures.delete(address);
  failures.set(address, recent);
  const oldest = failures.keys().next();
  if (failures.size > ADDRESSES && !oldest.done) failures.delete(oldest.value);
  if (recent.length >= LIMIT) return Math.max(1, Math.ceil((recent[0]! + WINDOW_MS - now) / 1000));
  recent.push(now);
  return 0;
}
