/** A word of the analyser's output, with the text before it. Readings are as in the stream: `work<vblex><inf>`. */
export type Analysed = {
  readonly gap: string;
  readonly surface: string;
  /** The word in lower case. */
  readonly key: string;
  readonly readings: readonly string[];
};

/** Splits a message into words and the text after the last one; null if a character is escaped. */
export function readStream(message: string): { words: Analysed[]; rest: string } | null {
  if (message.includes("\\")) return null;
  const words: Analysed[] = [];
  let at = 0;
  for (;;) {
    const start = message.indexOf("^", at);
    const end = start < 0 ? -1 : message.indexOf("$", start);
    if (end < 0) return { words, rest: message.slice(at) };
    const [surface = "", ...readings] = message.slice(start + 1, end).split("/");
    words.push({ gap: message.slice(at, start), surface, key: surface.toLowerCase(), readings });
    at = end + 1;
  }
}

export function writeStream(words: readonly Analysed[], rest: string): string {
  let out = "";
  for (const { gap, surface, readings } of words) {
    out += `${gap}^${surface}`;
    for (const reading of readings) out += `/${reading}`;
    out += "$";
  }
  return out + rest;
}
