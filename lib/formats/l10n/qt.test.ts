import { expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { FormatOptions } from "@/lib/formats/format";
import { parseXml } from "@/lib/formats/xml";
import { qt } from "./qt";
import { stringsdict } from "./stringsdict";

const message = (source: string, translation: string, more = "", attributes = "") =>
  `    <message${attributes}>\n        <source>${source}</source>${more}\n        ${translation}\n    </message>\n`;
const SOURCE = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Main</name>
${message("&amp;Open the file", '<translation type="unfinished"></translation>')}${message("Close it now", "<translation>Schließen</translation>")}${message(
  "%n file(s) found",
  '<translation type="unfinished"><numerusform></numerusform></translation>',
  "<comment>In the title</comment>",
  ' numerus="yes"',
)}${message("Gone away", '<translation type="vanished">Weg</translation>')}</context>
</TS>
`;

const read = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test("only the unfinished messages of a Qt file are translated; they stay marked unfinished and get the target's plural forms", async () => {
  const document = await qt.open(Buffer.from(SOURCE), {});
  expect(document.segments.map(({ text, note }) => [text, note])).toEqual([
    ["Open the file", undefined],
    ["<x1/> file(s) found", "In the title"],
  ]);
  const texts = [{ text: "Otwórz plik" }, { text: "Znaleziono plików: <x1/>" }];
  const written = read((await document.write(texts, "pl")).bytes);
  expect(written).toMatch(/<translation type="unfinished">(?:&amp;)?Otwórz plik<\/translation>/);
  expect(written.match(/<numerusform>Znaleziono plików: %n<\/numerusform>/g)).toHaveLength(4);
  expect(written).toContain("<translation>Schließen</translation>");
  expect(written).toContain('<translation type="vanished">Weg</translation>');
  expect(written).toContain('language="pl"');
  parseXml(written, { skipSubset: true });
});

test("adjacent placeholders in a Qt file are separate codes", async () => {
  const document = await qt.open(Buffer.from(SOURCE.replace("&amp;Open the file", "%1 puts %2%3 on top")), {});
  expect(document.segments[0]!.codes.map(({ equiv }) => equiv)).toEqual(["%1", "%2", "%3"]);
});

test("a Qt file without changes is written byte for byte, and a project imports its finished messages as translations", async () => {
  const document = await qt.open(Buffer.from(SOURCE), {});
  expect(
    read(
      (
        await document.write(
          document.segments.map(() => ({ text: null })),
          "pl",
        )
      ).bytes,
    ),
  ).toBe(SOURCE);
  const project = await qt.open(Buffer.from(SOURCE), { target: "de" });
  expect(project.segments.map(({ target }) => target)).toEqual([
    undefined,
    { text: "Schließen", state: "translated" },
    undefined,
  ]);
});

formatContract(stringsdict, {
  fixtures: [
    {
      name: "plural forms",
      bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>days</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@days@ are left now</string>
		<key>days</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>d</string>
			<key>one</key>
			<string>One whole day</string>
			<key>many</key>
			<string>%d many days &amp; more</string>
			<key>other</key>
			<string>%d whole days</string>
		</dict>
	</dict>
</dict>
</plist>
`),
      texts: ["%#@days@ are left now", "One whole day", "%d many days & more", "%d whole days"],
    },
  ],
});

test("finished messages of a Qt file are kept and counted, unless they are in another language or overwriting is requested", async () => {
  const message = (source: string, translation: string) =>
    `<message><source>${source}</source>${translation}</message>`;
  const file = Buffer.from(
    `<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de_DE"><context><name>A</name>${message("Open", "<translation>Öffnen</translation>")}${message("Close", '<translation type="unfinished">Zu</translation>')}</context></TS>`,
  );
  const opened = async (options: FormatOptions) => {
    const { segments, finished = 0 } = await qt.open(file, options);
    return [segments.map(({ text }) => text), finished];
  };
  expect(await opened({ into: "de" })).toEqual([["Close"], 1]);
  expect(await opened({ into: "de", overwrite: true })).toEqual([["Open", "Close"], 0]);
  expect(await opened({ into: "es" })).toEqual([["Open", "Close"], 0]);
});

test("plural forms that only the target has are added to a stringsdict file", async () => {
  const source =
    "<plist><dict><key>a</key><dict><key>v</key><dict><key>one</key><string>One day</string><key>other</key><string>%d days</string></dict></dict></dict></plist>";
  const document = await stringsdict.open(Buffer.from(source), {});
  const written = read((await document.write([{ text: "Dzień" }, { text: "<x1/> dni" }], "pl")).bytes);
  expect(written).toContain("<key>few</key><string>%d dni</string>");
  expect(written).toContain("<key>many</key><string>%d dni</string>");
});
