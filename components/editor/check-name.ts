/** The messages of the editor, in the browser or on the server. */
type Messages = { (key: "checks.empty"): string; has(key: "checks.empty"): boolean };

/** What a check says, in the reader's language; checks that this page does not know yet are named as the API names them. */
export function checkName(t: Messages, check: string): string {
  // Dots part the levels of a catalogue.
  const key = `checks.${check.replaceAll(".", "_") as "empty"}` as const;
  return t.has(key) ? t(key) : check;
}
