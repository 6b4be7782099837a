import { type SetStateAction, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { afterPaint } from "@/lib/client/after-paint";

/** Keys that do nothing by themselves. */
const MODIFIERS: readonly string[] = ["Alt", "AltGraph", "CapsLock", "Control", "Meta", "Shift"];

/**
 * A state that takes long to find and to render: `setSoon` does so after the next frame, so that what the same key or
 * press has done already is seen first. A key or press that comes earlier finds it changed all the same.
 */
export function useDelayableState<Value>(first: Value) {
  const [value, setValue] = useState(first);
  /** Changes the state now; null if nothing waits. */
  const finish = useRef<(() => void) | null>(null);
  const setNow = useCallback((next: SetStateAction<Value>) => {
    finish.current = null;
    setValue(next);
  }, []);
  const setSoon = useCallback(
    (next: () => Value) => {
      const change = () => {
        if (finish.current === change) flushSync(() => setNow(next()));
      };
      finish.current = change;
      afterPaint(change);
    },
    [setNow],
  );
  useEffect(() => {
    const onInput = (event: Event) => {
      if (!(event instanceof KeyboardEvent && MODIFIERS.includes(event.key))) finish.current?.();
    };
    // Before anything else sees the event.
    const capture = { capture: true } as const;
    window.addEventListener("keydown", onInput, capture);
    window.addEventListener("pointerdown", onInput, capture);
    return () => {
      window.removeEventListener("keydown", onInput, capture);
      window.removeEventListener("pointerdown", onInput, capture);
    };
  }, []);
  return { value, setNow, setSoon };
}
