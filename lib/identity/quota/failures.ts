/** Failed keys per network, after which wrong keys must wait. Valid ones still work: clients may share an address. */
export const KEY_FAILURES = { most: 20, windowSeconds: 60 } as const;
const WINDOW_MS = KEY_FAILURES.windowSeconds * 1000;
/** Maximum networks in memory; the oldest are evicted. */
const NETWORKS = 10_000;

const failures = new Map<string, number[]>();

/**
 * Counts a failed key of a network (see `clientNetwork`) and returns the whole seconds it must wait, 0 if none. Kept in
 * memory: a flood of wrong keys must not write to the database.
 */
export function countKeyFailure(network: string, now = Date.now()): number {
  const recent = (failures.get(network) ?? []).filter((at) => at > now - WINDOW_MS);
  failures.delete(network);
  failures.set(network, recent);
  const oldest = failures.keys().next();
  if (failures.size > NETWORKS && !oldest.done) failures.delete(oldest.value);
  if (recent.length >= KEY_FAILURES.most) return Math.max(1, Math.ceil((recent[0]! + WINDOW_MS - now) / 1000));
  recent.push(now);
  return 0;
}
