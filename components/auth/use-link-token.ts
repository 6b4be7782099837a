import { useSyncExternalStore } from "react";

/**
 * The token behind `#` of a one-time link: it never reaches a server with the page's address. Null when there is none;
 * undefined until the page has come alive.
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
