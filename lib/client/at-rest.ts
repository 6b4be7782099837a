/** Milliseconds without a key or press after which the person counts as idle. */
const REST_MS = 400;
/** Maximum milliseconds to wait while a person types without pause. */
const MAX_WAIT_MS = 4_000;

let lastInput = Number.NEGATIVE_INFINITY;
const noteInput = () => {
  lastInput = performance.now();
};
if (typeof window !== "undefined")
  for (const type of ["keydown", "pointerdown"] as const)
    window.addEventListener(type, noteInput, { capture: true, passive: true });

/**
 * Calls `work` once the person neither types nor presses anything. For work that no one waits for and that would delay
 * the response to a key. Returns a function that cancels the call.
 */
export function atRest(work: () => void): () => void {
  const latest = performance.now() + MAX_WAIT_MS;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = Math.min(lastInput + REST_MS, latest) - performance.now();
    if (left > 0) timer = setTimeout(wait, left);
    else work();
  };
  wait();
  return () => clearTimeout(timer);
}
