import { type ReactNode, useSyncExternalStore } from "react";

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1.5 font-sans text-xs text-muted">
      {children}
    </kbd>
  );
}

const subscribe = () => () => {};

/** Label of the modifier key: ⌘ on Apple keyboards, otherwise Ctrl. */
export function useModifierKey(): "⌘" | "Ctrl" {
  return useSyncExternalStore(
    subscribe,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}
