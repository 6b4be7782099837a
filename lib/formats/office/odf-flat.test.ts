import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { chooseFormat } from "@/lib/formats/registry";
import { parseXml } from "@/lib/formats/xml";
import { fodp, fods, fodt } from "./odf";

const SPACES = ["office", "text", "table", "style", "meta", "presentation"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(" ");

function flatOf(kind: string, body: string): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<office:document ${SPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">
 <office:meta><dc:title>The title</dc:title><dc:creator>Jane Doe</dc:creator><dc:language>en-US</dc:language></office:meta>
 <office:settings/>
 <office:styles><style:default-style style:family="paragraph"><style:text-properties fo:language="en" fo:country="US"/></style:default-style></office:styles>
 <office:automatic-styles><style:page-layout style:name="pm1"><style:page-layout-properties/></style:page-layout></office:automatic-styles>
 <office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm1"><style:header><text:p>In the header</text:p></style:header></style:master-page></office:master-styles>
 <office:body><office:${kind}>${body}</office:${kind}></office:body>
</office:document>
`);
}

const letter = flatOf(
  "text",
  '<text:h text:outline-level="1">The house</text:h><text:p>One <text:span text:style-name="T1">red</text:span> car<text:tab/>there</text:p>',
);
const cell = '<table:table-cell office:value-type="string"><text:p>Some words</text:p></table:table-cell>';
const sheet = flatOf(
  "spreadsheet",
  `<table:table table:name="S"><table:table-row>${cell}${cell}</table:table-row></table:table>`,
);
const talk = flatOf(
  "presentation",
  '<draw:page draw:name="p1" draw:master-page-name="Standard"><draw:frame><draw:text-box><text:p>A slide here</text:p></draw:text-box></draw:frame></draw:page>',
);

const check = (bytes: Uint8Array) => void parseXml(Buffer.from(bytes).toString());

formatContract(fodt, {
  check,
  fixtures: [
    { name: "a letter", bytes: letter, texts: ["The house", "One red car\tthere", "In the header", "The title"] },
  ],
});
formatContract(fods, {
  check,
  fixtures: [{ name: "cells that share a text", bytes: sheet, texts: ["Some words", "In the header", "The title"] }],
});
formatContract(fodp, {
  check,
  fixtures: [{ name: "a slide", bytes: talk, texts: ["A slide here", "In the header", "The title"] }],
});

describe("flat OpenDocument", () => {
  test("flat OpenDocument is recognised by its content, whatever its name", () => {
    expect(["a.fodt", "a.fods", "a"].map((name) => chooseFormat(letter, name).id)).toEqual(["fodt", "fodt", "fodt"]);
    expect(chooseFormat(sheet, "a.fods").id).toBe("fods");
    expect(chooseFormat(talk, "a.fodp").id).toBe("fodp");
  });

  test("flat OpenDocument declares the target's language and direction", async () => {
    const document = await fodt.open(letter, {});
    const { bytes, mediaType } = await document.write(
      document.segments.map(() => ({ text: "مرحبا" })),
      "ar",
    );
    const text = Buffer.from(bytes).toString();
    expect(mediaType).toBe("application/vnd.oasis.opendocument.text-flat-xml");
    expect(text).toContain("<dc:language>ar-EG</dc:language>");
    expect(text).toContain('style:writing-mode="rl-tb"');
    expect(document.declaredLanguage).toBe("en-US");
  });

  test.each([
    ["an entity bomb", '<!DOCTYPE a [<!ENTITY x "y">]><office:document/>', "hostile"],
    ["another vocabulary", "<a/>", "corrupt"],
    ["deep nesting", "<a>".repeat(5_000), "too_complex"],
  ])("flat OpenDocument with %s is refused", async (_, source, reason) => {
    await expect(fodt.open(Buffer.from(source), {})).rejects.toMatchObject({ reason });
  });
});
