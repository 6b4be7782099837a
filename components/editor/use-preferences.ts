import { useCallback, useMemo } from "react";
import { useChangeProfile, useProfile } from "@/lib/client/profile";
import { readShortcuts, SHORTCUTS_PREFERENCE, type Shortcuts, writeShortcuts } from "./shortcuts";

type Preferences = Readonly<Record<string, unknown>>;

/** The person's shortcuts. Until they are loaded, those in `initial`, the preferences when the page was made. */
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

/** Name of the preference for the height of rows. */
const DENSITY_PREFERENCE = "editorDensity";

/** Whether the person prefers rows of one line. `initial` are the preferences stored when the page was created. */
export function useIsCompact(initial: Preferences): boolean {
  const { preferences } = useProfile().data ?? { preferences: initial };
  return preferences[DENSITY_PREFERENCE] === "compact";
}

/** Sets compact rows, or rows as high as their texts. */
export function useChangeDensity(): (isCompact: boolean) => void {
  const { mutate } = useChangeProfile();
  return (isCompact) => mutate({ preferences: { [DENSITY_PREFERENCE]: isCompact ? "compact" : null } });
}
