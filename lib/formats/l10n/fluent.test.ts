import { expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { plainText } from "@/lib/text/segment";
import { ftl } from "./fluent";

const SOURCE = `# The title of the page
title = Welcome to { -brand-name }
-brand-name = Our fine shop
login = Sign in here
    .tooltip = Sign in with your account
    .size = 3
long =
    A first line of words
    and a second { $name } one
emails =
    { $count ->
        [one] You have one new mail
       *[other] You have { $count } new mails
    }
`;

formatContract(ftl, {
  fixtures: [
    {
      name: "messages, terms, attributes and selectors",
      bytes: Buffer.from(SOURCE),
      texts: [
        "Welcome to { -brand-name }",
        "Our fine shop",
        "Sign in here",
        "Sign in with your account",
        "A first line of words and a second { $name } one",
        "You have one new mail",
        "You have { $count } new mails",
      ],
    },
  ],
});

test("Fluent messages use their identifiers as keys and the comments above them as notes", async () => {
  const { segments } = await ftl.open(Buffer.from(SOURCE), {});
  expect(segments[0]).toMatchObject({ key: "title", note: "The title of the page" });
  expect(segments.map(({ key }) => key)).toContain("emails [other]");
});

test("a character that may not start a line is written as a string literal in a Fluent translation", async () => {
  const document = await ftl.open(Buffer.from("a = Some words\n"), {});
  const { bytes } = await document.write([{ text: "[uno] palabra" }], "es");
  expect(Buffer.from(bytes).toString()).toBe('a = { "[" }uno] palabra\n');
});

test("a Fluent file with an unclosed brace is refused", async () => {
  await expect(ftl.open(Buffer.from("a = Some { $words\n"), {})).rejects.toMatchObject({ reason: "corrupt" });
});

test("list items and paragraphs in a Fluent value stay on separate lines", async () => {
  const source = "tip =\n    Choose a limit\n    that fits:\n\n    - `Preset`: all decks.\n    - `Today`: only now.\n";
  const document = await ftl.open(Buffer.from(source), {});
  const [segment] = document.segments;
  expect(plainText(segment!.text, segment!.codes)).toBe(
    "Choose a limit that fits:\n\n- `Preset`: all decks.\n- `Today`: only now.",
  );
  const { bytes } = await document.write([{ text: segment!.text.replace("all decks", "todas") }], "es");
  expect(Buffer.from(bytes).toString()).toBe(
    "tip =\n    Choose a limit that fits:\n\n    - `Preset`: todas.\n    - `Today`: only now.\n",
  );
});
