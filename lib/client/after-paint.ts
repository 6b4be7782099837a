/** Longest wait for a frame, in milliseconds: a hidden page paints none. */
const MAX_WAIT_MS = 100;

/**
 * Calls `work` once the next frame is painted, so that what a person did is seen before work that may wait, such as a
 * request. Returns what cancels it.
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

/** Resolves once the next frame is painted, or when the page is left before it. */
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
