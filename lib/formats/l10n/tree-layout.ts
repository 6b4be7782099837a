import { lineStart } from "@/lib/formats/lines";
import { type Edit, splice } from "@/lib/formats/splice";
import type { Layout, StringsParts } from "./strings-document";

/** Something that is added to and removed from a file as a whole: a string, or a group of other nodes. */
export type LayoutNode = {
  /** Distinguishes it from its siblings: a key, a list position. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The string that it contains. */
  readonly id?: string | undefined;
  /** True for metadata of a string, which is removed with the string but not added to translations. */
  readonly isRemark?: boolean;
  /** True for a part of a program, which stays when its strings are removed. */
  readonly isFixed?: boolean;
  /** Has no value yet, and is replaced by a string of that name. */
  readonly isEmpty?: boolean;
  readonly group?: LayoutGroup | undefined;
};

export type LayoutGroup = {
  /**
   * `commas` separate the children; `lines` consists of whole lines; `blocks` include their white space; `fixed`
   * accepts no further children.
   */
  readonly style: "commas" | "lines" | "blocks" | "fixed";
  readonly nodes: readonly LayoutNode[];
  /** Offset at which the first child is inserted if there is none. */
  readonly inside: number;
};

/** The layout of strings in a text file. */
export class TreeLayout implements Layout {
  constructor(
    private readonly source: string,
    private readonly root: LayoutGroup,
    private readonly newline: string,
  ) {}

  get strings(): NonNullable<Layout["strings"]> {
    const found: { id: string; start: number; end: number }[] = [];
    const visit = ({ nodes }: LayoutGroup) => {
      for (const { id, start, end, group, isRemark } of nodes) {
        if (id !== undefined && !isRemark) found.push({ id, start, end });
        else if (group) visit(group);
      }
    };
    visit(this.root);
    return found.sort((a, b) => a.start - b.start);
  }

  remove(ids: ReadonlySet<string>): readonly Edit[] {
    return without(this.source, this.root, (id) => ids.has(id)).edits;
  }

  add(from: Layout, ids: ReadonlySet<string>, edits: readonly Edit[]): readonly Edit[] {
    return from instanceof TreeLayout ? this.merge(from, from.root, this.root, ids, edits) : [];
  }

  /**
   * For a file with both languages side by side, of which this is the target's layout: only strings that it lacks are
   * translated, and added.
   */
  fill(from: TreeLayout, all: StringsParts["entries"]): Pick<StringsParts, "entries" | "finished" | "relocate"> {
    const present = new Set<string>();
    const visit = ({ nodes }: LayoutGroup, own: LayoutGroup | undefined) => {
      const here = own && new Map(own.nodes.map((node) => [node.name, node]));
      for (const { name, id, group } of nodes) {
        const known = here?.get(name);
        if (here && (!known || known.isEmpty)) continue;
        if (id !== undefined) present.add(id);
        else if (group) visit(group, known?.group?.style === group.style ? known.group : undefined);
      }
    };
    visit(from.root, this.root);
    const entries = all.filter(({ id }) => id !== undefined && !present.has(id));
    const ids = new Set(entries.map(({ id }) => id!));
    const finished =
      all.flatMap(({ segments }) => segments).length - entries.flatMap(({ segments }) => segments).length;
    return { entries, finished, relocate: (edits) => this.add(from, ids, edits) };
  }

  private merge(
    from: TreeLayout,
    theirs: LayoutGroup,
    own: LayoutGroup,
    ids: ReadonlySet<string>,
    edits: readonly Edit[],
  ): Edit[] {
    const here = new Map(own.nodes.map((node) => [node.name, node]));
    const added: Edit[] = [];
    let anchor: LayoutNode | undefined;
    for (const node of theirs.nodes) {
      const known = here.get(node.name);
      if (known) {
        if (known.group && node.group && contains(node, ids))
          added.push(...this.merge(from, node.group, known.group, ids, edits));
        else if ((known.isEmpty || (own.style === "blocks" && known.id !== undefined)) && contains(node, ids)) {
          const { start, end } = known;
          const text = reindent(from.render(node, ids, edits), from.indentOf(node), this.indentOf(known));
          const trail = /\s*$/.exec(this.source.slice(start, end))![0];
          added.push({ start, end, text: text.trimEnd().replace(/\r\n?|\n/g, this.newline) + trail });
        }
        anchor = known;
      } else if (canAdd(theirs, own, node) && contains(node, ids) && !isTakenOut(node, edits)) {
        added.push(this.insert(own, anchor, from, theirs, node, ids, edits));
      }
    }
    return added;
  }

  private insert(
    own: LayoutGroup,
    anchor: LayoutNode | undefined,
    from: TreeLayout,
    theirs: LayoutGroup,
    node: LayoutNode,
    ids: ReadonlySet<string>,
    edits: readonly Edit[],
  ): Edit {
    const first = own.nodes[0];
    const at = anchor ? anchor.end : first ? first.start : own.inside;
    const text = from.render(node, ids, edits).replace(/\r\n?|\n/g, this.newline);
    if (own.style === "blocks") return { start: at, end: at, text };
    const neighbour = anchor ?? first;
    if (own.style === "lines") {
      const moved = neighbour ? reindent(text, from.indentOf(node), this.indentOf(neighbour)) : text;
      const whole = moved.endsWith(this.newline) ? moved : moved + this.newline;
      const endsOpen = at > 0 && this.source[at - 1] !== "\n" && this.source[at - 1] !== "\r";
      return { start: at, end: at, text: endsOpen ? this.newline + whole.slice(0, -this.newline.length) : whole };
    }
    const lead = neighbour ? this.leadOf(neighbour) : from.leadOf(node).replace(/\r\n?|\n/g, this.newline);
    const moved = reindent(text, from.leadOf(node).split("\n").at(-1)!, lead.split("\n").at(-1)!);
    const comment = anchor && lead.includes("\n") ? this.commentAfter(at) : undefined;
    if (comment !== undefined) return { start: comment, end: comment, text: `${lead}${moved},` };
    if (anchor) return { start: at, end: at, text: `,${lead}${moved}` };
    if (first) return { start: at, end: at, text: `${moved},${lead}` };
    const outer = lead.includes("\n") ? `${this.newline}${lead.split("\n").at(-1)!.slice(0, -2)}` : "";
    return { start: at, end: at, text: `${lead}${moved}${theirs.nodes.length > 0 ? outer : ""}` };
  }

  /** A node with its texts, limited to the requested strings. */
  private render(node: LayoutNode, ids: ReadonlySet<string>, edits: readonly Edit[]): string {
    const unwanted = node.group ? without(this.source, node.group, (id) => !ids.has(id)).edits : [];
    const own = edits.filter(({ start, end }) => start >= node.start && end <= node.end);
    const kept = own.filter((edit) => !unwanted.some((gone) => edit.start >= gone.start && edit.end <= gone.end));
    return splice(
      this.source.slice(node.start, node.end),
      [...kept, ...unwanted].map((edit) => ({
        ...edit,
        start: edit.start - node.start,
        end: edit.end - node.start,
      })),
    );
  }

  /** The white space before a node, from its line break on. */
  private leadOf(node: LayoutNode): string {
    let from = node.start;
    while (from > 0 && /[ \t\r\n]/.test(this.source[from - 1]!)) from--;
    const space = this.source.slice(from, node.start);
    return space.slice(Math.max(0, space.lastIndexOf("\n") - (space.includes("\r\n") ? 1 : 0)));
  }

  /** End of a comment after the comma that follows a child, on the same line. */
  private commentAfter(at: number): number | undefined {
    COMMENTED.lastIndex = at;
    return COMMENTED.test(this.source) ? COMMENTED.lastIndex : undefined;
  }

  private indentOf(node: LayoutNode): string {
    return /^[ \t]*/.exec(this.source.slice(node.start, node.end))![0];
  }
}

const COMMENT = /\/\/[^\r\n]*|#[^\r\n]*|\/\*[^\r\n]*?\*\//.source;
const COMMENTED = new RegExp(`[ \\t]*,[ \\t]*(?:${COMMENT})(?=[ \\t]*[\\r\\n])`, "y");
/** The rest of a child's last line. */
const LINE_REST = new RegExp(`[ \\t]*,[ \\t]*(?:${COMMENT})?[ \\t]*(?:\\r\\n|\\r|\\n)`, "y");

/** Whether a form of a plural message is to be removed. */
function isTakenOut({ start, end }: LayoutNode, edits: readonly Edit[]): boolean {
  return edits.some((edit) => edit.text === "" && edit.start <= start && edit.end >= end);
}

function canAdd(theirs: LayoutGroup, own: LayoutGroup, node: LayoutNode): boolean {
  return theirs.style === own.style && own.style !== "fixed" && !node.isFixed;
}

function contains(node: LayoutNode, ids: ReadonlySet<string>): boolean {
  if (node.id !== undefined && ids.has(node.id)) return !node.isRemark;
  return node.group?.nodes.some((child) => contains(child, ids)) ?? false;
}

/** Removes nodes from a group by name. */
export function removeNamed(source: string, group: LayoutGroup, names: ReadonlySet<string>): readonly Edit[] {
  const nodes = group.nodes.map(({ name, start, end }) => ({ name, id: name, start, end }));
  return without(source, { ...group, nodes }, (id) => names.has(id)).edits;
}

/** Removes strings from a group; an empty group is removed, too. */
function without(
  source: string,
  group: LayoutGroup,
  isGone: (id: string) => boolean,
): { readonly edits: readonly Edit[]; readonly isEmpty: boolean } {
  const results = group.nodes.map((node) => {
    if (node.id !== undefined) return { edits: [], isEmpty: isGone(node.id) };
    if (!node.group) return { edits: [], isEmpty: false };
    const inside = without(source, node.group, isGone);
    return node.isFixed && inside.isEmpty ? { edits: allOf(source, node.group), isEmpty: false } : inside;
  });
  const isEmpty = results.length > 0 && results.every((one) => one.isEmpty);
  const edits: Edit[] = [];
  for (let i = 0; i < results.length; i++) {
    if (!results[i]!.isEmpty) {
      edits.push(...results[i]!.edits);
      continue;
    }
    let last = i;
    while (results[last + 1]?.isEmpty) last++;
    edits.push({ ...rangeOf(source, group, i, last), text: "" });
    i = last;
  }
  return { edits, isEmpty };
}

function allOf(source: string, group: LayoutGroup): Edit[] {
  return [{ ...rangeOf(source, group, 0, group.nodes.length - 1), text: "" }];
}

function rangeOf(
  source: string,
  { style, nodes }: LayoutGroup,
  first: number,
  last: number,
): { start: number; end: number } {
  const [from, to] = [nodes[first]!, nodes[last]!];
  if (style !== "commas") return { start: from.start, end: to.end };
  const lines = wholeLines(source, from.start, to.end);
  if (lines) return lines;
  const [before, after] = [nodes[first - 1], nodes[last + 1]];
  if (after) return { start: from.start, end: after.start };
  return { start: before ? before.end : from.start, end: to.end };
}

/** Whole lines of children that share them with no other child, so that neither a neighbour nor a comment changes. */
function wholeLines(source: string, start: number, end: number): { start: number; end: number } | undefined {
  const from = lineStart(source, start);
  LINE_REST.lastIndex = end;
  const isWhole = source.slice(from, start).trim() === "" && LINE_REST.test(source);
  return isWhole ? { start: from, end: LINE_REST.lastIndex } : undefined;
}

function reindent(text: string, from: string, to: string): string {
  if (from === to) return text;
  return text
    .split("\n")
    .map((line, i) => (line.startsWith(from) && (i > 0 || from !== "") ? to + line.slice(from.length) : line))
    .join("\n");
}
