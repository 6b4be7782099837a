import { expect, test } from "vitest";
import { xliffFaults } from "@/e2e/doubles/xliff-structure";

const old = (unit: string) =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" datatype="html"><body>${unit}</body></file></xliff>`;
const young = (unit: string, root = ' trgLang="es"') =>
  `<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"${root}><file id="f">${unit}</file></xliff>`;
const segment = (content: string, attributes = "") => `<unit id="u"><segment${attributes}>${content}</segment></unit>`;

test.each([
  ["a target before its source", young(segment("<target>b</target><source>a</source>")), "segment holds target source"],
  [
    "a target without a language",
    young(segment("<source>a</source><target>b</target>"), ""),
    "targets without a trgLang",
  ],
  ["an unknown state", young(segment("<source>a</source>", ' state="done"')), 'segment has state="done"'],
  [
    "notes behind the segments",
    young('<unit id="u"><segment><source>a</source></segment><notes><note>n</note></notes></unit>'),
    "unit holds segment notes",
  ],
  ["a code without an id", young(segment("<source><ph/></source>")), "ph lacks id"],
  ["two codes of one id", young(segment('<source><ph id="1"/><ph id="1"/></source>')), "source has 1 twice"],
  ["an id that is no token", young(segment('<source><ph id="a b"/></source>')), 'ph has id="a b"'],
  ["text beside elements", young(`text${segment("<source>a</source>")}`), "text stands in file"],
  ["a file of nothing", young(""), "file holds "],
  [
    "a note before the target",
    old('<trans-unit id="1"><source>a</source><note>n</note><target>b</target></trans-unit>'),
    "trans-unit holds source note target",
  ],
  ["a unit without an id", old("<trans-unit><source>a</source></trans-unit>"), "trans-unit lacks id"],
  [
    "an isolated code without its side",
    old('<trans-unit id="1"><source><it id="1">x</it></source></trans-unit>'),
    "it lacks pos",
  ],
  ["two units of one id", old('<trans-unit id="1"><source>a</source></trans-unit>'.repeat(2)), "file has 1 twice"],
])("the XLIFF structure check reports a file with %s", (_, file, fault) => {
  expect(xliffFaults(file)).toEqual([fault]);
});

test("the XLIFF structure check accepts valid files with elements from other namespaces", () => {
  const other = '<m:x xmlns:m="urn:example:m"/>';
  expect(
    xliffFaults(
      young(`${other}<notes><note>n</note></notes><group id="g"/>${segment("<source>a</source><target>b</target>")}`),
    ),
  ).toEqual([]);
  expect(
    xliffFaults(old(`<trans-unit id="1"><source>a</source><target>b</target><note>n</note>${other}</trans-unit>`)),
  ).toEqual([]);
});
