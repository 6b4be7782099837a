import { expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import { plainText } from "@/lib/text/segment";
import { rtf } from "./rtf";

const HEAD =
  "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\froman Times New Roman;}{\\f1\\fcharset204 Arial Cyr;}}{\\info{\\title Not this}}\r\n";

formatContract(rtf, {
  fixtures: [
    {
      name: "paragraphs, formats, a table, a note and a field",
      bytes: Buffer.from(
        `${HEAD}\\pard\\plain {\\b Bold words} and plain ones\\par\r\n` +
          "{\\insrsid12 A sentence th}{\\insrsid34 at was cut}{\\b\\insrsid34  by Word}\\par\r\n" +
          "\\trowd\\cellx100\\intbl First cell here\\cell Second cell here\\cell\\row\r\n" +
          "Text with a note{\\footnote {\\super\\chftn} The note itself} in it\\par\r\n" +
          '{\\field{\\*\\fldinst HYPERLINK "http://x.y"}{\\fldrslt A link here}} and more\\par\r\n' +
          "Left side\\tab Right side\\par}\r\n",
        "latin1",
      ),
      texts: [
        "Bold words and plain ones",
        "A sentence that was cut by Word",
        "First cell here",
        "Second cell here",
        "The note itself",
        "Text with a note in it",
        "A link here and more",
        "Left side\tRight side",
      ],
    },
    {
      name: "letters beyond ASCII",
      bytes: Buffer.from(
        `${HEAD}Caf\\'e9 na\\u239?ve \\u8212? \\ldblquote yes\\rdblquote\\par\r\n{\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2}\\par\r\n\\u-10179?\\u-8704? smiles here\\par}`,
        "latin1",
      ),
      texts: ["Café naïve — “yes”", "Привет", "😀 smiles here"],
    },
  ],
});

test("RTF text is written in ASCII with escapes", async () => {
  const document = await rtf.open(Buffer.from(`${HEAD}Some words\\par}`), {});
  const { bytes } = await document.write([{ text: "Aquí {ya} \\ está: 你" }], "es");
  expect(Buffer.from(bytes).toString("latin1")).toBe(`${HEAD}Aqu\\u237? \\{ya\\} \\\\ est\\u225?: \\u20320?\\par}`);
});

test("an RTF escape has as many fallback characters as its group declares", async () => {
  const source = `${HEAD}{\\uc0 Some words\\par}{\\uc2 {\\uc0 other} words}\\par More words}`;
  const document = await rtf.open(Buffer.from(source), {});
  const { bytes } = await document.write([{ text: "ñu" }, { text: "<g1>ña</g1> ño" }, { text: "ñe" }], "es");
  expect(Buffer.from(bytes).toString("latin1")).toBe(
    `${HEAD}{\\uc0 \\u241 u\\par}{\\uc2 {\\uc0 \\u241 a} \\u241??o}\\par \\u241?e}`,
  );
  const again = await rtf.open(bytes, {});
  expect(again.segments.map(({ text }) => text)).toEqual(["ñu", "<g1>ña</g1> ño", "ñe"]);
});

test("a line break in the RTF file between the control words of a group is ignored", async () => {
  const source = `${HEAD}{\\b\r\n\\i Bold}{\\rtlch \\af0 \r\n\\ltrch\\b\\i  words} and {\\insrsid1 \r\n\\b others}\\par}`;
  const { segments } = await rtf.open(Buffer.from(source), {});
  expect(segments.map(({ text }) => text)).toEqual(["<g1>Bold words</g1> and <g2>others</g2>"]);
});

test("tracked deletions in RTF are not translated, and texts around position tabs are separate", async () => {
  const source = `${HEAD}Some {\\insrsid1\\deleted\\revauthdel1 old }{\\revised new} words\\par Left{\\pmartabqc }Middle{\\pmartabqr }Right\\par}`;
  const { segments } = await rtf.open(Buffer.from(source), {});
  expect(segments.map((one) => plainText(one.text, one.codes))).toEqual(["Some new words", "Left\tMiddle\tRight"]);
});

test("RTF text boxes are separate texts, and their copy for older programs is not read", async () => {
  const box = (words: string) =>
    `{\\shp{\\*\\shpinst\\shpleft1{\\sp{\\sn txt}{\\sv 1}}{\\shptxt \\pard ${words}\\par}}{\\shprslt{\\*\\do{\\dptxbxtext ${words}\\par}}\\par}}`;
  const document = await rtf.open(Buffer.from(`${HEAD}Before${box("A box")} and after\\par}`), {});
  expect(document.segments.map(({ text }) => text)).toEqual(["A box", "Before<x1/> and after"]);
  const { bytes } = await document.write([{ text: "Una caja" }, { text: "Antes<x1/> y después" }], "es");
  const written = Buffer.from(bytes).toString("latin1");
  expect(written).toContain("{\\shptxt \\pard Una caja\\par}");
  expect(written).toContain("{\\dptxbxtext A box\\par}");
});

test.each([
  ["groups", `{\\rtf1 ${"{".repeat(200_000)}`],
  ["controls", `{\\rtf1 ${"\\b".repeat(200_000)} words}`],
  ["destinations", `{\\rtf1 ${"{\\pict ".repeat(20_000)}`],
])("hostile RTF is read or refused immediately: %s", async (_, source) => {
  await withinCpuMs(3_000, () =>
    rtf.open(Buffer.from(source), {}).catch((error) => expect(error.name).toBe("UnreadableFile")),
  );
});
