import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { parseXml } from "@/lib/formats/xml";
import { android } from "./android";

const head = '<?xml version="1.0" encoding="utf-8"?>\n<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"';
const SAMPLE = `${head} xmlns:tools="http://schemas.android.com/tools" tools:locale="en">
    <!-- Title of the start page -->
    <string name="title">Don\\'t panic, it\\'s %1$s\\n&amp; friends</string>
    <string name="name" translatable="false">Dragoman</string>
    <string name="same">@string/title</string>
    <string name="quoted">"It's   quoted"</string>
    <string name="wrapped">
        A text over
        two lines
    </string>
    <string name="rich">Hello <b>bold <i>and italic</i></b>, <xliff:g id="n" example="Ann">%s</xliff:g>!</string>
    <string name="html"><![CDATA[Read <a href="x">the terms</a> now]]></string>
    <string name="escaped">Read &lt;b&gt;this one&lt;/b&gt; \\u00e9</string>
    <string-array name="days"><item>Monday morning</item><item>@null</item></string-array>
    <plurals name="files">
        <item quantity="one">%d file</item>
        <item quantity="many">%d of files</item>
        <item quantity="other">"%d files"</item>
    </plurals>
    <color name="red">#ff0000</color>
</resources>
`;

formatContract(android, {
  fixtures: [
    {
      name: "strings as items of a type",
      bytes: Buffer.from(
        '<resources>\n  <item type="string" name="tea">Good tea</item>\n  <item type="id" name="pot">no text</item>\n</resources>\n',
      ),
      texts: ["Good tea"],
    },
    {
      name: "every kind of resource",
      bytes: Buffer.from(SAMPLE),
      texts: [
        "Don't panic, it's %1$s\n& friends",
        "It's   quoted",
        "A text over two lines",
        "Hello bold and italic, %s!",
        "Read the terms now",
        "Read this one é",
        "Monday morning",
        "%d file",
        "%d of files",
        "%d files",
      ],
    },
  ],
  check: (bytes) => void parseXml(Buffer.from(bytes).toString()),
  documents: fc
    .array(fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), fc.stringMatching(/^[a-zA-Z %@?'"\\<>&é]{0,20}$/)))
    .map((strings) => {
      const xml = (text: string) =>
        text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`).replace(/["'\\]/g, "\\$&");
      return `<resources>${strings.map(([name, text]) => `<string name="${name}">${xml(text)}</string>`).join("\n")}</resources>`;
    }),
});

async function translate(source: string, target: string, change: (text: string) => string) {
  const document = await android.open(Buffer.from(source), {});
  const written = await document.write(
    document.segments.map(({ text }) => ({ text: change(text) })),
    target,
  );
  return Buffer.from(written.bytes).toString();
}

const string = (content: string) => `<resources><string name="a">${content}</string></resources>`;

describe("Android strings.xml", () => {
  test("strings.xml uses names as keys and comments as notes", async () => {
    const { segments, declaredLanguage } = await android.open(Buffer.from(SAMPLE), {});
    expect(segments[0]).toMatchObject({ key: "title", note: "Title of the start page" });
    expect(declaredLanguage).toBe("en");
  });

  test("strings.xml escapes characters that the resource compiler would interpret", async () => {
    expect(await translate(string("Some text"), "fr", () => 'L\'été "là" &amp; &lt;b\\')).toBe(
      string('L\\\'été \\"là\\" &amp; &lt;b\\\\'),
    );
    expect(await translate(string("Some text"), "fr", () => "@ nous?")).toBe(string("\\@ nous?"));
    expect(await translate(string('"It\'s  text"'), "fr", () => "L'été  là")).toBe(string('"L\'été  là"'));
    expect(await translate(string("Some text"), "fr", () => "deux  mots")).toBe(string("deux \\u0020mots"));
  });

  test("CDATA within strings.xml text is translated, and escaped quotation marks of tags in CDATA are kept", async () => {
    const inFrench = (source: string) =>
      translate(string(source), "fr", (text) => text.replace("terms", "termes").replace("Open", "Ouvre"));
    expect(await inFrench("Read <![CDATA[<b>terms</b>]]> now")).toBe(string("Read <![CDATA[<b>termes</b>]]> now"));
    expect(await inFrench("Open <![CDATA[<b>terms & more</b>]]> now")).toBe(
      string("Ouvre <![CDATA[<b>termes & more</b>]]> now"),
    );
    expect(await inFrench("A &amp; B <![CDATA[<b>terms &amp; more</b>]]> now")).toBe(
      string("A &amp; B <![CDATA[<b>termes &amp; more</b>]]> now"),
    );
    const tag = '<![CDATA[<p style=\\"color: red\\">Open</p>]]>';
    expect(await inFrench(tag)).toBe(string(tag.replace("Open", "Ouvre")));
  });

  test("a tag in strings.xml whose attributes contain a format directive is kept as one code", async () => {
    const file = String.raw`<resources><string name="a">&lt;font style=\"color: %1$s\">Open %2$d doors&lt;/font></string></resources>`;
    const opened = await android.open(Buffer.from(file), {});
    expect(opened.segments.map(({ text }) => text)).toEqual(["Open <x1/> doors"]);
    const { bytes } = await opened.write([{ text: "Abrir <x1/> puertas" }], "es");
    expect(Buffer.from(bytes).toString()).toContain(String.raw`style=\"color: %1$s\"`);
  });

  test("strings.xml gets the target's missing plural quantities, with the quotes and indentation of the existing quantities", async () => {
    const polish = await translate(SAMPLE, "pl", (text) => text.replace("files", "plików").replace("file", "plik"));
    expect(polish).toContain(`        <item quantity="other">"%d plików"</item>
        <item quantity="few">"%d plików"</item>
    </plurals>`);
    expect(polish).toContain('tools:locale="pl"');
  });

  test("xliff:g elements in strings.xml are kept, and the file stays well-formed even if an engine returns overlapping codes", async () => {
    const crossed = await translate(
      string("A <b>bold <i>text</i></b> here"),
      "fr",
      () => "<g1>un <g2>deux</g1> trois</g2>",
    );
    expect(crossed).toBe(string("<b>un <i>deux</i></b> trois"));
    expect(await translate(SAMPLE, "fr", (text) => text.replace("Hello", "Salut"))).toContain(
      'Salut <b>bold <i>and italic</i></b>, <xliff:g id="n" example="Ann">%s</xliff:g>!',
    );
  });
});
