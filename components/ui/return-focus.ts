import { isFocusElsewhere } from "./is-focus-elsewhere";

const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea, summary, [tabindex], [contenteditable=true]";

/** Something that has or had the focus, and then what stands around it, the closest first. */
type Trail = { readonly elements: readonly Element[]; readonly pathname: string };

/** By layer: what opened it. */
const trails = new WeakMap<Element, Trail>();

let lastFocused: Element | null = null;
if (typeof document !== "undefined")
  document.addEventListener("focusin", ({ target }) => {
    lastFocused = target instanceof Element ? target : null;
  });

/** To be called when a layer opens, before the focus goes into it. */
export function rememberFocus(layer: Element): void {
  const focused = isFocusElsewhere() ? document.activeElement : lastFocused;
  // A menu is gone by now; its button is there.
  const menu = focused?.closest("[role=menu]");
  const opener = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
  if (opener) trails.set(layer, trailFrom(opener));
}

/**
 * Takes the focus from a layer that has closed back to what opened it, unless somebody took it meanwhile. Where that is gone, or
 * goes with the row that was deleted, to what stands closest.
 */
export function returnFocus(layer: Element): void {
  const trail = trails.get(layer);
  if (!trail || isFocusElsewhere()) return;
  follow(trail);
  focusNearby(trail);
}

/** To be called when what has the focus is about to go, with the row that it stands in: the focus stays beside it. */
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

/** Taken while all of it is there: what is removed has no neighbours any more. */
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

/** Another page begins anew. */
function follow({ elements, pathname }: Trail): void {
  if (location.pathname !== pathname) return;
  elements.some((element) => [element, ...element.querySelectorAll(FOCUSABLE)].some(takesFocus));
}

function takesFocus(element: Element): boolean {
  if (!element.isConnected || !(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
