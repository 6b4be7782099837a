/**
 * Whether the service made a segment's key, of a hash, for a text that its file gives none: it tells people nothing. Keys of
 * files that begin with `~` get a second one.
 */
export function isGeneratedKey(key: string): boolean {
  return key.startsWith("~") && !key.startsWith("~~");
}
