/** The editor's messages, in the browser or on the server. */
type Messages = { (key: "checks.empty"): string; has(key: "checks.empty"): boolean };

export type CustomChecks = readonly { readonly id: string; readonly message: string }[];

/**
 * The name of a check in the reader's language. A custom check is named by its message, an unknown check by its API id.
 */
export function checkName(t: Messages, check: string, customChecks: CustomChecks): string {
  const custom = customChecks.find(({ id }) => `custom.${id}` === check);
  if (custom) return custom.message;
  // Dots separate levels of a catalogue.
  const key = `checks.${check.replaceAll(".", "_") as "empty"}` as const;
  return t.has(key) ? t(key) : check;
}
