/**
 * True if a segment's key was generated from a hash, because the file has no key; it means nothing to people. File keys
 * that begin with `~` get a second one.
 */
export function isGeneratedKey(key: string): boolean {
  return key.startsWith("~") && !key.startsWith("~~");
}
