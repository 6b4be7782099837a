import { describe, expect, it } from "vitest";
import type { ProjectDocument } from "@/lib/schemas/documents";
import { viewDocuments } from "./documents-view";

function document(path: string, words: number, reviewed: number, status = "ready"): ProjectDocument {
  const counts = { total: words, reviewed, translated: 0, draft: 0, needsWork: 0, untranslated: words - reviewed };
  const progress = { words: counts, segments: counts, draftedPercent: 100, reviewedPercent: (reviewed / words) * 100 };
  return { path, status, version: { words }, languages: [{ language: "es", progress }] } as ProjectDocument;
}

const DOCUMENTS = [
  document("web/item 10.json", 10, 10),
  document("web/item 9.json", 30, 15),
  document("readme.md", 50, 0),
  document("app/en.json", 20, 20),
  document("app/broken.json", 1, 0, "failed"),
];
const ALL = { q: "", order: "path", isUnfinished: false } as const;
const view = (change: object, folded: readonly string[] = [], limit = 100) => {
  const { folders, count } = viewDocuments(DOCUMENTS, "mt_review", { ...ALL, ...change }, new Set(folded), limit);
  return { count, folders: folders.map(({ path, total, shown }) => [path, total, shown.map((one) => one.path)]) };
};

describe("viewDocuments", () => {
  it("the list of documents is grouped by folder in numeric order, and starts with documents outside folders", () => {
    expect(view({})).toEqual({
      count: 5,
      folders: [
        ["", 1, ["readme.md"]],
        ["app/", 2, ["app/broken.json", "app/en.json"]],
        ["web/", 2, ["web/item 9.json", "web/item 10.json"]],
      ],
    });
  });

  it("a collapsed folder keeps its count in the list of documents, and the total counts only documents in open folders", () => {
    expect(view({}, ["app/"], 2)).toEqual({
      count: 3,
      folders: [
        ["", 1, ["readme.md"]],
        ["app/", 2, []],
        ["web/", 2, ["web/item 9.json"]],
      ],
    });
  });

  it("the search in documents matches part of a path and ignores case", () => {
    expect(view({ q: "ITEM 9" }).folders).toEqual([["web/", 1, ["web/item 9.json"]]]);
    expect(view({ q: "nothing" })).toEqual({ count: 0, folders: [] });
  });

  it("the filter for unfinished documents hides finished documents and shows unreadable documents", () => {
    expect(view({ isUnfinished: true, order: "progress" }).folders).toEqual([
      ["", 3, ["app/broken.json", "readme.md", "web/item 9.json"]],
    ]);
  });

  it("sorting documents by word count lists the largest document first and ignores folders", () => {
    expect(view({ order: "words" }).folders[0]![2]).toEqual([
      "readme.md",
      "web/item 9.json",
      "app/en.json",
      "web/item 10.json",
      "app/broken.json",
    ]);
  });
});
