import { describe, expect, test } from "vitest";
import { tagChoices, withMissingTags } from "./tags";

const SOURCE = "Click <g1>here</g1> for <x2/> or <g3>there</g3>";

describe("the codes that a target can take", () => {
  test("a target offers the source's codes in their order and marks those that it lacks", () => {
    expect(tagChoices(SOURCE, "Haga clic <g1>aquí</g1>")).toEqual([
      { id: 1, encoded: "<g1></g1>", isMissing: false },
      { id: 2, encoded: "<x2/>", isMissing: true },
      { id: 3, encoded: "<g3></g3>", isMissing: true },
    ]);
  });

  test("missing codes are added behind the text, and a text that has all of them stays as it is", () => {
    const filled = withMissingTags(SOURCE, "Haga clic <g1>aquí</g1>");
    expect(filled).toBe("Haga clic <g1>aquí</g1><x2/><g3></g3>");
    expect(withMissingTags(SOURCE, filled)).toBe(filled);
  });
});
