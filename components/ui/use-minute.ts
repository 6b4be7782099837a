import { useSyncExternalStore } from "react";

/** The current minute in milliseconds; null before hydration, because that of the server differs. */
export function useMinute(): number | null {
  return useSyncExternalStore(everyMinute, minute, () => null);
}

function minute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000;
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 30_000);
  return () => clearInterval(timer);
}
