import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { type Line, linesOf } from "@/lib/formats/lines";
import { depthIn, FluentReader, trimRange } from "./fluent-pattern";
import { type Entry, messageSegments, messageTexts } from "./message";
import { stringsDocument } from "./strings-document";
import { TreeLayout } from "./tree-layout";

/** Mozilla's Fluent (syntax 1.0). Each variant of a selector is a message. */
export const ftl: Format = {
  id: "ftl",
  name: "Fluent",
  extensions: ["ftl"],
  mediaTypes: ["text/plain"],
  translates: "Messages, terms and attributes, with each branch of their selectors.",
  leaves: "Identifiers, variables, functions, references to other messages, and comments.",
  matches: (bytes, extension) =>
    extension === "ftl" &&
    looksLikeText(bytes) &&
    /^(?:#{1,3}(?: |\s*$)|-?[A-Za-z][\w-]*[ ]*=|\s*$)/m.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const { text, newline } = decoded;
    const messages = messagesOf(text);
    const entries = messages.flatMap((message) => fluentEntry(text, newline, message, options) ?? []);
    const found = new Set(entries.map(({ id }) => id));
    const nodes = messages.map(({ id, from, to }) => ({
      name: id,
      start: from,
      end: to,
      ...(found.has(id) ? { id } : {}),
    }));
    const layout = new TreeLayout(text, { style: "lines", nodes, inside: text.length }, newline);
    return stringsDocument(ftl, { decoded, entries, layout });
  },
};

const START = /^(-?[A-Za-z][\w-]{0,200}) *=/;
const ATTRIBUTE = /^ +\.([A-Za-z][\w-]{0,200}) *=/;

/** A value of a message. `form` is empty, or `.name` for an attribute. */
type Pattern = { readonly form: string; readonly start: number; end: number; depth: number };

/** `from` and `to` enclose the message's lines and the comments directly above. */
type FluentMessage = {
  readonly id: string;
  readonly note: string;
  readonly from: number;
  to: number;
  /** Start of the line of each attribute. */
  readonly starts: Map<string, number>;
  readonly patterns: Pattern[];
};

/** All messages. A value continues on indented or blank lines until the next attribute. */
function messagesOf(source: string): FluentMessage[] {
  const messages: FluentMessage[] = [];
  let notes: string[] = [];
  let from = -1;
  let message: FluentMessage | undefined;
  let open: Pattern | undefined;
  const lines = linesOf(source);
  for (const [index, line] of lines.entries()) {
    const after = lines[index + 1]?.start ?? source.length;
    const start = START.exec(line.text);
    // Inside a placeable, a line may begin with any character.
    const isInside = open !== undefined && open.depth > 0;
    const attribute = isInside ? null : ATTRIBUTE.exec(line.text);
    if (!isInside && line.text.startsWith("#")) {
      open = message = undefined;
      // Comments of groups and of the file do not belong to a message.
      const isOwn = !line.text.startsWith("##");
      if (notes.length === 0 || !isOwn) from = isOwn ? line.start : -1;
      notes.push(line.text.replace(/^#{1,3} ?/, ""));
    } else if (start && !isInside) {
      const at = from >= 0 ? from : line.start;
      message = { id: start[1]!, note: notes.join("\n"), from: at, to: after, starts: new Map(), patterns: [] };
      messages.push(message);
      open = begin(line, start[0].length, "");
      message.patterns.push(open);
      notes = [];
      from = -1;
    } else if (attribute && message) {
      open = begin(line, attribute[0].length, `.${attribute[1]}`);
      message.patterns.push(open);
      message.starts.set(open.form, line.start);
      message.to = after;
    } else if (line.text.trim() === "") {
      if (!open) notes = [];
      if (!open) from = -1;
    } else if (open && message && (/^[ ]/.test(line.text) || isInside || line.text.startsWith("}"))) {
      open.end = line.end;
      open.depth += depthIn(line.text);
      message.to = after;
    } else {
      open = message = undefined;
      notes = [];
      from = -1;
    }
  }
  return messages;
}

function begin({ start, end, text }: Line, after: number, form: string): Pattern {
  return { form, start: start + after, end, depth: depthIn(text.slice(after)) };
}

/** A message with its attributes. Null if it has no text. */
function fluentEntry(source: string, newline: string, given: FluentMessage, options: FormatOptions): Entry | null {
  const { id, note } = given;
  const values = given.patterns.flatMap(({ form, start: from, end: to }) => {
    const { start, end } = trimRange(source, from, to);
    const message = start < end ? new FluentReader(source, newline, id + form, options).message(start, end) : null;
    return message ? [{ form, message, start, end, encode: (value: string) => value }] : [];
  });
  if (values.length === 0) return null;
  const segments = values.map(({ form, message }) =>
    messageSegments(message, { key: id + form, note: form === "" ? note : "" }),
  );
  const lastEnd = given.to;
  return {
    id,
    segments: segments.flat(),
    values,
    rewrite(texts, target, _, forms) {
      let from = 0;
      return values.flatMap(({ message, start, end }, index) => {
        const own = segments[index]!;
        const [first, last] = [from, from + own.length];
        from = last;
        const parts = messageTexts(message, texts.slice(first, last), forms?.slice(first, last));
        const changed = parts.map((text, at) => (text === own[at]!.text ? null : text));
        const text = message.compose(changed, target);
        return text === source.slice(start, end) ? [] : [{ start, end, text }];
      });
    },
    addValue(form, value) {
      if (form === "") return [];
      const line = `    ${form} = ${value}`;
      const isOpen = lastEnd > 0 && source[lastEnd - 1] !== "\n" && source[lastEnd - 1] !== "\r";
      return [{ start: lastEnd, end: lastEnd, text: isOpen ? newline + line : line + newline }];
    },
    removeValue(form) {
      const start = given.starts.get(form);
      if (start === undefined) return [];
      const later = [...given.starts.values()].filter((at) => at > start);
      return [{ start, end: Math.min(lastEnd, ...later), text: "" }];
    },
  };
}
