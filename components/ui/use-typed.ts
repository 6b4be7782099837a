import { useEffect, useRef, useState } from "react";

const TYPING_MS = 300;

/** A text that is reported after a pause in typing. It follows external changes of the value. */
export function useTyped(value: string, onRest: (value: string) => void): [string, (value: string) => void] {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // The typed text itself returns trimmed. Its final space may precede another word.
    if (value !== text.trim()) setText(value);
  }
  const rest = useRef(onRest);
  useEffect(() => {
    rest.current = onRest;
  });
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => rest.current(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return [text, setText];
}
