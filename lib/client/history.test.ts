import { describe, expect, it } from "vitest";
import { erase, type History, markFavourite, NO_HISTORY, remember } from "./history";

const made = (text: string, second = 0, target = "es") => ({
  at: new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString(),
  source: "en",
  target,
  format: "text" as const,
  text,
  translation: `${text} (${target})`,
});

const texts = (history: History) => history.entries.map((entry) => entry.text);

describe("the translation history of a browser", () => {
  it("the translation history keeps one entry while a text is being typed", () => {
    const history = ["The", "The house", "The house is", "The hou"].reduce(
      (kept, text, index) => remember(kept, made(text, index * 3)),
      NO_HISTORY,
    );
    expect(texts(history)).toEqual(["The hou"]);
  });

  it("the translation history adds a second entry if the language changes or a minute passes between two versions of a text", () => {
    const first = remember(NO_HISTORY, made("The house"));
    expect(texts(remember(first, made("The house is", 5, "fr")))).toEqual(["The house is", "The house"]);
    expect(texts(remember(first, { ...made("The house is"), at: "2026-01-01T10:05:00.000Z" }))).toHaveLength(2);
  });

  it("the translation history moves a text to the top when it is translated again, and keeps its favourite mark", () => {
    let history = remember(NO_HISTORY, made("One"));
    history = markFavourite(history, history.entries[0]!.id, true);
    history = remember(history, made("Two", 10));
    history = remember(history, made("One", 20));
    expect(texts(history)).toEqual(["One", "Two"]);
    expect(history.entries[0]!.favourite).toBe(true);
  });

  it("the translation history adds a new entry when a favourite text is extended", () => {
    const first = remember(NO_HISTORY, made("The house"));
    const marked = markFavourite(first, first.entries[0]!.id, true);
    expect(texts(remember(marked, made("The house is", 5)))).toEqual(["The house is", "The house"]);
  });

  it("the translation history removes the oldest entries above two hundred, but no favourites", () => {
    let history = remember(NO_HISTORY, made("first of all", 0, "ca"));
    history = markFavourite(history, history.entries[0]!.id, true);
    for (let index = 0; index < 250; index++) history = remember(history, made(`${index}.`, 0, `t${index}`));
    expect(history.entries).toHaveLength(201);
    expect(texts(history).at(-1)).toBe("first of all");
    expect(texts(history)[0]).toBe("249.");
  });

  it("the translation history doesn't store blank texts, and stores nothing while it is switched off", () => {
    expect(remember({ keep: false, entries: [] }, made("secret")).entries).toEqual([]);
    expect(remember(NO_HISTORY, made("  \n")).entries).toEqual([]);
  });

  it("the translation history can delete one entry, all entries except favourites, or all entries", () => {
    let history = remember(remember(NO_HISTORY, made("One")), made("Two", 1, "fr"));
    history = markFavourite(history, history.entries[1]!.id, true);
    expect(texts(erase(history, history.entries[1]!.id))).toEqual(["Two"]);
    expect(texts(erase(history, "unmarked"))).toEqual(["One"]);
    expect(texts(erase(history, "all"))).toEqual([]);
  });
});
