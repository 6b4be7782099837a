import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/lib/formats/contract";
import { chooseFormat } from "@/lib/formats/registry";
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

describe("resource scripts", () => {
  test("have the language of the translation, and an encoding that holds it", async () => {
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

  test("keep shortcuts and quotes, and give strings the names of their resources", async () => {
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

  test("are known by their content", () => {
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
])(
  "hostile scripts are read or refused in linear time",
  async (source) => {
    await rc.open(Buffer.from(source), {}).catch((error) => expect(error.name).toBe("UnreadableFile"));
  },
  2_000,
);
