import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { checkParts, partOf, zipOf } from "@/e2e/doubles/office-files";
import { chooseFormat } from "@/lib/formats/registry";
import { idml } from "./idml";

const csr = (content: string, look = "") =>
  `<CharacterStyleRange AppliedCharacterStyle="n"${look}>${content}</CharacterStyleRange>`;
const text = (words: string, look = "") => csr(`<Content>${words}</Content>`, look);
const psr = (content: string) => `<ParagraphStyleRange AppliedParagraphStyle="p">${content}</ParagraphStyleRange>`;
const BOLD = ' FontStyle="Bold"';

function idmlOf(first: string, second = ""): Uint8Array {
  const story = (content: string) =>
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<idPkg:Story xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging" DOMVersion="17.0"><Story Self="u1"><StoryPreference/>${content}</Story></idPkg:Story>\n`;
  return zipOf({
    mimetype: "application/vnd.adobe.indesign-idml-package",
    "designmap.xml":
      '<?xml version="1.0"?><Document xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging"><idPkg:Story src="Stories/Story_u2.xml"/><idPkg:Story src="Stories/Story_u1.xml"/></Document>',
    "Stories/Story_u1.xml": story(second),
    "Stories/Story_u2.xml": story(first),
  });
}

const TABLE = `<Table Self="t"><Cell Name="0:0">${psr(text("A cell here"))}</Cell></Table>`;
const LINK = `<HyperlinkTextSource Self="h">${text("our page", ' Underline="true"')}</HyperlinkTextSource>`;

const BROCHURE = idmlOf(
  psr(
    text("Some ") +
      text("bold", BOLD) +
      text(" words &amp; ") +
      LINK +
      csr("<Content>.</Content><Br/><Content>The second\tone</Content>"),
  ) +
    psr(
      csr(
        `<Properties><AppliedFont type="string">A</AppliedFont></Properties><Content>Before <?ACE 18?> it</Content>${TABLE}<Br/>`,
      ),
    ),
  psr(text("The other story")),
);

formatContract(idml, {
  check: checkParts,
  fixtures: [
    {
      name: "a brochure",
      bytes: BROCHURE,
      texts: ["Some bold words & our page.", "The second\tone", "A cell here", "Before  it", "The other story"],
    },
  ],
});

describe("InDesign IDML", () => {
  test("IDML gets new format elements where the formatting of the translation changes", async () => {
    const document = await idml.open(idmlOf(psr(text("Some ") + text("bold", BOLD) + text(" words"))), {});
    expect(document.segments[0]).toMatchObject({
      text: "Some <g1>bold</g1> words",
      codes: [{ id: 1, kind: "format" }],
    });
    const { bytes } = await document.write([{ text: "<g1>a</g1> b" }], "es");
    expect(partOf(bytes, "Stories/Story_u2.xml")).toContain(psr(text("") + text("a", BOLD) + text(" b")));
  });

  test("an IDML tag still encloses all of its text if the formatting changes within it, and its attributes stay after the text", async () => {
    const tail = '<XMLAttribute Self="a" Name="n" Value="v"/>';
    const tagged = `<XMLElement Self="x">${text("Some words")}${text(".", BOLD)}${tail}</XMLElement>`;
    const document = await idml.open(idmlOf(psr(tagged)), {});
    const { bytes } = await document.write([{ text: "Unas palabras<g1>!</g1>" }], "es");
    checkParts(bytes);
    const expected = tagged.replace("Some words", "Unas palabras").replace(">.<", ">!<");
    expect(partOf(bytes, "Stories/Story_u2.xml")).toContain(expected);
  });

  test.each([
    ["in the element of that text", text("Some plain words and ") + text("bold ones&#x2028;", BOLD)],
    ["in a separate element", text("Some plain words and ") + text("bold ones", BOLD) + text("&#x2028; ")],
  ])("a forced line break after the last formatted IDML text is written exactly once, %s", async (_, content) => {
    const document = await idml.open(idmlOf(psr(content)), {});
    expect(document.segments[0]).toMatchObject({ text: "Some plain words and <g1>bold ones</g1>" });
    const { bytes } = await document.write([{ text: "Unas <g1>gruesas</g1>" }], "es");
    const written = content.replace("Some plain words and", "Unas").replace("bold ones", "gruesas");
    expect(partOf(bytes, "Stories/Story_u2.xml")).toContain(psr(written));
  });

  test("IDML runs with equal formatting are merged into one text", async () => {
    const document = await idml.open(idmlOf(psr(text("Some wo") + text("rds"))), {});
    expect(document.segments[0]).toEqual({ text: "Some words", codes: [] });
  });

  test("notes and deleted text in IDML are not translated", async () => {
    const change = `<Change ChangeType="DeletedText">${text("deleted")}</Change>`;
    const { segments } = await idml.open(
      idmlOf(psr(`${text("Some words")}${change}${text(" here")}<Note>${psr(text("not this"))}</Note>`)),
      {},
    );
    expect(segments.map((segment) => segment.text)).toEqual(["Some words<x1/> here"]);
  });

  test("IDML is recognised by its content, and refused if it contains no document", async () => {
    expect(chooseFormat(BROCHURE, "brochure").id).toBe("idml");
    await expect(idml.open(zipOf({ "a.txt": "x" }), {})).rejects.toMatchObject({ reason: "corrupt" });
    await expect(idml.open(idmlOf("<a>".repeat(5_000)), {})).rejects.toMatchObject({ reason: "too_complex" });
  });
});
