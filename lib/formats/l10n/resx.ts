import { decodeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { childOf, elementsOf, escapeXmlText, parseXml, type XmlDocument, type XmlElement } from "@/lib/formats/xml";
import { type Entry, literalMessage, messageEntry, plainMessage } from "./message";
import { isProse } from "./prose";
import { stringsDocument } from "./strings-document";
import { TreeLayout } from "./tree-layout";
import { declaredXmlEncoding, leadOf, redeclareXml } from "./xml-source";

/** .NET resources. */
export const resx: Format = {
  id: "resx",
  name: ".NET resources",
  extensions: ["resx", "resw"],
  mediaTypes: ["text/microsoft-resx", "application/xml"],
  translates: "The value of every text.",
  leaves:
    "Names, comments, format items such as {0}, and resources with a type: images, sizes, colours, designer data.",
  matches: (bytes, extension) =>
    (extension === "" || resx.extensions.includes(extension)) &&
    (extension === "" ? /<resheader[\s>]/ : /<root[\s>]/).test(peekText(bytes, 16_384)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text);
    const data = elementsOf(document.root, "data");
    const all = options.values === "all";
    const entries = data.flatMap((element) => dataEntry(document, element, decoded.newline, all));
    const nodes = data.map((element) => {
      const name = document.value(element, "name") ?? "";
      return { name, id: name, start: element.start - leadOf(document, element).length, end: element.end };
    });
    const layout = new TreeLayout(
      decoded.text,
      { style: "blocks", nodes, inside: document.root.openEnd },
      decoded.newline,
    );
    return stringsDocument(resx, { decoded, entries, layout, redeclare: redeclareXml });
  },
};

function dataEntry(document: XmlDocument, data: XmlElement, newline: string, all: boolean): Entry[] {
  const value = childOf(data, "value");
  const key = document.value(data, "name") ?? "";
  const typed = document.value(data, "type") !== undefined || document.value(data, "mimetype") !== undefined;
  if (!value || typed || key.startsWith(">>") || elementsOf(value).length > 0) return [];
  const text = document.text(value);
  const prose = isProse(text, key) ? plainMessage(text) : null;
  const message = prose ?? (all && text !== "" ? literalMessage(text) : null);
  if (!message) return [];
  const comment = childOf(data, "comment");
  const note = comment ? document.text(comment).trim() : undefined;
  const [only] = value.children;
  const cdata = value.children.length === 1 && only?.type === "cdata";
  const place = cdata ? { start: only.start + 9, end: only.end - 3 } : { start: value.openEnd, end: value.closeStart };
  const spell = (plain: string) => (cdata ? plain.replaceAll("]]>", "]]]]><![CDATA[>") : escapeXmlText(plain));
  return [messageEntry(message, { ...place, id: key, key, note }, (plain) => spell(plain).replaceAll("\n", newline))];
}
