import type { LayoutGroup, LayoutNode } from "@/lib/formats/l10n/tree-layout";
import type { Lexeme } from "./literal";

/** An array or object of a program that is being parsed, or other brackets. */
export type Container<Type extends string> = {
  readonly type: Type;
  /** Key of the current element. */
  key: string;
  /** Index of the token after the key (`:` or `=>`); -1 before it is read. */
  mark: number;
  /** Number of completed elements. */
  items: number;
  /** Start of the current element; -1 before it begins. */
  start: number;
  /** String or container that is the current element's value. */
  content: Pick<LayoutNode, "id" | "group">;
  readonly nodes: LayoutNode[];
  /** Offset after the opening bracket. */
  readonly inside: number;
};

export function newContainer<Type extends string>(type: Type, inside: number): Container<Type> {
  return { type, key: "", mark: -1, items: 0, start: -1, content: {}, nodes: [], inside };
}

/** Names of the current elements in the containers: keys, or positions in lists. */
export function namesOf(stack: readonly Container<string>[]): string[] {
  return stack.map(nameOf);
}

function nameOf({ key, items }: Container<string>): string {
  return key || `#${items}`;
}

/** Ends the current element at a comma or closing bracket; `last` is the lexeme before that. */
export function endElement(container: Container<string>, last: Lexeme | undefined): void {
  const { start, nodes, content } = container;
  if (start >= 0 && last && last.end > start) nodes.push({ name: nameOf(container), start, end: last.end, ...content });
  container.key = "";
  container.mark = -1;
  container.items++;
  container.start = -1;
  container.content = {};
}

/** The elements of an array or object. */
export function groupOf({ nodes, inside }: Container<string>): LayoutGroup {
  return { style: "commas", nodes, inside };
}
