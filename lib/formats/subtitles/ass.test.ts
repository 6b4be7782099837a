import { expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { ass } from "./ass";

const FILE = `[Script Info]
Title: Tea

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,A comment
Dialogue: 0,0:00:01.00,0:00:02.00,Default,Ann,0,0,0,,{\\an8}Yes, {\\i1}we put\\Nthe
Dialogue: 0,0:00:02.00,0:00:03.00,Default,Ann,0,0,0,,kettle{\\i0} on.
Dialogue: 0,0:00:02.00,0:00:03.00,Sign,,0,0,0,,{\\pos(1,2)\\fad(1,2)}TEA\\hHOUSE
Dialogue: 0,0:00:03.00,0:00:04.00,Default,Ann,0,0,0,,{\\p1}m 0 0 l 10 10{\\p0}
Dialogue: 0,0:00:03.00,0:00:04.00,Default,Ann,0,0,0,,{\\k20}La {\\k30}la
Dialogue: 0,0:00:04.00,0:00:05.00,Default,Ann,0,0,0,,

[Fonts]
Dialogue: 0,0:00:04.00,0:00:05.00,Default,Ann,0,0,0,,not an event
`;

formatContract(ass, {
  readBack: "running",
  fixtures: [
    {
      name: "dialogue, signs, drawings and karaoke",
      bytes: Buffer.from(FILE),
      texts: ["Yes, we put the kettle on.", "TEA\u00a0HOUSE"],
    },
    {
      name: "other fields, in UTF-16 with CRLF",
      bytes: Buffer.from(
        "\ufeff[Events]\r\nFormat: Start, End, Text\r\nDialogue: 0:00:01.00,0:00:02.00,One, two\r\n",
        "utf16le",
      ),
      texts: ["One, two"],
    },
  ],
});

test("a one-line ASS text stays on one line, and braces in the translation are escaped", async () => {
  const document = await ass.open(Buffer.from("[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,Tea\n"), {});
  const { bytes } = await document.write(
    [{ text: "{Una} línea larga que no se parte porque el reproductor ya la parte solo" }],
    "es",
  );
  expect(Buffer.from(bytes).toString()).toContain(
    ",,(Una) línea larga que no se parte porque el reproductor ya la parte solo\n",
  );
});
