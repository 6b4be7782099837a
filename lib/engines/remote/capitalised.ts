/** With a capital first letter, as at the start of a sentence. */
export function capitalised(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
