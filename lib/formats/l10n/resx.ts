import { decodeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { childOf, elementsOf, escapeXmlText, parseXml, type XmlDocument, type XmlElement } from "@/lib/formats/xml";
import { menuString } from "./accelerator";
import { isProse } from "./prose";
import { type Entry, stringsDocument, valueEntry } from "./strings-document";
import { declaredXmlEncoding, redeclareXml } from "./xml-source";

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
  async open(bytes) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text);
    const entries = elementsOf(document.root, "data").flatMap((data) => dataEntry(document, data, decoded.newline));
    return stringsDocument(resx, { decoded, entries, redeclare: redeclareXml });
  },
};

function dataEntry(document: XmlDocument, data: XmlElement, newline: string): Entry[] {
  const value = childOf(data, "value");
  const key = document.value(data, "name") ?? "";
  const typed = document.value(data, "type") !== undefined || document.value(data, "mimetype") !== undefined;
  if (!value || typed || key.startsWith(">>") || elementsOf(value).length > 0) return [];
  const text = document.text(value);
  const inline = isProse(text, key) ? menuString(text) : null;
  if (!inline) return [];
  const comment = childOf(data, "comment");
  const note = comment ? document.text(comment).trim() : undefined;
  const [only] = value.children;
  const cdata = value.children.length === 1 && only?.type === "cdata";
  const place = cdata ? { start: only.start + 9, end: only.end - 3 } : { start: value.openEnd, end: value.closeStart };
  const spell = (plain: string) => (cdata ? plain.replaceAll("]]>", "]]]]><![CDATA[>") : escapeXmlText(plain));
  return [valueEntry(inline, { ...place, key, note }, (plain) => spell(plain).replaceAll("\n", newline))];
}
