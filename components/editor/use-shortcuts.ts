import { useCallback, useMemo } from "react";
import { useChangeProfile, useProfile } from "@/lib/client/profile";
import { readShortcuts, SHORTCUTS_PREFERENCE, type Shortcuts, writeShortcuts } from "./shortcuts";

/** The person's shortcuts: those of `initial`, the stored preference when the page was made, until they are loaded. */
export function useShortcuts(initial?: unknown): Shortcuts {
  const profile = useProfile().data;
  const stored = profile ? profile.preferences[SHORTCUTS_PREFERENCE] : initial;
  return useMemo(() => readShortcuts(stored), [stored]);
}

/** Changes the person's shortcuts. */
export function useChangeShortcuts() {
  const { mutate, error, isPending } = useChangeProfile();
  const change = useCallback(
    (shortcuts: Shortcuts) => mutate({ preferences: { [SHORTCUTS_PREFERENCE]: writeShortcuts(shortcuts) } }),
    [mutate],
  );
  return { change, error, isPending };
}
