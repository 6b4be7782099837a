import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { type IcuQuoting, icuOrPlain } from "./icu";
import { JsonSource } from "./json-source";
import { spelledLike } from "./locale-names";
import { messageEntry } from "./message";
import { withinStack } from "./nesting";
import { stringsDocument } from "./strings-document";

/** Application Resource Bundles, the string files of Flutter. */
export const arb: Format = {
  id: "arb",
  name: "ARB (Flutter)",
  extensions: ["arb"],
  mediaTypes: ["application/json"],
  translates: "Messages, with the branches of their plurals and choices, and `@@locale`.",
  leaves: "Keys, and everything under keys that begin with @.",
  matches: (bytes, extension) => extension === "arb" && looksLikeText(bytes) && /^\s*\{/.test(peekText(bytes)),
  async open(bytes) {
    const decoded = decodeText(bytes);
    return withinStack(() => {
      const source = new JsonSource(decoded.text);
      const members = source.members(source.root);
      const attributes = new Map(members.map(({ key, node }) => [key, node]));
      const texts = members.filter(({ key, node }) => !key.startsWith("@") && node.type === "string");
      const quoting = quotingOf(texts.map(({ node }) => String(node.value)));
      const entries = texts.flatMap(({ key, node }) => {
        const text = String(node.value);
        const message = icuOrPlain(text, quoting);
        if (!message) return [];
        const description = source.member(attributes.get(`@${key}`), "description")?.value;
        const note = typeof description === "string" ? description : undefined;
        const place = { start: node.offset, end: node.offset + node.length, key, note };
        return [messageEntry(message, place, (value) => source.quote(value, node))];
      });
      const locale = attributes.get("@@locale");
      const declaredLanguage = locale?.type === "string" ? String(locale.value) : undefined;
      return stringsDocument(arb, {
        decoded,
        entries,
        declaredLanguage,
        marks: (target) =>
          locale && declaredLanguage !== undefined
            ? [source.set(locale, source.quote(spelledLike(declaredLanguage, target)))]
            : [],
      });
    });
  },
};

/** Flutter quotes with apostrophes only when told to (`use-escaping`), which shows in a file that does. */
function quotingOf(texts: readonly string[]): IcuQuoting {
  return texts.some((text) => text.includes("''") || /'[{}]/.test(text)) ? "icu" : "none";
}
