import { useSyncExternalStore } from "react";
import { Store } from "./store";

const hasEnded = new Store(false);

/** Derives from a response's status whether the person is still signed in. */
export function noteSession(status: number): void {
  if (status === 401) hasEnded.set(true);
  else if (status < 400) hasEnded.set(false);
}

/** True once the service has rejected the person's session. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(hasEnded.subscribe, hasEnded.get, () => false);
}
