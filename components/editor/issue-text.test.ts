import { createTranslator } from "use-intl/core";
import { describe, expect, test } from "vitest";
import messages from "@/lib/i18n/messages/en.json";
import type { QaIssue } from "@/lib/text/qa/check";
import { issueText } from "./issue-text";

const t = createTranslator({ locale: "en", messages, namespace: "editor" }) as Parameters<typeof issueText>[0];
const of = (check: QaIssue["check"], params: QaIssue["params"]) =>
  issueText(t, { check, params }, { customChecks: [], locale: "en" });
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, "");

describe("the text of an issue", () => {
  test.each([
    [{ expected: ".", found: "" }, "The translation should end with “.”"],
    [{ expected: "", found: "!" }, "The source doesn’t end with “!”"],
    [{ expected: "?", found: "." }, "The translation should end with “?” instead of “.”"],
  ])(
    "the text of an issue about the final punctuation mark is a sentence with the expected and the actual mark: %j",
    (params, sentence) => {
      const { text, values } = of("punctuation.end", params);
      expect([plain(text), values]).toEqual([sentence, []]);
    },
  );

  test("the text of an issue contains no internal identifiers", () => {
    expect(of("length.ratio", { direction: "short" })).toEqual({ text: "Unusually short.", values: [] });
    expect(of("language.mismatch", { language: "fr" })).toEqual({ text: "Looks like French.", values: [] });
    expect(of("case.first", { expected: "upper", form: "one" }).values).toEqual([]);
  });

  test("the text of an issue lists the affected texts and tags, and omits empty values", () => {
    expect(of("url.changed", { expected: "https://a.example", found: "" }).values).toEqual(["https://a.example"]);
    expect(of("tags.missing", { tag: "<g1>", form: "other" })).toEqual({ text: "Missing tag.", values: ["<g1>"] });
  });
});
