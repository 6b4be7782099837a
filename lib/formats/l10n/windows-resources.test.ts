import { expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { Format } from "@/lib/formats/format";
import { parseXml } from "@/lib/formats/xml";
import { resjson, wxl, xaml } from "./windows-resources";

const wellFormed = (bytes: Uint8Array) => void parseXml(Buffer.from(bytes).toString());

formatContract(resjson, {
  fixtures: [
    {
      name: "strings with comments",
      bytes: Buffer.from(
        '{\n    "greeting": "Hello {0}",\n    "_greeting.comment": "Left here",\n    "appBar/save": "Save it now",\n    "url": "https://tea.example"\n}\n',
      ),
      texts: ["Hello {0}", "Save it now"],
    },
    {
      name: "comments of JavaScript",
      bytes: Buffer.from('// Left\r\n{ "a": "Some tea", /* left */ "b": 3 }\r\n'),
      texts: ["Some tea"],
    },
    { name: "no strings but one", bytes: Buffer.from('\ufeff{"a":"Tea \\u0026 milk"}'), texts: ["Tea & milk"] },
  ],
});

const OLD_WXL = `<?xml version="1.0" encoding="utf-8"?>
<WixLocalization Culture="en-us" Language="1033" Codepage="1252" xmlns="http://schemas.microsoft.com/wix/2006/localization">
  <!-- left -->
  <String Id="Title" Overridable="yes">[ProductName] needs !(loc.Left) to be installed</String>
  <String Id="Next">&amp;Next</String>
  <String Id="Font">{\\WixUI_Font_Title}Welcome to the tea</String>
  <String Id="Empty"></String>
  <UI Dialog="Welcome" Control="Text">Some words</UI>
</WixLocalization>
`;
const WXL = `<WixLocalization Culture="en-US" xmlns="http://wixtoolset.org/schemas/v4/wxl">
  <String Id="Title" Value="A newer version of [ProductName] is there." Comment="On top" />
  <UI Dialog="Welcome" Text="Some words" />
</WixLocalization>
`;

formatContract(wxl, {
  fixtures: [
    {
      name: "version 3",
      bytes: Buffer.from(OLD_WXL),
      texts: [
        "[ProductName] needs !(loc.Left) to be installed",
        "Next",
        "{\\WixUI_Font_Title}Welcome to the tea",
        "Some words",
      ],
    },
    {
      name: "version 4",
      bytes: Buffer.from(WXL),
      texts: ["A newer version of [ProductName] is there.", "Some words"],
    },
    { name: "on CRLF", bytes: Buffer.from(WXL.replaceAll("\n", "\r\n")) },
  ],
  check: wellFormed,
});

const DICTIONARY = `<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
                    xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:sys="clr-namespace:System;assembly=mscorlib">
    <!-- left -->
    <sys:String x:Key="Greeting" xml:space="preserve">Hello {0} &amp; all</sys:String>
    <x:String x:Key="Next">_Next</x:String>
    <SolidColorBrush x:Key="Left" Color="#FF0000" />
</ResourceDictionary>
`;
const WINDOW = `<Window x:Class="Tea.Main" xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
        xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Title="All my teas">
    <StackPanel>
        <TextBlock Text="{Binding Left}" ToolTip='The "best" tea' />
        <TextBlock x:Name="Hint" Text="{}{0} cups of tea" />
        <Button Content="Save it" Command="{Binding Left}" />
        <TextBlock>
            Some words
        </TextBlock>
        <GroupBox Header="Line one&#10;and two" />
        <TextBlock>Left <Bold>right here</Bold></TextBlock>
    </StackPanel>
</Window>
`;

formatContract(xaml, {
  fixtures: [
    { name: "a resource dictionary", bytes: Buffer.from(DICTIONARY), texts: ["Hello {0} & all", "Next"] },
    {
      name: "a window",
      bytes: Buffer.from(WINDOW),
      texts: [
        "All my teas",
        'The "best" tea',
        "{0} cups of tea",
        "Save it",
        "Some words",
        "Line one\nand two",
        "Left right here",
      ],
    },
    { name: "on CRLF", bytes: Buffer.from(WINDOW.replaceAll("\n", "\r\n")) },
  ],
  check: wellFormed,
});

async function translated(format: Format, source: string, target: string) {
  const document = await format.open(Buffer.from(source), {});
  const { bytes } = await document.write(
    document.segments.map(({ text }) => ({ text: `${text} té` })),
    target,
  );
  return { document, text: Buffer.from(bytes).toString() };
}

test("a WiX file gets the target's culture and language id", async () => {
  expect((await translated(wxl, OLD_WXL, "es")).text).toContain('Culture="es-es" Language="3082" Codepage="1252"');
  expect((await translated(wxl, OLD_WXL, "pt-BR")).text).toContain('Culture="pt-br" Language="1046"');
  expect((await translated(wxl, WXL, "es")).text).toContain('Culture="es-ES" xmlns');
});

test("a XAML sentence that spans several inline runs is one text, and the elements of the runs are kept", async () => {
  const page = (tea: string) =>
    `<Page><TextBlock>Some <Run Foreground="{x:Null}">green ${tea}</Run>, and<LineBreak /> <Image ToolTip="tea"/>more` +
    `</TextBlock><TextBlock>A ${tea} &amp; <Bold/></TextBlock></Page>`;
  const document = await xaml.open(Buffer.from(page("tea").replace("/> <", "/>\n  <")), {});
  const texts = document.segments.map(({ text }) => text);
  expect(texts).toEqual(["Some <g1>green tea</g1>, and<x2/> <x3/>more", "A tea &amp;"]);
  const { bytes } = await document.write(
    texts.map((text) => ({ text: text.replace("tea", "té") })),
    "es",
  );
  expect(Buffer.from(bytes).toString()).toBe(page("té"));
});

test("Windows string files provide comments as notes and names as keys", async () => {
  const source = '{ "a": "Tea", "_a.comment": "A drink" }';
  const { document, text } = await translated(resjson, source, "es");
  expect(document.segments).toMatchObject([{ key: "a", note: "A drink" }]);
  expect(text).toBe('{ "a": "Tea té", "_a.comment": "A drink" }');
  const { segments } = await xaml.open(Buffer.from(DICTIONARY), {});
  expect(segments.map(({ key }) => key)).toEqual(["Greeting", "Next"]);
});

test("characters that would start markup are escaped in XAML texts", async () => {
  const { text } = await translated(xaml, WINDOW, "es");
  expect(text).toContain('Text="{}{0} cups of tea té"');
  expect(text).toContain("ToolTip='The \"best\" tea té'");
});
