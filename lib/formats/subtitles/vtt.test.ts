import { expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { vtt } from "./vtt";

const FILE = `WEBVTT - Tea
Kind: captions

STYLE
::cue { color: papayawhip }

NOTE
Not for viewers

intro
00:01.000 --> 00:03.000 align:start
<v Fred>We should &amp; could <i>put the

2
00:00:03.000 --> 00:00:05.000
<v Fred>kettle</i> on.
<v Mary Ann>Yes,
let's.

00:00:05.000 --> 00:00:06.000
<v.loud Fred>1 &lt; 2 <00:00:05.500><c.red>now</c>

00:00:06.000 --> 00:00:07.000

00:00:07.000 --> 00:00:08.000
thumbs.jpg#xywh=0,0,160,90
`;

formatContract(vtt, {
  readBack: "running",
  fixtures: [
    {
      name: "voices, styles, notes, an empty cue and a thumbnail",
      bytes: Buffer.from(FILE),
      texts: ["We should & could put the kettle on.", "Yes, let's.", "1 < 2 now"],
    },
    {
      name: "CRLF and a byte order mark",
      bytes: Buffer.from("\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nTea\r\ntime\r\n"),
      texts: ["Tea time"],
    },
    {
      name: "a header with the language",
      bytes: Buffer.from("WEBVTT\nKind: captions\nLanguage: es\n\n00:01.000 --> 00:02.000\nGood tea.\n"),
      texts: ["Good tea."],
    },
    {
      name: "metadata in JSON",
      bytes: Buffer.from(
        'WEBVTT\n\n00:01.000 --> 00:02.000\n{"title":"The first part",\n"href":"a.html"}\n\n00:02.000 --> 00:03.000\n[sighs]\n',
      ),
      texts: ["[sighs]"],
    },
    { name: "nothing but the header", bytes: Buffer.from("WEBVTT"), texts: [] },
  ],
});

test("a WebVTT translation is escaped, so that no part of it is read as a tag or a timing line", async () => {
  const document = await vtt.open(Buffer.from("WEBVTT\n\n00:01.000 --> 00:02.000\nTea\n"), {});
  const { bytes } = await document.write([{ text: "&lt;b> & 00:01.000 --> 00:02.000" }], "es");
  expect(Buffer.from(bytes).toString()).toBe(
    "WEBVTT\n\n00:01.000 --> 00:02.000\n&lt;b> &amp; 00:01.000 --&gt; 00:02.000\n",
  );
});

test("a WebVTT header that declares a language gets the target language", async () => {
  const document = await vtt.open(Buffer.from("WEBVTT\nLanguage: en\n\n00:01.000 --> 00:02.000\nTea\n"), {});
  expect(document.declaredLanguage).toBe("en");
  const { bytes } = await document.write([{ text: "Té" }], "es");
  expect(Buffer.from(bytes).toString()).toBe("WEBVTT\nLanguage: es\n\n00:01.000 --> 00:02.000\nTé\n");
});
