/** A line without its line end. Offsets are UTF-16 code units. */
export type Line = { readonly start: number; readonly end: number; readonly text: string };

/** The lines of a text; line ends are LF, CRLF or CR. */
export function linesOf(source: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let i = 0; i <= source.length; i++) {
    const code = source.charCodeAt(i);
    if (i < source.length && code !== 10 && code !== 13) continue;
    if (i < source.length || i > start) lines.push({ start, end: i, text: source.slice(start, i) });
    if (code === 13 && source.charCodeAt(i + 1) === 10) i++;
    start = i + 1;
  }
  return lines;
}

/** Start of the line that contains `at`. */
export function lineStart(source: string, at: number): number {
  let start = at;
  while (start > 0 && source[start - 1] !== "\n" && source[start - 1] !== "\r") start--;
  return start;
}

/** Offsets at which the lines of a text start, for {@link lineNumber}. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ 0: line, index }) => index + line.length)];
}

/** The number, starting with 1, of the line that contains an offset, given the offsets at which lines start. */
export function lineNumber(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
