import { useSyncExternalStore } from "react";

let hasEnded = false;
const listeners = new Set<() => void>();

/** Notes from the status of an answer whether the person is still signed in. */
export function noteSession(status: number): void {
  const ended = status === 401;
  if (ended === hasEnded || (status >= 400 && !ended)) return;
  hasEnded = ended;
  for (const listener of listeners) listener();
}

/** True once the service no longer knows the person's session. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasEnded,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
