import { useCallback, useMemo } from "react";
import { useChangeProfile, useProfile } from "@/lib/client/profile";
import { readShortcuts, type Shortcuts, writeShortcuts } from "./shortcuts";

const PREFERENCE = "editorShortcuts";

/** The person's shortcuts, the defaults until they are loaded. */
export function useShortcuts(): Shortcuts {
  const stored = useProfile().data?.preferences[PREFERENCE];
  return useMemo(() => readShortcuts(stored), [stored]);
}

/** Changes the person's shortcuts. */
export function useChangeShortcuts() {
  const { mutate, error, isPending } = useChangeProfile();
  const change = useCallback(
    (shortcuts: Shortcuts) => mutate({ preferences: { [PREFERENCE]: writeShortcuts(shortcuts) } }),
    [mutate],
  );
  return { change, error, isPending };
}
