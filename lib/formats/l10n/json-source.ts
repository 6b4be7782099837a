import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { UnreadableFile } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import { withinStack } from "./nesting";

export type JsonNode = Node;

/** A member of an object; `keyNode` and `node` have source offsets. */
export type JsonMember = { readonly key: string; readonly keyNode: Node; readonly node: Node };

/** Sentences for people, by the parser's names of errors. */
const FAULTS: Readonly<Record<string, string>> = {
  InvalidSymbol: "there is a word without quotation marks",
  InvalidNumberFormat: "there is an invalid number",
  PropertyNameExpected: "a key in quotation marks is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a closing brace is missing",
  CloseBracketExpected: "a closing bracket is missing",
  EndOfFileExpected: "there is content after the end of the data",
  InvalidCommentToken: "there is an invalid comment",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a string is not closed",
  UnexpectedEndOfNumber: "there is an invalid number",
  InvalidUnicode: "there is an invalid \\u escape",
  InvalidEscapeCharacter: "there is an invalid escape",
  InvalidCharacter: "there is a control character",
};

/** JSON, with comments and trailing commas, by source offsets. Also knows how this file spells strings. */
export class JsonSource {
  readonly root: Node;
  private readonly asciiOnly: boolean;

  /**
   * `areLines`: every line is a value, and `root` is an array of them.
   * @throws {UnreadableFile} for invalid JSON, or too deep nesting.
   */
  constructor(
    readonly source: string,
    areLines = false,
  ) {
    const errors: ParseError[] = [];
    // Replaces the line end between values by a comma, so that only the added bracket shifts offsets.
    const json = areLines ? `[${source.replace(/(?<=\S[ \t]*)[\r\n](?=\s*\S)/g, ",")}]` : source;
    const root = withinStack(() => parseTree(json, errors, { allowTrailingComma: true }));
    if (areLines && root) shift(root, -1);
    const [first] = errors;
    if (!root || first) {
      const line = source.slice(0, (first?.offset ?? 0) - (areLines ? 1 : 0)).split("\n").length;
      const what = first ? (FAULTS[printParseErrorCode(first.error)] ?? "something is wrong") : "there is nothing";
      throw new UnreadableFile("corrupt", `This is not valid JSON: ${what} in line ${line}.`);
    }
    this.root = root;
    this.asciiOnly = /\\u00[89a-f]|\\u0[1-9a-f]|\\u[1-9a-f]/i.test(source) && !/[^\0-\x7f]/.test(source);
  }

  members(node: Node | undefined): JsonMember[] {
    if (node?.type !== "object") return [];
    return (node.children ?? []).flatMap(({ children }) => {
      const [keyNode, value] = children ?? [];
      return keyNode && value ? [{ key: String(keyNode.value), keyNode, node: value }] : [];
    });
  }

  member(node: Node | undefined, key: string): Node | undefined {
    return this.members(node).find((member) => member.key === key)?.node;
  }

  raw(node: Node): string {
    return this.source.slice(node.offset, node.offset + node.length);
  }

  /** A value as a JSON string, escaped like the string that it replaces or follows. */
  quote(value: string, like?: Node): string {
    const example = like ? this.raw(like) : "";
    let quoted = JSON.stringify(value);
    if (example.includes("\\/")) quoted = quoted.replaceAll("/", "\\/");
    if (/\\u003c/i.test(example)) quoted = quoted.replace(/[<>&]/g, unicodeEscape);
    return this.asciiOnly ? quoted.replace(/[^\0-\x7f]/g, unicodeEscape) : quoted;
  }

  /** Replaces a node. */
  set(node: Node, text: string): Edit {
    return { start: node.offset, end: node.offset + node.length, text };
  }

  /** Inserts members after another one, with that member's spacing. */
  insertAfter(member: JsonMember, added: readonly { key: string; value: string }[]): Edit {
    const end = member.node.offset + member.node.length;
    const lead = this.lead(member);
    const separator = this.separator(member);
    const text = added.map(({ key, value }) => `,${lead}${this.quote(key)}${separator}${value}`).join("");
    return { start: end, end, text };
  }

  /** Inserts members before another one, with that member's spacing. */
  insertBefore(member: JsonMember, added: readonly { key: string; value: string }[]): Edit {
    const start = member.keyNode.offset;
    const separator = this.separator(member);
    const text = added.map(({ key, value }) => `${this.quote(key)}${separator}${value},${this.lead(member)}`).join("");
    return { start, end: start, text };
  }

  /** The white space before a member. */
  lead(member: JsonMember): string {
    let from = member.keyNode.offset;
    while (from > 0 && /[ \t\r\n]/.test(this.source[from - 1]!)) from--;
    const space = this.source.slice(from, member.keyNode.offset);
    return space.slice(Math.max(0, space.lastIndexOf("\n") - (space.includes("\r\n") ? 1 : 0)));
  }

  /** The text between a key and its value, such as `: ` or Xcode's ` : `. */
  separator(member: JsonMember): string {
    return this.source.slice(member.keyNode.offset + member.keyNode.length, member.node.offset);
  }
}

function shift(root: Node, by: number): void {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    (node as { offset: number }).offset += by;
    for (const child of node.children ?? []) waiting.push(child);
  }
}

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
