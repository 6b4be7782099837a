import { type Edit, splice } from "@/lib/formats/splice";
import { type JsonMember, type JsonNode, JsonSource } from "./json-source";
import type { Layout } from "./strings-document";
import { removeNamed } from "./tree-layout";

export type CatalogueMessage = {
  readonly node: JsonNode;
  readonly id: string;
  readonly key: string;
  readonly note: string | undefined;
  /** The members that contain the message and its translation. */
  readonly own: JsonMember;
  readonly translation: JsonMember | undefined;
};

/** The messages of a gotext catalogue. Each contains its placeholders, so that a new message is copied as a whole. */
export class GotextLayout implements Layout {
  constructor(
    private readonly source: JsonSource,
    private readonly messages: readonly CatalogueMessage[],
  ) {}

  remove(ids: ReadonlySet<string>): readonly Edit[] {
    const nodes = this.messages.map(({ id, node }) => {
      return { name: id, start: node.offset, end: node.offset + node.length };
    });
    return removeNamed(this.source.source, { style: "commas", nodes, inside: 0 }, messageIds(ids));
  }

  add(from: Layout, ids: ReadonlySet<string>, edits: readonly Edit[]): readonly Edit[] {
    if (!(from instanceof GotextLayout)) return [];
    const here = new Map(this.messages.map((message) => [message.id, message]));
    const wanted = messageIds(ids);
    const added: Edit[] = [];
    let anchor: CatalogueMessage | undefined;
    for (const message of from.messages) {
      const known = here.get(message.id);
      if (wanted.has(message.id)) {
        const whole = from.rendered(message, edits);
        added.push(known ? this.translate(known, whole) : this.insert(anchor, whole));
      }
      anchor = known ?? anchor;
    }
    return added;
  }

  private rendered({ node }: CatalogueMessage, edits: readonly Edit[]): string {
    const [start, end] = [node.offset, node.offset + node.length];
    const own = edits.filter((edit) => edit.start >= start && edit.end <= end);
    return splice(
      this.source.raw(node),
      [...own, ...this.withoutMarks(node)].map((edit) => ({
        ...edit,
        start: edit.start - start,
        end: edit.end - start,
      })),
    );
  }

  /** gotext's remark that it copied a source does not apply to the translation. */
  private withoutMarks(node: JsonNode): readonly Edit[] {
    const members = this.source.members(node);
    const marks = members.filter(({ key, node: { value } }) => key === "fuzzy" || value === "Copied from source.");
    const nodes = members.map(({ key, keyNode, node: { offset, length } }) => {
      return { name: key, start: keyNode.offset, end: offset + length };
    });
    const names = new Set(marks.map(({ key }) => key).filter((key) => key !== "translation" && key !== "message"));
    return removeNamed(this.source.source, { style: "commas", nodes, inside: 0 }, names);
  }

  /** Sets the translation of an existing message. */
  private translate({ own, translation }: CatalogueMessage, whole: string): Edit {
    const theirs = new JsonSource(whole);
    const value = theirs.raw(theirs.member(theirs.root, "translation")!);
    return translation
      ? this.source.set(translation.node, value)
      : this.source.insertAfter(own, [{ key: "translation", value }]);
  }

  private insert(anchor: CatalogueMessage | undefined, whole: string): Edit {
    const { source } = this.source;
    const first = this.messages[0]!.node;
    const near = (anchor ?? this.messages[0]!).node;
    const lead = /\s*$/.exec(source.slice(Math.max(0, near.offset - 200), near.offset))![0];
    if (!anchor) return { start: first.offset, end: first.offset, text: `${whole},${lead}` };
    const end = near.offset + near.length;
    return { start: end, end, text: `,${lead}${whole}` };
  }
}

function messageIds(ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids].map((id) => id.split("\0")[0]!));
}
