/**
 * True when somebody went on elsewhere while a layer was closing: the layer gives the focus back a moment later, and taking it
 * from where it is by then would close what was opened meanwhile. A dialog that holds what the focus is to go back to has only
 * caught it from the layer that went.
 */
export function isFocusElsewhere(opener?: Element | null): boolean {
  const held = document.activeElement;
  if (held === null || held === document.body) return false;
  return !(opener && held.matches("[role=dialog]") && held.contains(opener));
}
