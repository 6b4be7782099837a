import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** What the key beside the space bar is called here: ⌘ on Apple's keyboards, else Ctrl. */
export function useModifierKey(): "⌘" | "Ctrl" {
  return useSyncExternalStore(
    subscribe,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}
