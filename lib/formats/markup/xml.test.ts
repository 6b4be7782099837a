import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { FormatOptions } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { parseXml } from "@/lib/formats/xml";
import { plainText } from "@/lib/text/segment";
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

test("artifact names in build files are not translated", async () => {
  const source =
    "<project><artifactId>text-module</artifactId><name>A module for texts</name><dependency><artifactId>zip-file-reader</artifactId>" +
    "<scope>test</scope><role>book-reader-of-files</role></dependency></project>";
  expect(await read(source, {})).toEqual(["A module for texts"]);
});

test("texts in links, footnotes and index entries are translated without splitting their sentence", async () => {
  const source =
    '<topic><p>See <xref href="a.dita">how to build it</xref> first<fn>Or <b>later</b>.</fn>, then<indexterm>building<indexterm>first steps</indexterm></indexterm> run it.</p></topic>';
  const [sentence, ...others] = (await xml.open(Buffer.from(source), {})).segments;
  expect(plainText(sentence!.text, sentence!.codes)).toBe("See how to build it first, then run it.");
  expect(others.map(({ text }) => plainText(text))).toEqual(["Or later.", "building", "first steps"]);
});

test.each(
  "xmlatt xmlelement package buildtarget interfacename errorcode returnvalue ooclass structname textentity".split(" "),
)("the element %s, which marks a name from code, becomes a single code in its sentence", async (element) => {
  const source = `<article><para>Set the <${element}>house</${element}> now.</para></article>`;
  const [sentence] = (await xml.open(Buffer.from(source), {})).segments;
  expect(sentence!.text).toBe("Set the <x1/> now.");
});

test("a cell that contains only a file name or command is not translated", async () => {
  const source =
    "<topic><dl><dt>Folder</dt><dd><filepath><varname>dir</varname></filepath></dd></dl><ul><li><option>input</option></li></ul></topic>";
  expect(await read(source, {})).toEqual(["Folder"]);
});

test("sentences and names in a property list are translated, but identifiers and variables are not", async () => {
  const pairs = [
    ["CFBundleDisplayName", "Fine Tea"],
    ["CFBundleExecutable", "Tea"],
    ["CFBundlePackageType", "APPL"],
    ["CFBundleName", "$(PRODUCT_NAME)"],
    ["NSCameraUsageDescription", "To see the pot."],
    ["UIMainStoryboardFile", "Main"],
    ["Region", "en"],
  ].map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  const source = `<plist version="1.0"><dict>${pairs.join("")}<key>Schemes</key><array><string>tea</string></array></dict></plist>`;
  const { segments, warnings } = await xml.open(Buffer.from(source), {});
  expect(segments.map(({ text }) => text)).toEqual(["Fine Tea", "To see the pot."]);
  expect(warnings).toMatchObject([{ code: "part_skipped", count: 5 }]);
});

test("a no-break space in XML text is kept", async () => {
  expect(await read("<topic><p>Some\u00a0words\n  here</p></topic>", {})).toEqual(["Some\u00a0words here"]);
});

describe("choosing XML elements by key", () => {
  const source =
    '<items><item label="A small label" note="No"><name>tea</name><text>Some words here</text></item></items>';
  test("the keys option selects the elements and attributes to translate", async () => {
    expect(await read(source, { keys: ["name"] })).toEqual(["tea"]);
    expect(await read(source, { keys: ["item@label"] })).toEqual(["A small label"]);
    expect(await read(source, { keys: ["@note", "text"] })).toEqual(["No", "Some words here"]);
  });
});

test("an XML vocabulary with its own format is not read as general XML", () => {
  const android = '<resources><string name="a">Some words</string></resources>';
  expect(chooseFormat(Buffer.from(android), "strings.xml").id).toBe("android");
  expect(chooseFormat(Buffer.from("<article><para>Words</para></article>"), "a.xml").id).toBe("xml");
});

describe("ITS 2.0 rules", () => {
  const its = (rules: string, content: string) =>
    `<doc xmlns:its="http://www.w3.org/2005/11/its"><its:rules version="2.0">${rules}</its:rules>${content}</doc>`;
  const translate = (selector: string, value: string) =>
    `<its:translateRule selector="${selector}" translate="${value}"/>`;
  const within = (selector: string, value: string) =>
    `<its:withinTextRule selector="${selector}" withinText="${value}"/>`;

  test("ITS 2.0 rules set which elements and attributes are translated", async () => {
    const source = its(
      translate("//name", "no") + translate("/doc/name[@show='yes']", "yes") + translate("//img/@alt", "yes"),
      '<name>Left here</name><name show="yes">tea</name><p>Some words</p><img alt="A red pot" src="a b"/>',
    );
    expect(await read(source, {})).toEqual(["tea", "Some words", "A red pot"]);
  });

  test("ITS 2.0 rules can make a picture's text translatable although the picture is within a sentence", async () => {
    const source = its(translate("//img/@alt", "yes"), '<p>Pour <img alt="A red pot" src="pot.png"/> now</p>');
    const document = await xml.open(Buffer.from(source), {});
    expect(document.segments.map(({ text }) => text)).toEqual(["A red pot", "Pour <x1/> now"]);
    const { bytes } = await document.write([{ text: "Una tetera" }, { text: "Ahora <x1/>" }], "es");
    expect(Buffer.from(bytes).toString()).toContain('<p>Ahora <img alt="Una tetera" src="pot.png"/></p>');
  });

  test("children inherit the ITS 2.0 translate rule of their parent", async () => {
    const rules = translate("//note", "no") + translate("//note/title", "yes");
    expect(await read(its(rules, "<note><p>Left here</p><title>Some words</title></note>"), {})).toEqual([
      "Some words",
    ]);
  });

  test("ITS 2.0 rules set which elements are part of a sentence", async () => {
    const content = "<p>Some <p2>nested words</p2> and <var>more words</var> here</p>";
    expect(await read(its(within("//p2", "no") + within("//var", "yes"), content), {})).toEqual([
      "Some <x1/> and <g2>more words</g2> here",
      "nested words",
    ]);
  });

  test("the last matching ITS 2.0 rule applies, and unknown selectors are ignored", async () => {
    const rules = translate("//a", "no") + translate("//a", "yes") + translate("//p[contains(., 'x')]", "no");
    expect(await read(its(rules, "<a>one</a><p>Some words x</p>"), {})).toEqual(["one", "Some words x"]);
  });

  test("applying hostile ITS rules takes linear time", async () => {
    const deep = `${"<a>".repeat(1_900)}Some words${"</a>".repeat(1_900)}`;
    await withinCpuMs(2_000, () => read(its(translate("//a//a//a", "no").repeat(1_000), deep), {}));
  });
});
