import { startTransition, useState } from "react";

/**
 * State of lazily loaded layers: `[layer, open, close]`. Their Suspense boundary is always rendered. Opened in a
 * transition, a layer appears as soon as its code has loaded; otherwise React would show the fallback first and delay
 * the layer by another 300 ms.
 */
export function useLayer<Layer>(): [Layer | null, (layer: Layer) => void, () => void] {
  const [layer, setLayer] = useState<Layer | null>(null);
  return [layer, (next) => startTransition(() => setLayer(next)), () => setLayer(null)];
}
