import type { PDFDocument, PDFRef } from "@cantoo/pdf-lib";
import { subsetFont } from "./font-subset";
import { pdfLib } from "./pdf-lib";
import type { OpenFont } from "./typesetter";

/** The fonts for a document's new text. Each is embedded once, with the letters used. */
export class PdfFonts {
  private readonly fonts = new Map<OpenFont, { readonly name: string; readonly ref: PDFRef }>();

  constructor(private readonly document: PDFDocument) {}

  /** Name of a font in the resources of a stream. */
  nameOf(font: OpenFont): string {
    return this.entry(font).name;
  }

  refOf(font: OpenFont): PDFRef {
    return this.entry(font).ref;
  }

  private entry(font: OpenFont) {
    const known = this.fonts.get(font);
    if (known) return known;
    const made = { name: `DgmF${this.fonts.size + 1}`, ref: this.document.context.nextRef() };
    this.fonts.set(font, made);
    return made;
  }

  /** Embeds the fonts as composite fonts whose codes are letter numbers (ISO 32000-2, 9.7). */
  async embed(): Promise<void> {
    const { context } = this.document;
    let count = 0;
    for (const [font, { ref }] of this.fonts) {
      const name = `${tag(count++)}+${font.name.replace(/[^A-Za-z0-9]/g, "-")}`;
      const subset = await subsetFont(font.bytes, font.used.keys(), font.weight);
      const file = context.register(context.flateStream(subset, { Length1: subset.length }));
      const { ascent, descent } = font.extents;
      const descriptor = context.register(
        context.obj({
          Type: "FontDescriptor",
          FontName: name,
          Flags: 4,
          FontBBox: [-500, Math.round(descent), 2000, Math.round(ascent)],
          ItalicAngle: /Italic/.test(font.name) ? -12 : 0,
          Ascent: Math.round(ascent),
          Descent: Math.round(descent),
          CapHeight: 716,
          StemV: /Bold/.test(font.name) ? 140 : 80,
          FontFile2: file,
        }),
      );
      const widths = [...font.used.keys()]
        .sort((a, b) => a - b)
        .flatMap((glyph) => [glyph, [Math.round(font.widthOf(glyph) * 100) / 100]]);
      const descendant = context.register(
        context.obj({
          Type: "Font",
          Subtype: "CIDFontType2",
          BaseFont: name,
          CIDSystemInfo: {
            Registry: pdfLib().PDFString.of("Adobe"),
            Ordering: pdfLib().PDFString.of("Identity"),
            Supplement: 0,
          },
          FontDescriptor: descriptor,
          DW: 1000,
          W: widths,
          CIDToGIDMap: pdfLib().PDFName.of("Identity"),
        }),
      );
      context.assign(
        ref,
        context.obj({
          Type: "Font",
          Subtype: "Type0",
          BaseFont: name,
          Encoding: "Identity-H",
          DescendantFonts: [descendant],
          ToUnicode: context.register(context.flateStream(toUnicode(font.used))),
        }),
      );
    }
  }
}

/** The six capital letters that mark the name of a subset. */
function tag(number: number): string {
  return `DRG${[676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(number / unit) % 26))).join("")}`;
}

/** Maximum number of entries in a block of a CMap (Adobe Technical Note 5014). */
const MAX_ENTRIES = 100;

/** Zero width joiner: invisible text. */
const JOINER = "\u200d";

function toUnicode(used: ReadonlyMap<number, string>): string {
  // For a letter without text, such as the base of a letter with dots, readers would use its code as the character.
  const entries = [...used].map(([glyph, text]) => [glyph, text || JOINER] as const).sort(([a], [b]) => a - b);
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += MAX_ENTRIES) {
    const lines = entries.slice(at, at + MAX_ENTRIES).map(([glyph, text]) => {
      const units = [...text].map((character) => Buffer.from(character, "utf16le").swap16().toString("hex")).join("");
      return `<${glyph.toString(16).padStart(4, "0")}> <${units}>`;
    });
    blocks.push(`${lines.length} beginbfchar\n${lines.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
