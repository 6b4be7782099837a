import type { FormatWarning } from "./format";

/** Names listed in a warning. */
const MAX_NAMED = 20;

/** Says what of a document stayed as it is. */
export function leftWarning(names: readonly string[], what: string): FormatWarning[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMED ? ", …" : "";
  const message = `${what}: ${names.slice(0, MAX_NAMED).join(", ")}${more}.`;
  return [{ code: "part_skipped", message, count: names.length }];
}
