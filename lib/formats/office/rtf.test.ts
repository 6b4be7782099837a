import { expect, test } from "vitest";
import { formatContract } from "@/lib/formats/contract";
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

test("RTF: what is written is ASCII and escaped", async () => {
  const document = await rtf.open(Buffer.from(`${HEAD}Some words\\par}`), {});
  const { bytes } = await document.write([{ text: "Aquí {ya} \\ está: 你" }], "es");
  expect(Buffer.from(bytes).toString("latin1")).toBe(`${HEAD}Aqu\\u237? \\{ya\\} \\\\ est\\u225?: \\u20320?\\par}`);
});

test.each([
  ["groups", `{\\rtf1 ${"{".repeat(200_000)}`],
  ["controls", `{\\rtf1 ${"\\b".repeat(200_000)} words}`],
  ["destinations", `{\\rtf1 ${"{\\pict ".repeat(20_000)}`],
])(
  "hostile %s are read or refused at once",
  async (_, source) => {
    await rtf.open(Buffer.from(source), {}).catch((error) => expect(error.name).toBe("UnreadableFile"));
  },
  3_000,
);
