import { startTransition, useState } from "react";

/**
 * Which layer is open, for layers whose code is loaded when they are first wanted: `[layer, open, close]`. Their Suspense
 * boundary stands on the page from the beginning. Opened in a transition, a layer shows as soon as its code is there; else React
 * would show the boundary's fallback first, and hold the layer back for 300 ms after that.
 */
export function useLayer<Layer>(): [Layer | null, (layer: Layer) => void, () => void] {
  const [layer, setLayer] = useState<Layer | null>(null);
  return [layer, (next) => startTransition(() => setLayer(next)), () => setLayer(null)];
}
