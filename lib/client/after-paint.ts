/** Maximum milliseconds to wait for a frame, because a hidden page paints none. */
const MAX_WAIT_MS = 100;

/**
 * Calls `work` after the next frame is painted, so that a person sees the effect of their action before slower work
 * such as a request. Returns a function that cancels the call.
 */
export function afterPaint(work: () => void): () => void {
  let timer = setTimeout(work, MAX_WAIT_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Resolves after the next frame is painted, or when the person leaves the page before. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      window.removeEventListener("pagehide", done);
      resolve();
    };
    const cancel = afterPaint(done);
    window.addEventListener("pagehide", done);
  });
}
