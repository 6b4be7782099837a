import { useSyncExternalStore } from "react";
import { Listeners } from "./store";

export type LocalStore<Value> = {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/**
 * A value stored in this browser. Read on first use, and synchronised between tabs. If storage is unavailable or full,
 * the value lasts as long as the page.
 */
export function localStore<Value>(
  name: string,
  empty: Value,
  isValue: (value: unknown) => value is Value,
): LocalStore<Value> {
  let current: Value | undefined;
  const listeners = new Listeners();
  const read = (): Value => {
    try {
      const parsed: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
      return isValue(parsed) ? parsed : empty;
    } catch {
      return empty;
    }
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key !== name && event.key !== null) return;
    current = undefined;
    listeners.notify();
  };
  return {
    get: () => {
      current ??= read();
      return current;
    },
    set: (next) => {
      current = next;
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // Storage is unavailable or full.
      }
      listeners.notify();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      const unsubscribe = listeners.subscribe(listener);
      return () => {
        unsubscribe();
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
  };
}

/** The value; `initial` during hydration. */
export function useLocalStore<Value>(store: LocalStore<Value>, initial: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => initial);
}
