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
