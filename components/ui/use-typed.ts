import { useEffect, useRef, useState } from "react";

const TYPING_MS = 300;

/** A text that is handed on once typing rests, and follows the value when that changes from elsewhere. */
export function useTyped(value: string, onRest: (value: string) => void): [string, (value: string) => void] {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // What was typed itself comes back trimmed; the space at its end may be followed by another word.
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
