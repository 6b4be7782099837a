import { useCallback, useMemo } from "react";
import { useChangeProfile, useProfile } from "@/lib/client/profile";
import { readShortcuts, SHORTCUTS_PREFERENCE, type Shortcuts, writeShortcuts } from "./shortcuts";

type Preferences = Readonly<Record<string, unknown>>;

/** The person's shortcuts: those of `initial`, the stored preferences when the page was made, until they are loaded. */
export function useShortcuts(initial: Preferences = {}): Shortcuts {
  const { preferences } = useProfile().data ?? { preferences: initial };
  const stored = preferences[SHORTCUTS_PREFERENCE];
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

/** Name of the person's preference for the height of rows. */
const DENSITY_PREFERENCE = "editorDensity";

/** Whether the person wants rows of one line, from their stored preferences when the page was made on. */
export function useIsCompact(initial: Preferences): boolean {
  const { preferences } = useProfile().data ?? { preferences: initial };
  return preferences[DENSITY_PREFERENCE] === "compact";
}

/** Makes the rows compact, or as high as their texts again. */
export function useChangeDensity(): (isCompact: boolean) => void {
  const { mutate } = useChangeProfile();
  return (isCompact) => mutate({ preferences: { [DENSITY_PREFERENCE]: isCompact ? "compact" : null } });
}
