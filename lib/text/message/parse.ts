import { findCodeInProse } from "./code-in-prose";
import { type Span, spansOf } from "./commands";
import { findMarks, pairPart } from "./fields";
import { findIdentifiers } from "./identifiers";
import { findJson } from "./json";
import { findNames } from "./names";
import { findPlaceholders, type Placeholder } from "./placeholders";

const NUMBER = /(?<![\p{L}\p{N}_.,])\p{Nd}+(?:[.,]\p{Nd}+)*(?![\p{L}\p{N}_])/gu;

/**
 * Finds text that isn't prose in a plain text, in order and without overlap. By default placeholders, tags, URLs and
 * addresses; with `code` also program code, identifiers, doubled Markdown characters, and template block tags as pairs;
 * with `numbers` also other numbers. `named` are ranges in any order that take precedence over all they overlap.
 */
export function parseMessage(
  plain: string,
  { code, numbers, named = [] }: { code?: boolean; numbers?: boolean; named?: readonly Span[] | undefined } = {},
): readonly Placeholder[] {
  const token = (is: Placeholder["is"]) => (span: Span & Partial<Placeholder>) =>
    ({ kind: "value", is, ...span, text: plain.slice(span.start, span.end) }) as const;
  let tokens: readonly Placeholder[] = findPlaceholders(plain);
  if (code) tokens = withCode(plain, tokens, token("code"));
  if (numbers) tokens = joined(tokens, spansOf(plain, NUMBER).map(token("number")));
  if (code) tokens = joined(findJson(plain), tokens);
  return named.length > 0 ? joined(inOrder(named).map(token("named")), tokens) : tokens;
}

/** Both lists in order, without ranges that overlap one of the `first`. */
function joined(first: readonly Placeholder[], others: readonly Placeholder[]): Placeholder[] {
  const all: Placeholder[] = [];
  let next = 0;
  for (const one of others) {
    while (next < first.length && first[next]!.end <= one.start) all.push(first[next++]!);
    if ((first[next]?.start ?? one.end) >= one.end) all.push(one);
  }
  return [...all, ...first.slice(next)];
}

/** The ranges in order; of two that overlap, the first and longest. */
function inOrder(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
}

/** A placeholder within code becomes part of it; code that overlaps one otherwise is ignored. */
function withCode(
  plain: string,
  placeholders: readonly Placeholder[],
  asToken: (span: Span & Partial<Placeholder>) => Placeholder,
): Placeholder[] {
  const code = inOrder([...findCodeInProse(plain), ...findIdentifiers(plain), ...findNames(plain)]);
  let next = 0;
  const whole = joined(findMarks(plain).map(asToken), code.map(asToken)).filter(({ start, end }) => {
    while ((placeholders[next]?.end ?? end) <= start) next++;
    let after = next;
    while ((placeholders[after]?.end ?? Number.POSITIVE_INFINITY) <= end) after++;
    return (placeholders[next]?.start ?? end) >= start && (placeholders[after]?.start ?? end) >= end;
  });
  return joined(whole, placeholders).map((found) => ({ ...found, ...pairPart(found.text) }));
}
