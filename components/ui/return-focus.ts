const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea, summary, [tabindex], [contenteditable=true]";

/** An element that has or had the focus, and its surroundings, closest first. */
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
  // The menu is closed by now, but its button still exists.
  const menu = focused?.closest("[role=menu]");
  const opener = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
  if (opener) trails.set(layer, trailFrom(opener));
}

/**
 * Returns the focus from a closed layer to its opener, unless it has moved on. If the opener is gone, such as with a
 * deleted row, focuses the closest remaining element.
 */
export function returnFocus(layer: Element): void {
  const trail = trails.get(layer);
  if (!trail || isFocusElsewhere()) return;
  follow(trail);
  focusNearby(trail);
}

/** Call it before removing the focused element with its row: the focus moves to a neighbour. */
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

/** Another page starts without history. */
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
 * True if the focus moved on while a layer was closing. The layer returns the focus a moment later, which would then
 * close what was opened since. A dialog that contains the return target has only caught the focus from the closed
 * layer.
 */
export function isFocusElsewhere(opener?: Element | null): boolean {
  const held = document.activeElement;
  if (held === null || held === document.body) return false;
  return !(opener && held.matches("[role=dialog]") && held.contains(opener));
}
