import { lineStart } from "./lines";

/** Comment syntax: `#`, or that of PHP and JavaScript. */
export type CommentSyntax = "hash" | "program";

/** Maximum lines of a comment that are read. */
const MAX_LINES = 50;

/**
 * The comment directly above a string, as its note. Undefined without one, or if something else precedes the string on
 * its line.
 */
export function commentAbove(source: string, at: number, syntax: CommentSyntax): string | undefined {
  let start = at;
  // Stops at the first token before the string, because a line may contain 100,000 strings.
  for (; start > 0 && source[start - 1] !== "\n" && source[start - 1] !== "\r"; start--)
    if (source[start - 1]!.trim() !== "") return undefined;
  /** Reads the lines upwards. */
  const lines: string[] = [];
  /** Number of lines below the block comment that is being read; null outside of one. */
  let below: number | null = null;
  while (start > 0 && lines.length < MAX_LINES) {
    const end = start - (source[start - 1] === "\n" && source[start - 2] === "\r" ? 2 : 1);
    start = lineStart(source, end);
    const line = source.slice(start, end).trim();
    if (below === null && syntax === "program" && line.endsWith("*/")) below = lines.length;
    if (below === null && !(syntax === "hash" ? /^#/ : /^(?:\/\/|#(?!\[))/).test(line)) break;
    if (below !== null && line.includes("/*")) {
      // A comment after code does not belong to the string.
      if (!line.startsWith("/*")) break;
      below = null;
    }
    lines.push(line.replace(/^(?:\/\*+|\/\/+|#+|\*(?!\/))[ \t]?|[ \t]*\*+\/$/g, "").trim());
  }
  const whole = below === null ? lines : lines.slice(0, below);
  return whole.reverse().filter(Boolean).join("\n") || undefined;
}
