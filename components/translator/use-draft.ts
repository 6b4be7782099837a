import { type RefObject, useEffect, useRef } from "react";
import { keepDraft, readDraft } from "@/lib/client/draft";
import { takeAddress, writePair } from "./address";
import type { Translator } from "./use-translator";

/**
 * Stores the input for this tab, and restores it after a reload or a visit to another page. Text typed before hydration
 * takes precedence.
 */
export function useDraft(state: Translator, input: RefObject<HTMLTextAreaElement | null>): void {
  const { text, source, target, format } = state;
  const restored = useRef(false);

  // Runs once, on hydration.
  useEffect(() => {
    const typed = input.current?.value ?? "";
    const draft = readDraft();
    const wish = takeAddress();
    if (typed !== "") state.setText(typed);
    else if (wish.text) state.setText(wish.text);
    else if (draft) {
      state.setText(draft.text);
      state.setFormat(draft.format);
      // The first rendering already has the languages of the address.
      if (!wish.source && !wish.target) state.setPair({ source: draft.source, target: draft.target });
    }
  }, []);

  useEffect(() => {
    // The first run is before the draft is restored.
    if (restored.current) {
      keepDraft({ text, source, target, format });
      writePair({ source, target });
    }
    restored.current = true;
  }, [text, source, target, format]);
}
