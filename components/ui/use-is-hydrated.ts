import { useSyncExternalStore } from "react";

/** False on the server and while hydrating, for what only the browser can render. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

function subscribeToNothing(): () => void {
  return () => {};
}
