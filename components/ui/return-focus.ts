import { focusIsTaken } from "./focus-is-taken";

const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea, summary, [tabindex], [contenteditable=true]";

/** By layer: what opened it, and then what stands around that, the closest first. */
const trails = new WeakMap<Element, readonly Element[]>();

let lastFocused: Element | null = null;
if (typeof document !== "undefined")
  document.addEventListener("focusin", ({ target }) => {
    lastFocused = target instanceof Element ? target : null;
  });

/** To be called when a layer opens, before the focus goes into it. */
export function rememberFocus(layer: Element): void {
  const focused = document.activeElement === document.body ? lastFocused : document.activeElement;
  // A menu is gone by now; its button is there.
  const menu = focused?.closest("[role=menu]");
  const opener = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
  trails.set(layer, opener ? trailFrom(opener) : []);
}

/**
 * Takes the focus from a layer that has closed back to what opened it, unless somebody took it meanwhile. Where that is gone, or
 * goes with the row that was deleted, to what stands closest.
 */
export function returnFocus(layer: Element): void {
  if (focusIsTaken()) return;
  const trail = trails.get(layer) ?? [];
  focusFirst(trail);
  holdBeside(trail);
}

/** To be called when what has the focus is about to go, with the row that it stands in: the focus stays beside it. */
export function keepFocusBeside(): void {
  if (focusIsTaken()) holdBeside(trailFrom(document.activeElement!));
}

function holdBeside(trail: readonly Element[]): void {
  const held = document.activeElement;
  const observer = new MutationObserver(() => {
    if (document.activeElement === held) return;
    observer.disconnect();
    if (!held?.isConnected && !focusIsTaken()) focusFirst(trail);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** What stands around something, the closest first. Taken while all of it is there: what is removed has no neighbours any more. */
function trailFrom(opener: Element): readonly Element[] {
  const trail: Element[] = [];
  for (let at: Element | null = opener; at && at !== document.body; at = at.parentElement)
    trail.push(at, ...(trails.get(at) ?? []), ...[at.nextElementSibling, at.previousElementSibling].filter(isThere));
  return trail;
}

function isThere(element: Element | null): element is Element {
  return element !== null;
}

function focusFirst(elements: readonly Element[]): void {
  elements.some((element) => [element, ...element.querySelectorAll(FOCUSABLE)].some(takesFocus));
}

function takesFocus(element: Element): boolean {
  if (!element.isConnected || !(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
