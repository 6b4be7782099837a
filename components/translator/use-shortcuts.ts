import { type RefObject, useEffect, useRef } from "react";
import type { Pair } from "./pair";
import type { Translator } from "./use-translator";

/**
 * The translator's shortcuts. Letters are matched by physical key, because with Alt some systems type other characters.
 * Single keys have no effect while typing (WCAG 2.1.4).
 */
export function useShortcuts(
  state: Translator,
  pairs: readonly Pair[],
  input: RefObject<HTMLTextAreaElement | null>,
): void {
  const latest = useRef({ state, pairs });
  latest.current = { state, pairs };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { state: now, pairs } = latest.current;
      const pair = event.altKey && pairs.length > 1 ? pairs[Number(/^Digit([1-9])$/.exec(event.code)?.[1]) - 1] : null;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        now.translateNow();
      } else if (pair) {
        event.preventDefault();
        now.setPair(pair);
      } else if (event.altKey && !event.ctrlKey && !event.metaKey && ALT_KEYS.has(event.code)) {
        event.preventDefault();
        if (event.code === "KeyS") now.swap();
        if (event.code === "KeyC") document.getElementById(COPY_ID)?.querySelector("button")?.click();
        if (event.code === "KeyX") now.setText("");
        if (event.code === "KeyX") input.current?.focus();
      } else if (event.key === "/" && event.target === document.body) {
        event.preventDefault();
        input.current?.focus();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [input]);
}

const ALT_KEYS = new Set(["KeyS", "KeyC", "KeyX"]);

/** Id of the button that copies the translation. */
export const COPY_ID = "copy-translation";
