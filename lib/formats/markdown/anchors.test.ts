import { describe, expect, test } from "vitest";
import { changedAnchors } from "./anchors";

const GITHUB = "# A page";
const MKDOCS = '!!! note "Read"\n    this';
const VITEPRESS = "::: tip\nRead\n:::";

describe("heading anchors", () => {
  test.each([
    ["GitHub", GITHUB, "Añadir `x_y`: 1.2 más", "añadir-x_y-12-más"],
    ["MkDocs", MKDOCS, "Añadir `x_y`: 1.2 más", "anadir-x_y-12-mas"],
    ["MkDocs", MKDOCS, "東京", "_1"],
    ["VitePress", VITEPRESS, "Añadir x_y: 1.2 más", "anadir-x-y-1-2-mas"],
    ["VitePress", VITEPRESS, "2 casas", "_2-casas"],
  ])(
    "heading anchors follow the rule of %s, which is recognised by the document's markup: %#",
    (_, source, heading, anchor) => {
      const after = heading.replaceAll("`", "");
      expect([...changedAnchors([{ before: "Old", after }], source)]).toEqual([["old", anchor]]);
    },
  );

  test("anchors of headings with the same text are numbered as the site generator numbers them", () => {
    const twice = [
      { before: "Use", after: "Uso" },
      { before: "Use", after: "Uso" },
    ];
    expect(changedAnchors(twice, GITHUB).get("use-1")).toBe("uso-1");
    expect(changedAnchors(twice, MKDOCS).get("use_1")).toBe("uso_1");
  });
});
