import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { type IcuQuoting, icuOrPlain } from "./icu";
import { type JsonMember, JsonSource } from "./json-source";
import { spelledLike } from "./locale-names";
import { literalMessage, messageEntry } from "./message";
import { withinStack } from "./nesting";
import { stringsDocument } from "./strings-document";
import { type LayoutGroup, TreeLayout } from "./tree-layout";

/** Application Resource Bundles, Flutter's string files. */
export const arb: Format = {
  id: "arb",
  name: "ARB (Flutter)",
  extensions: ["arb"],
  mediaTypes: ["application/json"],
  translates: "Messages, with the branches of their plurals and selects, and `@@locale`.",
  leaves: "Keys, and everything under keys that begin with @.",
  matches: (bytes, extension) => extension === "arb" && looksLikeText(bytes) && /^\s*\{/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    return withinStack(() => {
      const source = new JsonSource(decoded.text);
      const members = source.members(source.root);
      const attributes = new Map(members.map(({ key, node }) => [key, node]));
      const texts = members.filter(({ key, node }) => !key.startsWith("@") && node.type === "string");
      const quoting = quotingOf(texts.map(({ node }) => String(node.value)));
      const entries = texts.flatMap(({ key, node }) => {
        const text = String(node.value);
        const literal = options.values === "all" && text !== "" ? literalMessage(text) : null;
        const message = icuOrPlain(text, quoting, options) ?? literal;
        if (!message) return [];
        const about = attributes.get(`@${key}`);
        const description = source.member(about, "description")?.value;
        const flags = source.member(about, "flags")?.children?.map(({ value }) => String(value)) ?? [];
        const stated = flags.length > 0 ? [`Flags: ${flags.join(", ")}`] : [];
        const note = [...(typeof description === "string" ? [description] : []), ...stated].join("\n") || undefined;
        const place = { id: key, start: node.offset, end: node.offset + node.length, key, note };
        return [messageEntry(message, place, (value) => source.quote(value, node))];
      });
      const locale = attributes.get("@@locale");
      const declaredLanguage = locale?.type === "string" ? String(locale.value) : undefined;
      return stringsDocument(arb, {
        decoded,
        entries,
        layout: new TreeLayout(decoded.text, layoutOf(members, source.root.offset + 1), decoded.newline),
        declaredLanguage,
        marks: (target) =>
          locale && declaredLanguage !== undefined
            ? [source.set(locale, source.quote(spelledLike(declaredLanguage, target)))]
            : [],
      });
    });
  },
};

/** Metadata of a message (`@name`) belongs to the message; translations need none (docs.flutter.dev, "ARB"). */
function layoutOf(members: readonly JsonMember[], inside: number): LayoutGroup {
  const nodes = members.map(({ key, keyNode, node }) => ({
    name: key,
    start: keyNode.offset,
    end: node.offset + node.length,
    id: key.startsWith("@@") ? undefined : key.replace(/^@/, ""),
    isRemark: key.startsWith("@"),
  }));
  return { style: "commas", nodes, inside };
}

/**
 * Flutter uses apostrophes as quotes only with `use-escaping`, which is set in other files, so it is guessed: `It''s`
 * and `'{'` make sense only with it, and without it `'{name}'` is a name in quotation marks.
 */
function quotingOf(texts: readonly string[]): IcuQuoting {
  return texts.some((text) => /\p{L}''\p{L}|'[{}]'/u.test(text)) ? "icu" : "none";
}
