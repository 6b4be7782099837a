import { nameEnd } from "./xml-names";

type LexedAttribute = { nameStart: number; nameEnd: number; start: number; end: number };

/** The attribute after `from`, where white space must be. Undefined if there is no well-formed attribute. */
export function lexAttribute(source: string, from: number): LexedAttribute | undefined {
  const nameStart = skipSpace(source, from);
  if (nameStart === from) return undefined;
  const end = nameEnd(source, nameStart);
  if (end === nameStart) return undefined;
  let at = end;
  if (source.charCodeAt(at) !== 61) {
    at = skipSpace(source, at);
    if (source.charCodeAt(at) !== 61) return undefined;
  }
  at++;
  let quote = source.charCodeAt(at);
  if (quote !== 34 && quote !== 39) {
    at = skipSpace(source, at);
    quote = source.charCodeAt(at);
    if (quote !== 34 && quote !== 39) return undefined;
  }
  const start = at + 1;
  for (at = start; ; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) return { nameStart, nameEnd: end, start, end: at };
    if (code === 60 || Number.isNaN(code)) return undefined;
  }
}

export function skipSpace(source: string, from: number): number {
  let at = from;
  for (;;) {
    const code = source.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at++;
  }
}

const PREDEFINED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** `undefined` for an unknown entity, `null` for an invalid reference. */
export function resolveReference(
  name: string,
  entity?: (name: string) => string | undefined,
): string | undefined | null {
  if (name.startsWith("#")) {
    const code = /^#x[0-9a-fA-F]+$/.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : /^#[0-9]+$/.test(name)
        ? Number.parseInt(name.slice(1), 10)
        : -1;
    const valid =
      code === 9 ||
      code === 10 ||
      code === 13 ||
      (code >= 0x20 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0xfffd) ||
      (code >= 0x10000 && code <= 0x10ffff);
    return valid ? String.fromCodePoint(code) : null;
  }
  if (name === "" || nameEnd(name, 0) !== name.length) return null;
  return PREDEFINED.get(name) ?? entity?.(name);
}
