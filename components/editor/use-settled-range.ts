import { useEffect, useState } from "react";

type Range = { readonly start: number; readonly end: number };

/** Milliseconds to wait after a jump. */
const SETTLED_MS = 120;

/**
 * A range of rows: immediately if it moves gradually, and after a jump only when it stays, so that dragging the scroll
 * bar does not load all rows in between.
 */
export function useSettledRange(range: Range): Range {
  const [settled, setSettled] = useState(range);
  const isJump = range.start > settled.end || range.end < settled.start;
  useEffect(() => {
    const timer = setTimeout(() => setSettled(range), isJump ? SETTLED_MS : 0);
    return () => clearTimeout(timer);
  }, [range, isJump]);
  return isJump ? settled : range;
}
