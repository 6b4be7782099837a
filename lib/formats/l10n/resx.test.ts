import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { parseXml } from "@/lib/formats/xml";
import { resx } from "./resx";

const SAMPLE = `<?xml version="1.0" encoding="utf-8"?>\r
<root>\r
  <resheader name="resmimetype">\r
    <value>text/microsoft-resx</value>\r
  </resheader>\r
  <data name="Greeting" xml:space="preserve">\r
    <value> Hello {0} &amp; welcome\r
to the shop</value>\r
    <comment>Said at the door</comment>\r
  </data>\r
  <data name="$this.Text" xml:space="preserve"><value>The window</value></data>\r
  <data name="&gt;&gt;button1.Name" xml:space="preserve"><value>Some name here</value></data>\r
  <data name="button1.Size" type="System.Drawing.Size, System.Drawing"><value>Twelve, 12</value></data>\r
  <data name="icon" mimetype="application/x-microsoft.net.object.bytearray.base64"><value>AAEC abc</value></data>\r
  <data name="Html" xml:space="preserve"><value><![CDATA[<b>Bold text</b> here]]></value></data>\r
  <data name="Empty" xml:space="preserve"><value /></data>\r
</root>`;

formatContract(resx, {
  fixtures: [
    {
      name: "texts, typed resources and designer data",
      bytes: Buffer.from(`\ufeff${SAMPLE}`),
      texts: ["Hello {0} & welcome\nto the shop", "The window", "Bold text here"],
    },
  ],
  check: (bytes) => void parseXml(Buffer.from(bytes).toString()),
});

describe(".NET resx", () => {
  test("resx comments become notes", async () => {
    const { segments } = await resx.open(Buffer.from(SAMPLE), {});
    expect(segments[0]).toMatchObject({ key: "Greeting", note: "Said at the door" });
  });

  test("resx with an internal DTD is refused", async () => {
    const hostile = '<!DOCTYPE root [<!ENTITY a "b">]><root><resheader/></root>';
    await expect(resx.open(Buffer.from(hostile), {})).rejects.toMatchObject({ reason: "hostile" });
  });
});
