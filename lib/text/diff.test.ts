import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/e2e/long";
import { diffWords } from "./diff";

/** The text with `[-deleted-]` and `{+inserted+}` parts. */
function marked(before: string, after: string): string {
  const marks = { equal: ["", ""], delete: ["[-", "-]"], insert: ["{+", "+}"] } as const;
  return diffWords(before, after)
    .map(({ kind, text }) => marks[kind][0] + text + marks[kind][1])
    .join("");
}

describe("diffWords", () => {
  it.each([
    ["Save the file.", "Save the file.", "Save the file."],
    ["Save the file.", "Save the folder.", "Save the [-file-]{+folder+}."],
    ["Save the file.", "Save the new file.", "Save the {+new +}file."],
    ["Close all open windows", "Close windows", "Close [-all open -]windows"],
    ["", "Hello", "{+Hello+}"],
    ["Hello", "", "[-Hello-]"],
    ["", "", ""],
  ])("diffWords marks the changed words between %j and %j", (before, after, expected) => {
    expect(marked(before, after)).toBe(expected);
  });

  it("diffWords shows adjacent replaced words as one replacement", () => {
    expect(marked("the red house here", "the big tree here")).toBe("the [-red house-]{+big tree+} here");
  });

  it("diffWords never splits an inline code, an escaped character, a number or a word with an apostrophe", () => {
    expect(marked("<g1>Save</g1> it", "<g12>Save</g12> it")).toBe("[-<g1>-]{+<g12>+}Save[-</g1>-]{+</g12>+} it");
    expect(marked("a &lt; b", "a &amp; b")).toBe("a [-&lt;-]{+&amp;+} b");
    expect(marked("costs 1,500 now", "costs 1,600 now")).toBe("costs [-1,500-]{+1,600+} now");
    expect(marked("I don't", "I won’t")).toBe("I [-don't-]{+won’t+}");
  });

  it("diffWords compares text in scripts without spaces letter by letter", () => {
    expect(marked("保存文件。", "打开文件。")).toBe("[-保存-]{+打开+}文件。");
    expect(marked("ファイルを開く", "ファイルを閉じる")).toBe("ファイルを[-開く-]{+閉じる+}");
  });

  it("diffWords returns parts that contain both texts in full, for any two texts", () => {
    const text = fc.array(fc.constantFrom("a ", "b ", "c", " ", "<g1>", "</g1>", "&lt;", "語", "1.5", "é", "\n"), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [before, after] = [left.join(""), right.join("")];
        const parts = diffWords(before, after);
        const without = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join("");
        expect(without("insert")).toBe(before);
        expect(without("delete")).toBe(after);
        if (before === after) expect(parts.every(({ kind }) => kind === "equal")).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("diffWords finds up to 500 edits, and shows larger differences as one replacement", () => {
    const words = (count: number, changed: string) =>
      Array.from({ length: count }, (_, i) => `${changed}${i} kept`).join(" ");
    const kinds = (count: number) => diffWords(words(count, "a"), words(count, "b")).map(({ kind }) => kind);
    expect(kinds(250).filter((kind) => kind === "equal")).toHaveLength(250);
    expect(kinds(251)).toEqual(["delete", "insert", "equal"]);
  });

  /** Far more words than the bounded search compares; an unbounded one would compare 25,000 words with 25,000. */
  it("diffWords ends quickly on long texts that have nothing in common", { timeout: 10_000 }, () => {
    const before = "one two ".repeat(12_500);
    const after = "three four ".repeat(9_000);
    expect(diffWords(before, after).at(-1)?.text).toBe(" ");
    expect(diffWords(`x ${before}`, `x ${after}`)[0]).toEqual({ kind: "equal", text: "x " });
  });
});
