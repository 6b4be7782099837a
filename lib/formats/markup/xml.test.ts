import { describe, expect, test } from "vitest";
import { formatContract } from "@/lib/formats/contract";
import type { FormatOptions } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { parseXml } from "@/lib/formats/xml";
import { xml } from "./xml";

formatContract(xml, {
  check: (bytes) => void parseXml(Buffer.from(bytes).toString(), { keepReferences: true, skipSubset: true }),
  fixtures: [
    {
      name: "DITA",
      bytes: Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE topic PUBLIC "-//OASIS//DTD DITA Topic//EN" "topic.dtd">\n<topic id="a"><title>Making tea</title><body><p>Boil the <b>water</b> with <codeph>boil -n</codeph> &amp; wait.</p><codeblock>rm -rf tea</codeblock><ul><li>Milk<p>or more of it</p></li></ul><p translate="no">Fine Blend</p></body></topic>\n`,
      ),
      texts: ["Making tea", "Boil the water with boil -n & wait.", "Milk", "or more of it"],
    },
    {
      name: "SVG",
      bytes: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg"><title>A red pot</title><style>.a{fill:red}</style><text x="1"><tspan>Hot</tspan> tea</text><g id="lid"/></svg>',
      ),
      texts: ["A red pot", "Hot tea"],
    },
    {
      name: "data",
      bytes: Buffer.from(
        '<items><item id="x1" label="Not this"><name>A fine cup of tea</name><sku>TEA_CUP_1</sku><n>12</n></item></items>',
      ),
      texts: ["A fine cup of tea"],
    },
  ],
});

async function read(source: string, options: FormatOptions) {
  const { segments } = await xml.open(Buffer.from(source), options);
  return segments.map(({ text }) => text);
}

describe("keys", () => {
  const source =
    '<items><item label="A small label" note="No"><name>tea</name><text>Some words here</text></item></items>';
  test("name the elements and attributes that are translated", async () => {
    expect(await read(source, { keys: ["name"] })).toEqual(["tea"]);
    expect(await read(source, { keys: ["item@label"] })).toEqual(["A small label"]);
    expect(await read(source, { keys: ["@note", "text"] })).toEqual(["No", "Some words here"]);
  });
});

test("a vocabulary with a format of its own is not general XML", () => {
  const android = '<resources><string name="a">Some words</string></resources>';
  expect(chooseFormat(Buffer.from(android), "strings.xml").id).toBe("android");
  expect(chooseFormat(Buffer.from("<article><para>Words</para></article>"), "a.xml").id).toBe("xml");
});
