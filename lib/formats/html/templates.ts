/**
 * Markers of template languages: `{{ name }}`, `{{{ raw }}}`, `{% if n > 1 %}`, `{# note #}`, `<?= $a->b ?>`, `<%= a
 * %>`.
 */
const MARKER =
  /\{\{\{?[^{}]{1,500}\}?\}\}|\{%[^{}]{1,500}%\}|\{#[^{}]{1,500}#\}|<\?[^<?]{1,500}\?>|<%(?:[^%]|%(?!>)){1,500}%>/g;

/** True if a text contains a letter outside of markers. */
export function containsWords(text: string): boolean {
  return /\p{L}/u.test(/[{<]/.test(text) ? text.replace(MARKER, "") : text);
}

/** Wraps `encode` so that markers stay as in `written`: `{% if n &gt; 1 %}` would break the template. */
export function escapeAroundMarkers(source: string, encode: (plain: string) => string): (plain: string) => string {
  const written = new Map(source.match(MARKER)?.map((raw) => [raw.replace(/\s+/g, " "), raw]));
  if (written.size === 0) return encode;
  return (plain) => {
    let escaped = "";
    let at = 0;
    for (const { 0: marker, index } of plain.matchAll(MARKER)) {
      const raw = written.get(marker.replace(/\s+/g, " "));
      if (raw === undefined) continue;
      escaped += encode(plain.slice(at, index)) + raw;
      at = index + marker.length;
    }
    return escaped + encode(plain.slice(at));
  };
}
