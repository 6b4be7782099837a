import { expect, test } from "vitest";
import { storedValues } from "./stored-values";

const plist = (format: string, forms: string) =>
  `<plist><dict><key>n</key><dict><key>NSStringLocalizedFormatKey</key><string>${format}</string><key>count</key><dict><key>NSStringFormatValueTypeKey</key><string>d</string>${forms}</dict></dict></dict></plist>`;

test.each([
  [
    "php",
    `<?php\n// 'old' => 'Alt'\nreturn [\n 'a' => 'It\\'s', /* 'b' => 'No' */ "c" => "Say", 'n' => ['d' => 'x'], 'e' => '', 'f' => 5];`,
    ["a", "c", "d"],
  ],
  [
    "yaml",
    "- id: edit\n  translation: Edit\n- id: words\n  translation:\n    one: word\n    other: words\n- id: 7\n",
    ["translation", "translation.one", "translation.other"],
  ],
  ["resjson", '{"a": "Open", "_a.comment": "A button", "b": ""}', ["a"]],
  [
    "wxl",
    '<WixLocalization><!-- <String Id="z">No</String> --><String Id="a" Overridable="yes">Open</String><String Id="b"></String><String Id="c" Value="Close"/>\n<UI Control="d" Text=""/></WixLocalization>',
    ["a", "c"],
  ],
  [
    "stringsdict",
    plist("%#@count@", "<key>one</key><string>%d file</string><key>other</key><string>%d files</string>"),
    ["one", "other"],
  ],
  [
    "stringsdict",
    plist("You have %#@count@", "<key>other</key><string>%d files</string><key>few</key><string></string>"),
    ["NSStringLocalizedFormatKey", "other"],
  ],
] as const)("a second, independent reader for %s files finds every string in the file", (format, source, keys) => {
  expect(storedValues(format, source)?.map(({ key }) => key)).toEqual(keys);
});
