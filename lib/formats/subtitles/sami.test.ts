import { expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import { chooseFormat } from "@/lib/formats/registry";
import { lrc } from "./lrc";
import { smi } from "./sami";

const head = (classes: string) => `<SAMI>
<HEAD>
<TITLE>Left here</TITLE>
<STYLE TYPE="text/css">
<!--
P { margin-left: 8pt; text-align: center; }
${classes}
-->
</STYLE>
</HEAD>
<BODY>
`;
const ENGLISH = ".ENUSCC { Name: English; lang: en-US; SAMIType: CC; }";
const ONE = `${head(ENGLISH)}<SYNC Start=1000><P Class=ENUSCC>
We drink tea<br>together, and then
<SYNC Start=3000><P Class=ENUSCC>we <i>talk &amp; laugh</i> a lot.
<SYNC Start=5000><P Class=ENUSCC>&nbsp;
<SYNC Start=7000><P Class="ENUSCC">- Is there more?<br>- There is milk.</P></SYNC>
</BODY>
</SAMI>
`;
const TWO = `${head(`${ENGLISH}\n.KRCC { Name: Korean; lang: ko-KR; SAMIType: CC; }`)}<SYNC Start=1000>
<P Class=ENUSCC>One cup of tea.
<P Class=KRCC>차 한 잔.
<SYNC Start=3000>
<P Class=ENUSCC>&nbsp;
<SYNC Start=5000>
<P Class=ENUSCC>More tea.
</BODY>
</SAMI>
`;

formatContract(smi, {
  fixtures: [
    {
      name: "captions of one language",
      bytes: Buffer.from(ONE),
      texts: ["We drink tea together, and then we talk & laugh a lot.", "Is there more?", "There is milk."],
    },
    {
      name: "on CRLF, without classes",
      bytes: Buffer.from(ONE.replaceAll(/ Class="?ENUSCC"?/g, "").replaceAll("\n", "\r\n")),
    },
    {
      name: "small letters and closed elements",
      bytes: Buffer.from('<sami><body><sync start="10"><p class="ENCC">Some tea</p></sync></body></sami>'),
      texts: ["Some tea"],
    },
  ],
  readBack: "running",
});

async function translated(source: string, into: string) {
  const document = await smi.open(Buffer.from(source), { into });
  const texts = document.segments.map(({ text }) => ({ text: text.replaceAll("tea", "té") }));
  return { document, text: Buffer.from((await document.write(texts, into)).bytes).toString() };
}

test("the language class of a SAMI file in one language is replaced by a class for the target language", async () => {
  const { text } = await translated(ONE, "es");
  expect(text).toContain(".ESCC { Name: español; lang: es; SAMIType: CC; }");
  expect(text).not.toContain("ENUSCC");
  expect(text).toContain('<SYNC Start=7000><P Class="ESCC">- Is there more?');
});

test("a SAMI file with several languages gets a class for the target", async () => {
  const { text } = await translated(TWO, "es");
  expect(text).toContain(`${ENGLISH}\n.ESCC { Name: español; lang: es; SAMIType: CC; }\n.KRCC`);
  expect(text).toContain("<P Class=ENUSCC>One cup of tea.\n<P Class=ESCC>One cup of té.\n<P Class=KRCC>차 한 잔.\n");
  expect(text).toContain("<P Class=ENUSCC>&nbsp;\n<P Class=ESCC>&nbsp;\n<SYNC Start=5000>");
});

test("existing translations of SAMI captions are kept", async () => {
  const { document, text } = await translated(TWO, "ko");
  expect(document.finished).toBe(1);
  expect(text).toContain("<P Class=ENUSCC>One cup of tea.\n<P Class=KRCC>차 한 잔.\n<SYNC");
  expect(text).toContain("<P Class=ENUSCC>More tea.\n<P Class=KRCC>More té.\n");
  expect(chooseFormat(Buffer.from(TWO), "film").id).toBe("smi");
});

test.each(["&nbsp;", ""])("a blank SAMI caption in the target language is filled in: '%s'", async (blank) => {
  const { document, text } = await translated(TWO.replace("차 한 잔.", blank), "ko");
  expect(document.finished).toBeUndefined();
  expect(text).toContain("<P Class=ENUSCC>One cup of tea.\n<P Class=KRCC>One cup of té.\n<SYNC Start=3000>");
});

formatContract(lrc, {
  fixtures: [
    {
      name: "lines with times",
      bytes: Buffer.from(
        "[ti:Left here]\n[ar:Left]\n[00:01.00]We drink tea\n[00:05.20][01:05.20]And then we talk\n[00:09.00]\n",
      ),
      texts: ["We drink tea", "And then we talk"],
    },
    {
      name: "times of words and singers",
      bytes: Buffer.from("[00:12.00]F: <00:12.04>All <00:12.16>the <00:12.82>tea\r\n[00:14:10] M: One more cup\r\n"),
      texts: ["All the tea", "One more cup"],
    },
    {
      name: "no last line end",
      bytes: Buffer.from("\ufeff[by:left]\n[offset:500]\n[0:1] Some (more) words"),
      texts: ["Some (more) words"],
    },
  ],
});

test.each([
  ["<SYNC Start=1><P Class=A>a\n".repeat(20_000)],
  ["<p ".repeat(100_000)],
  [`<style>${".a{".repeat(50_000)}</style>`],
])("hostile SAMI captions are read in linear time", async (source) => {
  await withinCpuMs(3_000, () => smi.open(Buffer.from(`<sami>${source}`), {}));
});
