/** The editor's messages, in the browser or on the server. */
type Messages = { (key: "checks.empty"): string; has(key: "checks.empty"): boolean };

/** A check's name in the reader's language; unknown checks keep their API id. */
export function checkName(t: Messages, check: string): string {
  // Dots separate levels of a catalogue.
  const key = `checks.${check.replaceAll(".", "_") as "empty"}` as const;
  return t.has(key) ? t(key) : check;
}
