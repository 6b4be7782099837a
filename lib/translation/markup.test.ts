import { afterAll, expect, test } from "vitest";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { openMarkup } from "./markup";

afterAll(closeSandbox);

test.each([
  ["text", "One house.\n\nTwo houses.\n", ["One house.", "Two houses."], "1\n\n2\n"],
  ["html", '<p title="A &amp; b">One <b>house</b>.</p>', ["A &amp; b", "One <g1>house</g1>."], '<p title="1">2</p>'],
  ["html", "\ufeff<p>One</p>", ["One"], "\ufeff<p>1</p>"],
  ["markdown", "# One **house**\n\n- Two\n", ["One <g1>house</g1>", "Two"], "# 1\n\n- 2\n"],
] as const)(
  "a text in the format %s is split into segments and rebuilt from their translations",
  async (format, text, found, written) => {
    const { segments, write } = await openMarkup(text, format);
    expect(segments.map((one) => one.text)).toEqual(found);
    const plain = segments.map((_, i) => String(i + 1));
    expect((await write(plain, "es")).replace(/<b><\/b>|\*\*\*\*/g, "")).toBe(written);
  },
);
