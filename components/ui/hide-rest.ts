/** Number of layers that hide an element. */
const hidden = new Map<Element, number>();

/**
 * Hides all elements but a layer and live regions from assistive technology until the returned function is called.
 * Layers may overlap.
 */
export function hideRest(layer: Element): () => void {
  const visible = new Set([layer, ...document.querySelectorAll("[aria-live]")]);
  const around = new Set<Element>();
  for (const element of visible)
    for (let at = element.parentElement; at && !around.has(at); at = at.parentElement) around.add(at);
  const own: Element[] = [];
  const walk = (parent: Element) => {
    for (const child of parent.children) {
      if (visible.has(child)) continue;
      if (around.has(child)) walk(child);
      else if (hidden.has(child) || child.getAttribute("aria-hidden") !== "true") own.push(child);
    }
  };
  walk(document.body);
  for (const element of own) {
    hidden.set(element, (hidden.get(element) ?? 0) + 1);
    element.setAttribute("aria-hidden", "true");
  }
  return () => {
    for (const element of own) {
      const rest = (hidden.get(element) ?? 1) - 1;
      if (rest > 0) hidden.set(element, rest);
      else {
        hidden.delete(element);
        element.removeAttribute("aria-hidden");
      }
    }
  };
}
