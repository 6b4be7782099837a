import { parseXml as parseStrictly, type XmlElement as StrictElement } from "@rgrove/parse-xml";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/e2e/long";
import { UnreadableFile } from "./format";
import {
  childOf,
  descendants,
  escapeXmlAttribute,
  escapeXmlText,
  parseXml,
  type XmlDocument,
  type XmlElement,
  type XmlOptions,
} from "./xml";

const refusal = (source: string, options?: XmlOptions) => {
  try {
    parseXml(source, options);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.reason;
    throw error;
  }
  return null;
};

/** The trees of both parsers in one form: names, attributes, and joined text. */
const ours = (document: XmlDocument, element: XmlElement): unknown => ({
  name: element.name,
  attributes: Object.fromEntries(document.attributes(element).map(({ name, value }) => [name, value])),
  children: joined(
    element.children.map((child) =>
      child.type === "element"
        ? ours(document, child)
        : child.type === "text" || child.type === "cdata"
          ? document.text(child)
          : "",
    ),
  ),
});
const theirs = (element: StrictElement): unknown => ({
  name: element.name,
  attributes: { ...element.attributes },
  children: joined(
    element.children.map((child) =>
      child.type === "element" ? theirs(child as StrictElement) : "text" in child ? (child.text as string) : "",
    ),
  ),
});
const joined = (children: unknown[]) =>
  children.reduce<unknown[]>((list, child) => {
    if (child === "") return list;
    if (typeof child === "string" && typeof list.at(-1) === "string") list.push((list.pop() as string) + child);
    else list.push(child);
    return list;
  }, []);

describe("parseXml", () => {
  it("parseXml accepts and refuses the same documents as an independent strict parser, and reads the same content", () => {
    const piece = fc.constantFrom(
      ..."<a>|</a>|<b x='1'>|</b>|<b/>|<a y=\"&lt;2\" z=''/>|text|&amp;|&#65;|&#x1F600;|&nope;|&|]]>|<![CDATA[<&]]>".split(
        "|",
      ),
      ..."<!-- c -->|<!-- a--b -->|<?pi x?>|<?xml?>|\r\n|\r| |é|<é/>|<a x='1' x='2'/>|<a x='<'/>|<a x=1/>|<a x='1'y='2'/>|&#0;".split(
        "|",
      ),
      ..."<a\n x = '1'\t>|</a >|< a>|<1/>|<a x='\n\t'/>|\u0001|&#xD800;|<!DOCTYPE a>|<?xml version='1.0'?>|<a-·b/>|<-a/>".split(
        "|",
      ),
    );
    const fragment = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const document = fc.oneof(
      fragment,
      fragment.map((inner) => `<r>${inner}</r>`),
      fc.tuple(fragment, fragment).map(([a, b]) => `<r><a k="${a.replaceAll('"', "'")}">${a}</a>${b}</r>`),
    );
    fc.assert(
      fc.property(document, (source) => {
        let expected: StrictElement | null = null;
        try {
          expected = parseStrictly(source).root;
        } catch {
          expect(refusal(source)).toBe("corrupt");
          return;
        }
        const parsed = parseXml(source);
        expect(ours(parsed, parsed.root)).toEqual(theirs(expected!));
      }),
      { numRuns: runs(5_000) },
    );
  });

  it("parseXml accepts one DOCTYPE, but not two", () => {
    expect(refusal("<!DOCTYPE a><a/>")).toBeNull();
    expect(refusal("<!DOCTYPE a><!DOCTYPE a><a/>")).toBe("corrupt");
    expect(refusal("<a/><!DOCTYPE a>")).toBe("corrupt");
  });

  it("parseXml returns the offsets of tags, texts and attribute values", () => {
    const source = `\ufeff<?xml version="1.0"?>\r\n<a k = 'v&amp;w'  l="2">x<b/>\r\n<![CDATA[c]]></a>`;
    const document = parseXml(source);
    const { root } = document;
    expect(source.slice(root.start, root.openEnd)).toBe(`<a k = 'v&amp;w'  l="2">`);
    expect(source.slice(root.closeStart, root.end)).toBe("</a>");
    expect(root.children.map((child) => document.raw(child))).toEqual(["x", "<b/>", "\r\n", "<![CDATA[c]]>"]);
    expect(document.text(root)).toBe("x\nc");
    const k = document.attribute(root, "k")!;
    expect([source.slice(k.start, k.end), k.value, k.quote]).toEqual(["v&amp;w", "v&w", "'"]);
    const empty = childOf(root, "b")!;
    expect([empty.openEnd, empty.closeStart, empty.end]).toEqual([empty.end, empty.end, empty.end]);
  });

  it("parseXml maps listed namespaces to fixed prefixes, whatever prefixes the source uses", () => {
    const namespaces = new Map([
      ["urn:w", "w"],
      ["urn:none", ""],
    ]);
    const source = `<ns0:p xmlns:ns0="urn:w" ns0:id="1" id="2"><t xmlns="urn:w"/><x:y xmlns:x="urn:none"/><w:z xmlns:w="urn:other"/></ns0:p>`;
    const document = parseXml(source, { namespaces });
    expect([document.root, ...descendants(document.root)].map(({ name }) => name)).toEqual(["w:p", "w:t", "y", "w:z"]);
    expect(document.attributes(document.root).map(({ name }) => name)).toEqual(["xmlns:ns0", "w:id", "id"]);
    expect(document.tag(document.root)).toBe("ns0:p");
  });

  it("parseXml refuses an internal DTD subset and never expands an entity", () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "bbb"><!ENTITY c "&b;&b;">]><a>&c;</a>`;
    expect(refusal(bomb)).toBe("hostile");
    expect(refusal(bomb, { skipSubset: true })).toBe("corrupt");
    const document = parseXml(bomb, { skipSubset: true, keepReferences: true });
    expect(document.root.children.map((child) => [child.type, document.raw(child)])).toEqual([["reference", "&c;"]]);
    expect(refusal(`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/x.dtd"><html/>`)).toBeNull();
  });

  it("parseXml resolves the named entities listed in its options", () => {
    const options: XmlOptions = { entity: (name) => (name === "nbsp" ? "\u00a0" : undefined) };
    const document = parseXml(`<p t="a&nbsp;b">1&nbsp;2</p>`, options);
    expect(document.text(document.root)).toBe("1\u00a02");
    expect(document.value(document.root, "t")).toBe("a\u00a0b");
    expect(refusal("<p>&other;</p>", options)).toBe("corrupt");
  });

  it("parseXml refuses nesting that would overflow the stack", () => {
    expect(refusal("<a>".repeat(200_000) + "</a>".repeat(200_000))).toBe("too_complex");
  });

  it.each([
    ["200,000 attributes", `<a ${Array.from({ length: 200_000 }, (_, i) => `a${i}=""`).join(" ")}/>`],
    ["2 MB of carriage returns", `<a>${"\r\n".repeat(1_000_000)}</a>`],
    ["1 MB of references", `<a>${"&amp;".repeat(200_000)}</a>`],
    ["a million comments", `<a>${"<!---->".repeat(150_000)}</a>`],
  ])("parseXml reads a document with %s", (_, source) => {
    const document = parseXml(source);
    expect(document.raw(document.root)).toBe(source);
    expect(document.text(document.root).length).toBeLessThan(source.length);
  });
});

describe("escaping text for XML", () => {
  it("escaped text is read back unchanged from content and attributes, for any text that XML can contain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom('"' as const, "'" as const), (text, quote) => {
        const held = text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "");
        const document = parseXml(`<a k=${quote}${escapeXmlAttribute(text, quote)}${quote}>${escapeXmlText(text)}</a>`);
        expect(document.value(document.root, "k")).toBe(held);
        expect(document.text(document.root)).toBe(held);
      }),
    );
  });
});
