import { type Matcher, RE2JS } from "re2js";

/**
 * Regular expressions written by people, in RE2's syntax: without look-around and back references, so that a search
 * takes linear time for any pattern. A backtracking engine may take years for 30 characters.
 */
export type Pattern = {
  /** The matches in order, without empty ones, at most `limit`. Offsets are UTF-16. */
  find(text: string, limit: number): { readonly start: number; readonly end: number }[];
  /**
   * Up to {@link MAX_MATCHES} matches, each with its replacement. In the replacement text, `$1` and `$<name>` are
   * groups, `$0` is the match and `$$` is `$`.
   */
  replacements(text: string, replacement: string): Replacement[];
};

/** A range of a text and its replacement. Offsets are UTF-16. */
export type Replacement = { readonly start: number; readonly end: number; readonly replacement: string };

/** Maximum length of a pattern in UTF-16 units. */
export const MAX_PATTERN_LENGTH = 500;
/** Maximum instructions of a compiled pattern: `(a{100}){100}` has 10,000, each of which takes a step per character. */
const MAX_PROGRAM = 2_000;
/** Maximum matches replaced in a text. */
const MAX_MATCHES = 1_000;
/** Maximum length of a searched text in UTF-16 units, since each match starts a new search. */
const MAX_SEARCHED = 20_000;

const known = new Map<string, Pattern | string>();
const MAX_KNOWN = 500;

/** Compiles a pattern, or returns why it is invalid. Compiled patterns are cached. */
export function compilePattern(source: string, caseSensitive = true): Pattern | string {
  const key = `${caseSensitive}${source}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const compiled = compile(source, caseSensitive);
  known.set(key, compiled);
  return compiled;
}

function compile(source: string, caseSensitive: boolean): Pattern | string {
  if (source.length > MAX_PATTERN_LENGTH) return `it is longer than ${MAX_PATTERN_LENGTH} characters`;
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    return reasonOf(error);
  }
  if (compiled.programSize() > MAX_PROGRAM) return "it repeats too much";
  return {
    find: (text, limit) => matchesOf(compiled, text, limit).map((matcher) => span(matcher)),
    replacements: (text, replacement) =>
      matchesOf(compiled, text, MAX_MATCHES).map((match) => replaced(match, replacement)),
  };
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  return message.replace(/^error parsing regexp: /, "") || "it cannot be read";
}

type Match = { readonly start: number; readonly end: number; readonly group: (name: string | number) => string };

function matchesOf(pattern: RE2JS, text: string, limit: number): Match[] {
  if (text.length > MAX_SEARCHED) return [];
  const matcher = pattern.matcher(text);
  const matches: Match[] = [];
  while (matches.length < limit && matcher.find()) {
    if (matcher.end() > matcher.start()) matches.push(keep(matcher));
  }
  return matches;
}

/** A match with its groups, copied because the matcher is reused. */
function keep(matcher: Matcher): Match {
  const named = new Map<string | number, string | null>(Object.entries(matcher.getNamedGroups()));
  for (let i = 0; i <= matcher.groupCount(); i++) named.set(i, matcher.group(i));
  return { start: matcher.start(), end: matcher.end(), group: (name) => named.get(name) ?? "" };
}

function span({ start, end }: Match) {
  return { start, end };
}

function replaced({ start, end, group }: Match, template: string): Replacement {
  const replacement = template.replace(
    /\$(?:(\$)|(\d)|<(\w+)>)/g,
    (_, dollar, index, name) => dollar ?? group(name ?? Number(index)),
  );
  return { start, end, replacement };
}

/** A text with its replacements applied; they are in order and don't overlap. */
export function withReplacements(text: string, replacements: readonly Replacement[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, replacement } of replacements) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}
