import { useSyncExternalStore } from "react";

/**
 * The token in the fragment of a one-time link, which is never sent to a server. Null if missing; undefined before
 * hydration.
 */
export function useLinkToken(): string | null | undefined {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1) || null,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
