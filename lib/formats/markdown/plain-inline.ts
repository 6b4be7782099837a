import type { PhrasingContent, Text } from "mdast";
import { type Inline, nestEmphasis, positionOf, textOf } from "./emphasis";
import { normalizeLabel } from "./escape";

/** Labels that the document defines, normalised by {@link normalizeLabel}. */
export type Labels = { readonly links: ReadonlySet<string>; readonly footnotes: ReadonlySet<string> };

/** Characters without any meaning. `w`, `h`, `:` and `@` may be part of addresses. */
const WORDS = /[^\r\n\t`*_[\]!<\\&$~@:wW\0]+/y;
const ADDRESS = /https?:\/\/|www\.|[\w.+-]@[\w-]|mailto:|xmpp:/i;
/** The same, matched around a `:`, a `w` or a `@` in it. */
const WITHIN_ADDRESS = /(?:(?<=http)s?|(?<=https)):\/\/|www\.|(?<=[\w.+-])@[\w-]|(?<=mailto|xmpp):/iy;

const RUN = /`+|\$+|~+/y;
const DELIMITERS = /\*+|_+/y;
const TAG =
  /<(?:[a-z][a-z\d-]*(?:[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:[^ \t\n"'=<>`]+|'[^'\n]*'|"[^"\n]*"))?)*[ \t]*\/?|\/[a-z][a-z\d-]*[ \t]*)>/iy;
const RESOURCE = /\(([^\s<>()\\&\0]+)(?: +(?:"([^"\\&\n\0]*)"|'([^'\\&\n\0]*)'))?\)/y;
const REFERENCE = /\[([^[\]\\&\n]{0,999})\]/y;
const FOOTNOTE = /\[\^([^[\]\\&\s]{1,999})([\]\\&])/y;
const ENTITY = /&(?:#|[a-z])/iy;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WHITE = /\s/;
const SYMBOL = /\p{P}|\p{S}/u;

type Bracket = { readonly index: number; readonly start: number; readonly isImage: boolean; isInactive: boolean };

/**
 * Reads the text of a paragraph, heading or cell like the parser, but some ten times as fast. Reads words, code,
 * emphasis, links, images, references and tags; undefined if it finds anything else. Linear.
 */
export class InlineReader {
  readonly #source: string;
  readonly #labels: Labels;
  readonly #end: number;
  readonly #indent: number;
  readonly #mdx: boolean;
  #items: Inline[] = [];
  readonly #brackets: Bracket[] = [];
  /** Offset of the last run of one character, by the text of the run. */
  #lastRuns: Map<string, number> | undefined;
  #at: number;
  #lineStart: number;
  readonly #start: number;

  /** Reads `source` from `start` to `end`; all lines except the first begin with `indent` spaces. */
  constructor(source: string, start: number, end: number, labels: Labels, indent = 0, mdx = false) {
    this.#mdx = mdx;
    this.#source = source;
    this.#labels = labels;
    this.#start = start;
    this.#lineStart = start;
    this.#at = start;
    this.#end = end;
    this.#indent = indent;
  }

  read(): PhrasingContent[] | undefined {
    while (this.#at < this.#end) if (!this.#next()) return;
    const nodes = nestEmphasis(this.#items, 0);
    return hasAddress(nodes) ? undefined : nodes;
  }

  #next(): boolean {
    const start = this.#at;
    WORDS.lastIndex = start;
    if (WORDS.test(this.#source)) {
      this.#at = Math.min(WORDS.lastIndex, this.#end);
      return this.#text(this.#source.slice(start, this.#at), start);
    }
    switch (this.#source[start]) {
      case "\n":
        return this.#lineEnd();
      case "*":
      case "_":
        return this.#delimiter();
      case "`":
        return this.#code();
      case "$":
      case "~":
        return this.#loneRun();
      case "[":
        return this.#open(false);
      case "!":
        if (this.#source[start + 1] === "[" && start + 1 < this.#end) return this.#open(true);
        return this.#literal();
      case "]":
        return this.#close();
      case "<":
        return !this.#mdx && this.#tag();
      case "\\": {
        const next = start + 1 < this.#end ? this.#source[start + 1]! : "";
        if (next === "\n") return this.#break(start, start + 1);
        if (!PUNCTUATION.test(next)) return this.#literal();
        this.#at += 2;
        return this.#text(next, start);
      }
      case "&":
        return this.#match(ENTITY) ? false : this.#literal();
      case ":":
      case "@":
      case "w":
      case "W":
        return this.#match(WITHIN_ADDRESS) ? false : this.#literal();
      default:
        return false;
    }
  }

  #match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at;
    const match = sticky.exec(this.#source) ?? undefined;
    if (!match || sticky.lastIndex > this.#end) return;
    this.#at = sticky.lastIndex;
    return match;
  }

  #literal(): true {
    const start = this.#at++;
    return this.#text(this.#source[start]!, start);
  }

  #text(value: string, start: number): true {
    const last = this.#items.at(-1);
    if (last?.type === "text") {
      last.value += value;
      last.position!.end.offset = this.#at;
    } else this.#items.push({ type: "text", value, position: positionOf(start, this.#at) });
    return true;
  }

  #push(node: PhrasingContent, start: number): true {
    node.position = positionOf(start, this.#at);
    this.#items.push(node);
    return true;
  }

  /** Spaces at the end of a line are dropped; two or more make a hard break (CommonMark 0.31, 6.7 and 6.8). */
  #lineEnd(): true {
    const lineEnd = this.#at;
    let start = lineEnd;
    while (start > this.#lineStart && this.#source[start - 1] === " ") start--;
    const spaces = lineEnd - start;
    const last = this.#items.at(-1);
    if (spaces > 0 && last?.type === "text") {
      last.value = last.value.slice(0, -spaces);
      last.position!.end.offset = start;
      if (last.value === "") this.#items.pop();
    }
    if (spaces > 1) return this.#break(start, lineEnd);
    this.#at = lineEnd + 1;
    this.#text("\n", lineEnd);
    return this.#startLine();
  }

  #break(start: number, lineEnd: number): true {
    this.#at = lineEnd + 1;
    this.#push({ type: "break" }, start);
    return this.#startLine();
  }

  #startLine(): true {
    this.#at += this.#indent;
    this.#lineStart = this.#at;
    return true;
  }

  /** CommonMark 0.31, 6.2: left- and right-flanking runs. */
  #delimiter(): boolean {
    const start = this.#at;
    const marker = this.#match(DELIMITERS)![0];
    const before = start > this.#lineStart ? this.#source[start - 1]! : " ";
    const after = this.#at < this.#end ? this.#source[this.#at]! : " ";
    if (before === "~" || after === "~") return false;
    const [left, right] = [this.#flank(before), this.#flank(after)];
    const opens = right === undefined || (right === "symbol" && left !== undefined);
    const closes = left === undefined || (left === "symbol" && right !== undefined);
    const isStar = marker[0] === "*";
    this.#items.push({
      type: "delimiter",
      marker: marker[0]!,
      start,
      end: this.#at,
      opens: opens && (isStar || !closes || left !== undefined),
      closes: closes && (isStar || !opens || right !== undefined),
    });
    return true;
  }

  #flank(character: string): "space" | "symbol" | undefined {
    if (WHITE.test(character)) return "space";
    return SYMBOL.test(character) ? "symbol" : undefined;
  }

  #code(): boolean {
    const start = this.#at;
    const run = this.#match(RUN)![0];
    const close = this.#closing(run);
    // The parser sets a different end for a text that ends after such a run.
    if (close === undefined) return this.#indent === 0 && this.#text(run, start);
    const raw = this.#source.slice(this.#at, close);
    if (/[\n\t\0]/.test(raw)) return false;
    this.#at = close + run.length;
    const isPadded = raw.startsWith(" ") && raw.endsWith(" ") && raw.trim() !== "";
    return this.#push({ type: "inlineCode", value: isPadded ? raw.slice(1, -1) : raw }, start);
  }

  /** A run of `$` or `~` without a second one in the text is not a formula or deletion. */
  #loneRun(): boolean {
    const start = this.#at;
    const run = this.#match(RUN)![0];
    const others = this.#source.indexOf(run[0]!, this.#at);
    if (others >= 0 && others < this.#end) return false;
    const before = this.#source[start - 1];
    if (start > this.#start && before !== undefined && "*_$~".includes(before)) return false;
    return this.#text(run, start);
  }

  /** Offset of the next run of backticks with this length. */
  #closing(run: string): number | undefined {
    if (!this.#lastRuns) {
      this.#lastRuns = new Map();
      for (const { 0: one, index } of this.#source.slice(this.#start, this.#end).matchAll(/`+/g))
        this.#lastRuns.set(one, this.#start + index);
    }
    const last = this.#lastRuns.get(run);
    if (last === undefined || last < this.#at) return;
    const runs = /`+/g;
    runs.lastIndex = this.#at;
    for (let next = runs.exec(this.#source); next; next = runs.exec(this.#source))
      if (next[0] === run) return next.index;
    return;
  }

  #open(isImage: boolean): boolean {
    const start = this.#at;
    if (!isImage && this.#source[start + 1] === "^" && this.#labels.footnotes.size > 0) {
      const [, label, end] = this.#match(FOOTNOTE) ?? [];
      if (label !== undefined && end !== "]") return false;
      const identifier = label === undefined ? "" : normalizeLabel(label);
      if (label !== undefined && this.#labels.footnotes.has(identifier))
        return this.#push({ type: "footnoteReference", identifier: identifier.toLowerCase(), label }, start);
      this.#at = start;
    }
    this.#brackets.push({ index: this.#items.length, start, isImage, isInactive: false });
    for (const marker of isImage ? "![" : "[") {
      // Not a text node, which would be joined with its neighbours.
      const [from, end] = [this.#at, ++this.#at];
      this.#items.push({ type: "delimiter", marker, start: from, end, opens: false, closes: false });
    }
    return !(isImage && this.#source[this.#at] === "^");
  }

  #close(): boolean {
    const bracket = this.#brackets.pop();
    if (!bracket || bracket.isInactive) return this.#literal();
    const labelStart = bracket.start + (bracket.isImage ? 2 : 1);
    const label = this.#source.slice(labelStart, this.#at);
    const defined = this.#defined(label);
    this.#at++;
    const next = this.#at < this.#end ? this.#source[this.#at] : undefined;
    if (next === "(") {
      const resource = this.#match(RESOURCE);
      if (!resource) return false;
      const [, url, double, single] = resource;
      return this.#link(bracket, { url: url!, title: double ?? single ?? null });
    }
    const reference = next === "[" ? this.#match(REFERENCE)?.[1] : undefined;
    if (reference?.trim()) {
      const identifier = this.#defined(reference);
      if (identifier !== undefined) return this.#link(bracket, { identifier, label: reference, referenceType: "full" });
      this.#at -= reference.length + 2;
    } else if (reference === "" && defined !== undefined)
      return this.#link(bracket, { identifier: defined, label, referenceType: "collapsed" });
    else if (reference !== undefined) this.#at -= reference.length + 2;
    if (defined === undefined) {
      this.#at--;
      return this.#literal();
    }
    return next === "[" ? false : this.#link(bracket, { identifier: defined, label, referenceType: "shortcut" });
  }

  /** The identifier of a defined label; undefined if it is not defined. */
  #defined(label: string): string | undefined {
    if (this.#labels.links.size === 0 || label.length > 999) return;
    const identifier = normalizeLabel(label);
    return this.#labels.links.has(identifier) ? identifier.toLowerCase() : undefined;
  }

  #link(
    bracket: Bracket,
    to:
      | { readonly url: string; readonly title: string | null }
      | {
          readonly identifier: string;
          readonly label: string;
          readonly referenceType: "full" | "collapsed" | "shortcut";
        },
  ): boolean {
    if ("label" in to && /[\\&\n]/.test(to.label)) return false;
    const children = nestEmphasis(this.#items, bracket.index + (bracket.isImage ? 2 : 1));
    this.#items.length = bracket.index;
    if (bracket.isImage) {
      const alt = textOf(children);
      if ("url" in to) return this.#push({ type: "image", title: to.title, url: to.url, alt }, bracket.start);
      return this.#push({ type: "imageReference", alt, ...to }, bracket.start);
    }
    // Links cannot contain links.
    for (let i = this.#brackets.length - 1; i >= 0 && !this.#brackets[i]!.isInactive; i--)
      if (!this.#brackets[i]!.isImage) this.#brackets[i]!.isInactive = true;
    if ("url" in to) return this.#push({ type: "link", title: to.title, url: to.url, children }, bracket.start);
    return this.#push({ type: "linkReference", children, ...to }, bracket.start);
  }

  #tag(): boolean {
    const start = this.#at;
    const tag = this.#match(TAG)?.[0];
    if (tag !== undefined) return this.#push({ type: "html", value: tag }, start);
    // Not supported: comments, declarations, automatic links, and tags over several lines.
    return /[a-z/!?]/i.test(this.#source[start + 1] ?? "") ? false : this.#literal();
  }
}

/** Whether a text contains an address, which becomes a link. */
function hasAddress(nodes: readonly PhrasingContent[]): boolean {
  return nodes.some((node) => {
    if (node.type === "text") return ADDRESS.test((node as Text).value);
    return "children" in node && hasAddress(node.children);
  });
}
