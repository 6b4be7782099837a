import { useSyncExternalStore } from "react";

/** False on the server and during hydration. For content that only the browser can render. */
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
