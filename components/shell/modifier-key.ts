import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** Label of the modifier key: ⌘ on Apple keyboards, else Ctrl. */
export function useModifierKey(): "⌘" | "Ctrl" {
  return useSyncExternalStore(
    subscribe,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}
