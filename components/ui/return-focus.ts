const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea, summary, [tabindex], [contenteditable=true]";

/** An element that has or had the focus, and the elements around it, closest first. */
type Trail = { readonly elements: readonly Element[]; readonly pathname: string };

/** Opener of each layer. */
const trails = new WeakMap<Element, Trail>();

let lastFocused: Element | null = null;
if (typeof document !== "undefined")
  document.addEventListener("focusin", ({ target }) => {
    lastFocused = target instanceof Element ? target : null;
  });

/** Call it when a layer opens, before the focus moves into it. */
export function rememberFocus(layer: Element): void {
  const focused = isFocusElsewhere() ? document.activeElement : lastFocused;
  // The menu is already closed, but its button still exists.
  const menu = focused?.closest("[role=menu]");
  const opener = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
  if (opener) trails.set(layer, trailFrom(opener));
}

/**
 * Returns the focus from a closed layer to its opener, unless the focus has moved elsewhere. If the opener no longer
 * exists, for example because its row was deleted, focuses the closest remaining element.
 */
export function returnFocus(layer: Element): void {
  const trail = trails.get(layer);
  if (!trail || isFocusElsewhere()) return;
  follow(trail);
  focusNearby(trail);
}

/** Moves the focus to a neighbour. Call it before removing the focused element with its row. */
export function keepFocusNearby(): void {
  if (isFocusElsewhere()) focusNearby(trailFrom(document.activeElement!));
}

function focusNearby(trail: Trail): void {
  const held = document.activeElement;
  const observer = new MutationObserver(() => {
    if (document.activeElement === held) return;
    observer.disconnect();
    if (!held?.isConnected && !isFocusElsewhere()) follow(trail);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Recorded before the removal, because a removed element has no neighbours. */
function trailFrom(opener: Element): Trail {
  const elements: Element[] = [];
  for (let at: Element | null = opener; at && at !== document.body; at = at.parentElement)
    elements.push(
      at,
      ...(trails.get(at)?.elements ?? []),
      ...[at.nextElementSibling, at.previousElementSibling].filter((one) => one !== null),
    );
  return { elements, pathname: location.pathname };
}

/** On another page, the trail does not apply. */
function follow({ elements, pathname }: Trail): void {
  if (location.pathname !== pathname) return;
  elements.some((element) => [element, ...element.querySelectorAll(FOCUSABLE)].some(takesFocus));
}

function takesFocus(element: Element): boolean {
  if (!element.isConnected || !(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Whether the focus moved elsewhere while a layer was closing. The layer returns the focus a moment later, which would
 * then close a layer opened since. A dialog that contains the return target has only caught the focus of the closed
 * layer.
 */
export function isFocusElsewhere(opener?: Element | null): boolean {
  const held = document.activeElement;
  if (held === null || held === document.body) return false;
  return !(opener && held.matches("[role=dialog]") && held.contains(opener));
}
