import { type MessageFormatElement, TYPE } from "@formatjs/icu-messageformat-parser";

/** Whether a message contains a `choice` of `java.text.MessageFormat`, which ICU no longer supports. */
export function hasJavaChoice(text: string): boolean {
  return /\{\s{0,9}\d{1,9}\s{0,9},\s{0,9}choice\s{0,9},/.test(text);
}

/**
 * Parses a message with choices (`{0,choice,0#no files|1#one file|1<{0} files}`, java.text.ChoiceFormat) into ICU
 * elements: each choice becomes a select whose selectors are its limits. Null for unmatched braces.
 */
export function parseJavaChoice(source: string): MessageFormatElement[] | null {
  const [elements, end] = readElements(source, 0, false, 0);
  return elements && end === source.length ? elements : null;
}

/** Maximum nesting of choices; deeper ones are not written by people. */
const MAX_DEPTH = 20;

type Read = readonly [MessageFormatElement[] | null, end: number];

/** Parses up to the end or, within a choice, up to the `|` or `}` that ends the branch. */
function readElements(source: string, from: number, inChoice: boolean, level: number): Read {
  const elements: MessageFormatElement[] = [];
  let at = from;
  let start = from;
  let text = "";
  const flush = () => {
    if (at > start) elements.push({ type: TYPE.literal, value: text, location: between(start, at) });
  };
  while (at < source.length) {
    const char = source[at]!;
    if (inChoice && (char === "|" || char === "}")) break;
    if (char === "}") return [null, at];
    if (char === "{") {
      flush();
      const [argument, end] = readArgument(source, at, level);
      if (!argument) return [null, at];
      elements.push(argument);
      at = end;
      start = end;
      text = "";
    } else if (char === "'") {
      const close = source.indexOf("'", at + 1);
      const end = close < 0 ? source.length : close;
      text += end === at + 1 ? "'" : source.slice(at + 1, end);
      at = Math.min(end + 1, source.length);
    } else {
      text += char;
      at++;
    }
  }
  flush();
  return [elements, at];
}

function readArgument(source: string, open: number, level: number): readonly [MessageFormatElement | null, number] {
  const head = /\{\s*(\w{1,60})\s*(?:,\s*(choice)\s*,)?/y;
  head.lastIndex = open;
  const match = head.exec(source);
  if (!match) return [null, open];
  const [, value = "", choice] = match;
  let at = head.lastIndex;
  if (!choice) {
    const close = source.indexOf("}", at);
    const inner = close < 0 ? "" : source.slice(at, close);
    if (close < 0 || inner.includes("{")) return [null, open];
    return [{ type: TYPE.argument, value, location: between(open, close + 1) }, close + 1];
  }
  if (level >= MAX_DEPTH) return [null, open];
  const options: Extract<MessageFormatElement, { type: TYPE.select }>["options"] = Object.create(null);
  for (let number = 0; source[at] !== "}"; number++) {
    const limit = /\|?\s*[^#<≤|{}]{1,30}[#<≤]/y;
    limit.lastIndex = at;
    const found = limit.exec(source);
    if (!found) return [null, open];
    const [branch, end] = readElements(source, limit.lastIndex, true, level + 1);
    if (!branch || end >= source.length) return [null, open];
    const selector = found[0].replace(/^\|?\s*/, "");
    // Two limits may be equal, so selectors are made unique; branches are found by offset.
    options[selector in options ? `${selector} (${number})` : selector] = {
      value: branch,
      location: between(limit.lastIndex - 1, end + 1),
    };
    at = end;
  }
  return [{ type: TYPE.select, value, options, location: between(open, at + 1) }, at + 1];
}

function between(start: number, end: number) {
  const position = (offset: number) => ({ offset, line: 1, column: offset + 1 });
  return { start: position(start), end: position(end) };
}
