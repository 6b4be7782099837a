/** A row of CSV (RFC 4180), without its line break. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return values.map(cell).join(",");
}

/** Prevents names chosen by people from being run as formulas when the file is opened (OWASP, CSV injection). */
function cell(value: string | number | null): string {
  if (typeof value !== "string") return String(value ?? "");
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
