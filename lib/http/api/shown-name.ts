/**
 * The name of a field as an error may repeat it. Names come from the caller: what could be a text or an API key is
 * replaced by an ellipsis.
 */
export function shownName(name: string): string {
  return /^[\w.[\]-]{1,64}$/.test(name) && !name.includes("dgm_live_") ? name : "…";
}
