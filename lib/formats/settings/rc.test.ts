import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import { chooseFormat } from "@/lib/formats/registry";
import { plainText } from "@/lib/text/segment";
import { rc } from "./rc";

const SCRIPT = `// The program
#include "resource.h"
#pragma code_page(1252)
LANGUAGE LANG_ENGLISH, SUBLANG_ENGLISH_US

IDR_MAIN MENU
BEGIN
    POPUP "&File of it"
    BEGIN
        MENUITEM "&Open it\\tCtrl+O", ID_OPEN
        MENUITEM SEPARATOR
    END
END

IDD_ABOUT DIALOGEX 0, 0, 170, 62
CAPTION "About the program"
FONT 8, "MS Shell Dlg", 0, 0, 0x1
BEGIN
    LTEXT           "Says ""hello""\\nto you",IDC_STATIC,42,14,114,8
    CONTROL         "Show it",IDC_SHOW,"Button",BS_AUTOCHECKBOX | WS_TABSTOP,7,7,10,10
END

STRINGTABLE
BEGIN
    IDS_TITLE       "The title of %s"
    IDS_PATH, L"Some more words"
END

IDR_KEYS ACCELERATORS
BEGIN
    "Left", ID_LEFT, VIRTKEY
END

VS_VERSION_INFO VERSIONINFO
BEGIN
    VALUE "FileDescription", "What it does\\0"
    VALUE "ProductName", "Left here\\0"
END
`.replaceAll("\n", "\r\n");

const texts = [
  "File of it",
  "Open it",
  "About the program",
  'Says "hello"\nto you',
  "Show it",
  "The title of %s",
  "Some more words",
  "What it does",
];

formatContract(rc, {
  fixtures: [
    { name: "a script", bytes: Buffer.from(SCRIPT), texts },
    { name: "UTF-16 with a mark", bytes: iconv.encode(SCRIPT, "utf-16le", { addBOM: true }), texts },
  ],
});

describe("Windows resource scripts", () => {
  test("resource scripts declare the translation's language, and use an encoding that can represent it", async () => {
    const document = await rc.open(Buffer.from(SCRIPT), {});
    const { bytes, warnings } = await document.write(
      document.segments.map(({ text }) => ({ text: text === "Show it" ? "显示" : text })),
      "zh-Hans",
    );
    const text = Buffer.from(bytes).toString();
    expect(text).toContain("LANGUAGE LANG_CHINESE, SUBLANG_CHINESE_SIMPLIFIED");
    expect(text).toContain("#pragma code_page(65001)");
    expect(text).toContain('CONTROL         "显示",IDC_SHOW,"Button"');
    expect(warnings).toMatchObject([{ code: "encoding_changed" }]);
  });

  test("shortcuts and quotes in resource scripts are kept, and resource names are the keys", async () => {
    const document = await rc.open(Buffer.from(SCRIPT), {});
    expect(document.segments.map(({ key }) => key)).toEqual([
      "IDR_MAIN.POPUP",
      "IDR_MAIN.ID_OPEN",
      "IDD_ABOUT.CAPTION",
      "IDD_ABOUT.IDC_STATIC",
      "IDD_ABOUT.IDC_SHOW",
      "IDS_TITLE",
      "IDS_PATH",
      "VS_VERSION_INFO.FileDescription",
    ]);
    const { bytes } = await document.write(
      document.segments.map(({ key }) => ({ text: key === "IDR_MAIN.ID_OPEN" ? 'Abre "eso"' : null })),
      "es",
    );
    expect(Buffer.from(bytes).toString()).toContain('""eso""\\tCtrl+O", ID_OPEN');
  });

  test("resource scripts without a code page use the encoding of their language, and declare UTF-8 if the translation needs it", async () => {
    const script = 'LANGUAGE LANG_POLISH, SUBLANG_DEFAULT\nSTRINGTABLE\nBEGIN\n  IDS_A "Zażółć gęślą"\nEND\n';
    const document = await rc.open(iconv.encode(script, "windows-1250"), {});
    expect(document.segments.map(({ text }) => text)).toEqual(["Zażółć gęślą"]);
    const same = await document.write([{ text: "Łódź" }], "pl");
    expect(iconv.decode(Buffer.from(same.bytes), "windows-1250")).toContain('"Łódź"');
    const { bytes } = await document.write([{ text: "Пиши" }], "ru");
    expect(Buffer.from(bytes).toString()).toMatch(/^#pragma code_page\(65001\)\nLANGUAGE LANG_RUSSIAN.*"Пиши"/s);
  });

  test("resource scripts in plain ASCII declare UTF-8, and a code page in a comment is ignored", async () => {
    const script = '// not #pragma code_page(1252)\r\nSTRINGTABLE\r\nBEGIN\r\n  IDS_A "Some words"\r\nEND\r\n';
    const document = await rc.open(Buffer.from(script), {});
    const { bytes, warnings } = await document.write([{ text: "Año" }], "es");
    expect(Buffer.from(bytes).toString()).toBe(`#pragma code_page(65001)\r\n${script.replace("Some words", "Año")}`);
    expect(warnings).toEqual([]);
  });

  test("the second column of menu items in resource scripts is translated, but identifiers are not", async () => {
    const item = (text: string) => `    MENUITEM "${text}", ID_A\n`;
    const script = `A MENU\nBEGIN\n${item("&Cut\\tShift+Del")}${item("&FULL_PATH\\tThe path of it")}${item("&Find\\tF3")}END\n`;
    const document = await rc.open(Buffer.from(script), {});
    expect(document.segments.map(({ text }) => text)).toEqual(["Cut", "The path of it", "Find"]);
    const { bytes } = await document.write([{ text: null }, { text: "Su ruta" }, { text: null }], "es");
    expect(Buffer.from(bytes).toString()).toContain('"&FULL_PATH\\tSu ruta", ID_A');
  });

  test("escaped quotation marks, and shortcuts in string tables, are kept in resource scripts", async () => {
    const script = (first: string, last = "C:\\") =>
      `STRINGTABLE\nBEGIN\n  IDS_A "${first}\\tCtrl+O"\n  IDS_B "Open \\"it\\""\n  IDS_C "Go to ${last}"\nEND\n`;
    const document = await rc.open(Buffer.from(script('Open the \\"red\\", big door')), {});
    expect(document.segments.map(({ text }) => text)).toEqual(['Open the "red", big door', 'Open "it"', "Go to C:\\"]);
    const { bytes } = await document.write([{ text: 'Abre la "roja"' }, { text: null }, { text: null }], "es");
    expect(Buffer.from(bytes).toString()).toContain(script('Abre la \\"roja\\"'));
  });

  test("texts in resource scripts are translated even if their shortcut is marked within a word or in a long text", async () => {
    const long = "Print the whole document on the prin&ter of the other office in the house";
    const script = (...texts: string[]) => `STRINGTABLE\nBEGIN\n${texts.map((one) => ` 7 "${one}"\n`).join("")}END\n`;
    const texts = ["Wra&p around the door", long, "Sa&ve it && close", "Book&mark", "AT&T phones", "Search && find"];
    const document = await rc.open(Buffer.from(script(...texts)), {});
    expect(document.segments.map(({ text }) => plainText(text))).toEqual([
      "Wrap around the door",
      long.replace("&", ""),
      "Save it && close",
      "Bookmark",
      "AT&T phones",
      "Search && find",
    ]);
    const { bytes } = await document.write(
      [{ text: "Rodea la puerta" }, ...texts.slice(1).map(() => ({ text: null }))],
      "es",
    );
    expect(Buffer.from(bytes).toString()).toContain(script("Rodea la &puerta", ...texts.slice(1)));
  });

  test("concatenated strings in resource scripts are not translated, with a warning", async () => {
    const script = 'A DIALOG 0, 0, 9, 9\nBEGIN\n  LTEXT "Use your finger" " to start", IDC_A, 1, 1, 1, 1\nEND\n';
    const { segments, warnings } = await rc.open(Buffer.from(script), {});
    expect(segments).toEqual([]);
    expect(warnings).toMatchObject([{ code: "part_skipped", count: 1 }]);
  });

  test("resource scripts are recognised by their content", () => {
    expect(chooseFormat(Buffer.from(SCRIPT), "app.rc").id).toBe("rc");
    for (const wordless of ['#include <windows.h>\n1 RT_MANIFEST "a.manifest"', 'IDI_APP ICON "app.ico"'])
      expect(chooseFormat(Buffer.from(wordless), "app.rc").id).toBe("rc");
    expect(() => chooseFormat(Buffer.from("export PATH=/bin"), "app.rc")).toThrow();
  });
});

test.each([
  `STRINGTABLE BEGIN A "${'""'.repeat(100_000)}`,
  `STRINGTABLE ${"BEGIN ".repeat(60_000)}`,
  `STRINGTABLE /*${"/*".repeat(60_000)}`,
])("hostile resource scripts are read or refused in linear time", async (source) => {
  await withinCpuMs(2_000, () =>
    rc.open(Buffer.from(source), {}).catch((error) => expect(error.name).toBe("UnreadableFile")),
  );
});
