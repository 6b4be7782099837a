import { expect, test } from "vitest";
import { fromHtml, toHtml } from "./xml-tags";

test("XML comes back as it was, also empty elements and ignored ones", () => {
  const texts = [
    'A <x id="1"/> and <b>bold</b>.',
    "<x></x><y />",
    `<a b='>"' c="1">1 &lt; 2</a>`,
    '<x id="7">keep</x> <ns:tag/>',
    "no tags, 1 < 2",
  ];
  for (const text of texts) expect(fromHtml(toHtml(text, ["x"]))).toBe(text.replace(" />", "/>"));
  expect(toHtml('<x id="7">keep</x>', ["x"])).toBe('<x id="7" translate="no">keep</x>');
});
