import type { LocatedToken } from "@/lib/text/segment";
import { insertCode, nestCodes } from "./code-insertion";
import type { Finding, Subject } from "./subject";

/** Inline codes that represent markup. Placeholders are checked by their own family. */
export function* tags(subject: Subject): Generator<Finding> {
  const { segment, source, target, codeFaults } = subject;
  if (target.isBlank) return;
  if (codeFaults.length === 0) {
    yield* order(subject);
    return;
  }
  const onlyMissing = codeFaults.every(({ fault }) => fault === "missing");
  const typed = typedTags(subject);
  for (const { fault, id } of codeFaults) {
    if (fault === "unknown") {
      for (const token of occurrences(target.tokens, id)) {
        yield { check: "tags.extra", params: { tag: nameOf(token) }, ...removal(token) };
      }
    } else if (fault === "doubled" && !subject.isPlaceholder(id)) {
      yield* doubled(subject, id);
    } else if (fault === "missing" && !subject.isPlaceholder(id)) {
      // A line break, which another language may write differently or omit.
      const isBreak = subject.codes.get(id)?.equiv === "\n";
      if (isBreak && target.plain.split("\n").length > source.plain.split("\n").length) continue;
      const [tag] = occurrences(source.tokens, id);
      if (typed[tag!.type === "single" ? "single" : "pair"]-- > 0) continue;
      const edit = onlyMissing ? insertCode(segment, target, id) : null;
      yield {
        check: "tags.missing",
        ...(isBreak ? { severity: "warning" } : {}),
        params: { tag: nameOf(tag!) },
        ...edit,
      };
    }
  }
  const broken = codeFaults.find(({ fault }) => fault === "crossed" || fault === "unclosed");
  if (broken) {
    yield { check: "tags.nesting", params: { tag: `<g${broken.id}>` }, ...nestCodes(segment, target.encoded) };
  }
}

/**
 * Tags typed as text where the source has codes: `<file>` for a word to fill in, which is translated, and `<a href>`
 * with the address of a page in the target's language.
 */
function typedTags({ source, target, context }: Subject): { single: number; pair: number } {
  // Android's strings may contain the tags of a source with CDATA as entities.
  const spelled = target.plain.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  const count = (pattern: RegExp) =>
    Math.max(0, (spelled.match(pattern)?.length ?? 0) - (source.plain.match(pattern)?.length ?? 0));
  const pair = count(/<\/[a-z][\w:.-]{0,40}>/gi);
  // The CDATA section is a pair, too.
  const cdata = context.format === "android" && pair > 0 ? 1 : 0;
  return { single: count(/<[^<>/="]{1,60}>|<br\s?\/>|<!--/g), pair: pair + cdata };
}

type Code = Exclude<LocatedToken, { type: "text" }>;

/** The tokens of one code. */
export function occurrences(tokens: readonly LocatedToken[], id: number): Code[] {
  return tokens.filter((token): token is Code => token.type !== "text" && token.id === id);
}

/** An edit that removes a code. */
export function removal({ start, end }: Code) {
  return { start, end, replacement: "" };
}

function nameOf({ type, id }: Code): string {
  if (type === "single") return `<x${id}/>`;
  return type === "open" ? `<g${id}>` : `</g${id}>`;
}

/** A code that may occur once but occurs several times: all except the first are extra. */
function* doubled({ target }: Subject, id: number): Generator<Finding> {
  const own = occurrences(target.tokens, id);
  const params = { tag: nameOf(own[0]!) };
  for (const [index, token] of own.entries()) {
    const close = own[index + 1];
    if (index === 0) continue;
    if (token.type === "single") yield { check: "tags.extra", params, ...removal(token) };
    else if (token.type === "open" && close?.type === "close") {
      const replacement = target.encoded.slice(token.end, close.start);
      yield { check: "tags.extra", params, start: token.start, end: close.end, replacement };
    }
  }
}

/**
 * Pairs and formats move with their words, so their order is free. Single codes (line breaks, images) must keep their
 * order, and no code may move into or out of a pair (a link).
 */
function* order(subject: Subject): Generator<Finding> {
  const { source, target } = subject;
  if (source.tokens.length < 2) return;
  const isMark = (token: LocatedToken): token is Code => token.type === "single" && !subject.isPlaceholder(token.id);
  const there = new Set(target.tokens.flatMap((token) => (token.type === "text" ? [] : token.id)));
  const marks = source.tokens.filter((token) => isMark(token) && there.has(token.id)) as Code[];
  const parents = pairsAround(subject, source.tokens);
  const targetParents = pairsAround(subject, target.tokens);
  let mark = 0;
  for (const token of target.tokens) {
    if (token.type === "text" || token.type === "close") continue;
    const moved = isMark(token) && marks[mark++]?.id !== token.id;
    if (!moved && parents.get(token.id) === targetParents.get(token.id)) continue;
    yield { check: "tags.order", params: { tag: nameOf(token) }, start: token.start, end: token.end };
    return;
  }
}

/** Maps a code to its innermost pair. Ignores formats, which a translation may extend and split. */
function pairsAround({ codes }: Subject, tokens: readonly LocatedToken[]): Map<number, number | undefined> {
  const parents = new Map<number, number | undefined>();
  const open: number[] = [];
  for (const token of tokens) {
    if (token.type === "text") continue;
    if (token.type !== "close") parents.set(token.id, open.at(-1));
    const isPair = token.type !== "single" && codes.get(token.id)?.kind !== "format";
    if (isPair && token.type === "open") open.push(token.id);
    else if (isPair) open.pop();
  }
  return parents;
}
