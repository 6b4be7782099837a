import { type RefObject, useEffect, useRef } from "react";
import { keepDraft, readDraft } from "@/lib/client/draft";
import type { Translator } from "./use-translator";

/**
 * Keeps what is typed for this tab, and brings it back after a reload or a way round by another page. What was typed before
 * the page came alive counts more than what was kept.
 */
export function useDraft(state: Translator, input: RefObject<HTMLTextAreaElement | null>): void {
  const { text, source, target, format } = state;
  const restored = useRef(false);

  // Once, when the page comes alive.
  useEffect(() => {
    const typed = input.current?.value ?? "";
    const draft = readDraft();
    if (typed !== "") state.setText(typed);
    else if (draft) {
      state.setText(draft.text);
      state.setFormat(draft.format);
      state.setPair({ source: draft.source, target: draft.target });
    }
  }, []);

  useEffect(() => {
    // The first run sees the state before the draft came back.
    if (restored.current) keepDraft({ text, source, target, format });
    restored.current = true;
  }, [text, source, target, format]);
}
