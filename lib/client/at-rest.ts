/** Milliseconds without a key or press after which the person counts as idle. */
const REST_MS = 400;
/** Longest wait in milliseconds for people who type without pause. */
const MAX_WAIT_MS = 4_000;

let lastInput = Number.NEGATIVE_INFINITY;
const noteInput = () => {
  lastInput = performance.now();
};
if (typeof window !== "undefined")
  for (const type of ["keydown", "pointerdown"] as const)
    window.addEventListener(type, noteInput, { capture: true, passive: true });

/**
 * Calls `work` once the person neither types nor presses anything: for what no one waits for, and what a key at the same
 * moment would wait for. Returns what cancels it.
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
