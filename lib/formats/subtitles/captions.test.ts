import { expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { parseXml } from "@/lib/formats/xml";
import { sbv } from "./sbv";
import { ttml } from "./ttml";

formatContract(sbv, {
  readBack: "running",
  fixtures: [
    {
      name: "captions",
      bytes: Buffer.from(
        "0:00:01.000,0:00:03.000\nThis is a first\nsentence.\n\n0:00:04.000,0:00:05.500\n<b>Another</b> one here.\n",
      ),
      texts: ["This is a first sentence.", "Another one here."],
    },
  ],
});

const TTML = `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><head><metadata><title>Not this</title></metadata></head><body><div>
<p begin="00:00:01.000" end="00:00:03.000">This is a first<br/>sentence &amp; more.</p>
<p begin="4s" dur="1.5s"><span style="i">Another one here.</span></p>
</div></body></tt>
`;

test("TTML cues are translated and the language is set, while everything else is unchanged", async () => {
  const document = await ttml.open(Buffer.from(TTML), {});
  expect(document.segments.map(({ text }) => text)).toEqual([
    "This is a first sentence &amp; more.",
    "Another one here.",
  ]);
  const same = await document.write(
    document.segments.map(({ text }) => ({ text })),
    "es",
  );
  expect(Buffer.from(same.bytes).toString()).toBe(TTML);
  const written = Buffer.from(
    (await document.write([{ text: "Esta es una primera frase &amp; más." }, { text: "Otra." }], "es")).bytes,
  ).toString();
  parseXml(written);
  expect(written).toContain('xml:lang="es"');
  expect(written).toContain("&amp; más.</p>");
  expect(written).toContain('<span style="i">Otra.</span>');
  expect(written).toContain("<title>Not this</title>");
});
