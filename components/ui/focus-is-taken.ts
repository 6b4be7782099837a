/**
 * True when somebody went on elsewhere while a layer was closing: the layer gives the focus back a moment later, and taking it
 * from where it is by then would close what was opened meanwhile.
 */
export function focusIsTaken(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}
