import { expect, test } from "vitest";
import { pathMatcher, spellPath } from "./key-paths";

test.each([
  ["title", ["title"], true],
  ["Title", ["title"], true],
  ["title", ["hero", "title"], false],
  ["hero.*", ["hero", "text"], true],
  ["hero.*", ["hero", "actions", 0, "text"], true],
  ["hero.*", ["hero"], false],
  ["features[].title", ["features", 3, "title"], true],
  ["features[].title", ["features", 3, "link"], false],
  ["*.title", ["hero", "title"], true],
  ["*.title", ["a", "b", "title"], false],
  ["tags[]", ["tags", 0], true],
  ["*", ["a", "b"], true],
])("matching the key pattern %s against the path %j gives %s", (pattern, path, found) => {
  expect(pathMatcher([pattern])(path)).toBe(found);
});

test("a key pattern that is a single key, such as title, matches that key at any depth if the caller requests it", () => {
  expect(pathMatcher(["title"], true)(["a", 0, "title"])).toBe(true);
  expect(pathMatcher(["title"], true)(["a", 0, "name"])).toBe(false);
});

test("key paths omit the index of list items", () => {
  expect(spellPath(["hero", "actions", 2, "text"])).toBe("hero.actions[].text");
});
